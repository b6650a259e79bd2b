"""The file that a new family begins with: whole, commented, and loadable as it is."""

from __future__ import annotations

import re

from .errors import TaskError

_STARTER = """\
# What is asked, in one line.
family: {family}
version: 1                                # raise it when the same seed shall mean another task
sites: [{site}]
# login: {{{site}: NAME}}                  # who is logged in at the start
start: "{site}:/"                          # or a list, one tab each; written site:/path, never with a host
# The request in your own words. Name every slot that an agent must know to be right.
intent: Say the word {{{{word}}}} and nothing else.

# How each slot is drawn. 'choice', 'range' and 'words' need no data; 'row', 'rows' and 'count' ask the site's own
# data, so that a key such as the newest or the most commented is computed and never typed in:
#
#   newest:
#     draw: row
#     site: forum
#     collection: submissions
#     where: {{visibility: visible, forum_id.name: "{{{{forum.name}}}}"}}
#     first: [-created_at]                 # a superlative; ties are refused and the family is drawn anew
#     give: {{id: id, title: title, author: user_id.name}}
params:
  word: {{draw: choice, of: [heron, lantern, walnut, harbour]}}

# What must be true at the end. Judges: text (the answer), url, page, state.
checks:
  - {{judge: text, exact: "{{{{word}}}}"}}

# What may change on the sites; all that is not named here may not. For a family that only asks, leave it out.
# changes:
#   {site}:
#     COLLECTION:
#       added: [{{COLUMN: VALUE}}]
#       updated: [{{row: {{id: "{{{{newest.id}}}}"}}, to: {{COLUMN: VALUE}}}}]
#       deleted: [{{id: "{{{{newest.id}}}}"}}]

budget: {{max_steps: 20, max_time_s: 300}}
stop: on_answer                           # or on_success, for tasks that need no answer
# possible: false                         # for a request that cannot be met; passes on report_infeasible alone

# The perfect agent: elements by role and name, as a person sees them.
oracle:
  - {{do: send_msg_to_user, text: "{{{{word}}}}"}}

# Wrong ways that look right. Each must fail; think of what a sloppy agent would do, at least three times.
mutants:
  - name: another word
    replace: {{0: {{do: send_msg_to_user, text: herring}}}}
  - name: two words
    replace: {{0: {{do: send_msg_to_user, text: "{{{{word}}}} or herring"}}}}
  - name: nothing said
    replace: {{0: {{do: send_msg_to_user, text: ""}}}}
"""


def starter(family_id: str) -> str:
    """The text of a new family's file. Raises ``TaskError`` for an id that is not ``site.name``."""
    found = re.fullmatch(r"(?P<site>[a-z][a-z0-9_-]*)\.[a-z0-9][a-z0-9-]*", family_id)
    if found is None:
        raise TaskError(f"{family_id!r} is no family id; write site.name, such as forum.close-thread")
    return _STARTER.format(family=family_id, site=found["site"])


def starter_file(family_id: str) -> str:
    """Where the file belongs in a folder of tasks: ``forum/close_thread.yaml``."""
    site, _, name = family_id.partition(".")
    return f"{site}/{name.replace('-', '_')}.yaml"
