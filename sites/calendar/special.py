"""The special pages of REAL's sites, for its task files and harness: answered only when the option is on.

``/config?run_id=&task_id=&latency=`` keeps a run's configuration, ``/clear`` puts the state back to the seed,
``/finish`` prints the difference as JSON in a ``<pre>``, ``/submit?retrieved_answer=`` keeps an answer. Their scripts
are in ``static/special.js``. Unless a world is opened for compatibility (option ``special_pages`` = ``on``), these
addresses are as unknown as any other, so that no agent reaches its own grader.
"""

from __future__ import annotations

from .manifest import SPECIAL_PAGES

ROUTES = (SPECIAL_PAGES,)
