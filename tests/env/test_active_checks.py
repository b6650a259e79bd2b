"""Active checks, from a task file to the reward: their steps act on no page that the agent still uses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browserenv.gymnasium_env import BrowserEnv
from browserenv.tasks.catalog import Catalog

FAMILY = """
family: forum.look
sites: [forum]
start: "forum:/"
intent: Look at the front page.
checks:
  - judge: page
    url: last
    locator: document.querySelector('body').dataset.seen
    exact_match: "yes"
    prepare: ["document.querySelector('body').setAttribute('data-seen', 'yes')"]
  - judge: page
    url: "forum:/"
    locator: document.title
    must_include: [plaza]
    prepare: ["document.querySelector('{there}').focus()"]
changes: {{}}
"""


def played(folder: Path, there: str) -> list[tuple[str, float, list[str]]]:
    """Outcome, reward and reasons after a step that ends nothing, and after the last one."""
    (folder / "forum").mkdir()
    (folder / "forum" / "look.yaml").write_text(FAMILY.format(there=there))
    env = BrowserEnv("forum.look", size="small", catalog=Catalog(folder))
    try:
        env.reset(seed=0)
        found = []
        for action in ("noop()", 'send_msg_to_user("done")'):
            _, reward, _, _, info = env.step(action)
            found.append((info["outcome"], float(reward), [check["reason"] for check in info["checks"]]))
        return found
    finally:
        env.close()


def test_the_agent_s_page_is_prepared_only_when_the_agent_is_done(forum_golden: Any, tmp_path: Path) -> None:
    before, after = played(tmp_path, "a")
    assert before[:2] == ("fail", 0.0)
    assert "when the agent is done" in before[2][0]
    assert after[:2] == ("pass", 1.0), after[2]


def test_a_step_that_fails_on_a_page_of_the_judge_s_is_indeterminate(forum_golden: Any, tmp_path: Path) -> None:
    _, after = played(tmp_path, "#no-such-thing")
    assert after[:2] == ("indeterminate", 0.0)
    assert "step 1 failed" in after[2][1]
