"""Each kind of last word leads to one outcome, and what was passed on the way is no end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browserenv.errors import BrowserenvError, CallOrderError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate

BASE: dict[str, Any] = {
    "family": "forum.say",
    "sites": ["forum"],
    "login": {"forum": "MarvelsGrantMan136"},
    "start": "forum:/",
    "intent": "Say heron.",
    "checks": [{"judge": "text", "exact": "heron"}],
    "oracle": [{"do": "send_msg_to_user", "text": "heron"}],
    "mutants": [],
}


def task(**changes: Any) -> Task:
    family = Family.model_validate({**BASE, **changes})
    return instantiate(family, family.family, {}, seed=0)


@pytest.fixture(scope="module")
def env(forum_golden: Any) -> Iterator[BrowserEnv]:
    env = BrowserEnv("580", size="small", observe=("axtree",))
    env.open()
    yield env
    env.close()


def ended(env: BrowserEnv, task: Task, *actions: str) -> tuple[str, float, bool, bool]:
    env.reset(seed=0, options={"task": task})
    for action in actions:
        _, reward, terminated, truncated, info = env.step(action)
    return info["outcome"], float(reward), terminated, truncated


IMPOSSIBLE: dict[str, Any] = {
    "possible": False,
    "checks": [],
    "oracle": [{"do": "report_infeasible", "reason": "no bird"}],
}
GIVE_UP = 'report_infeasible("there is no heron")'


@pytest.mark.parametrize(
    ("changes", "action", "expected"),
    [
        ({}, 'send_msg_to_user("heron")', ("pass", 1.0, True, False)),
        ({}, 'send_msg_to_user("herring")', ("fail", 0.0, True, False)),
        ({}, 'send_msg_to_user("")', ("fail", 0.0, True, False)),
        ({}, GIVE_UP, ("fail", 0.0, True, False)),
        ({}, "noop()", ("fail", 0.0, False, False)),
        ({"budget": {"max_steps": 1}, "oracle": [{"do": "noop"}]}, "noop()", ("fail", 0.0, False, True)),
        (IMPOSSIBLE, GIVE_UP, ("pass", 1.0, True, False)),
        (IMPOSSIBLE, 'send_msg_to_user("this is infeasible")', ("fail", 0.0, True, False)),
        (IMPOSSIBLE, "noop()", ("fail", 0.0, False, False)),
    ],
)
def test_a_last_word_has_one_outcome(
    env: BrowserEnv, changes: dict[str, Any], action: str, expected: tuple[str, float, bool, bool]
) -> None:
    assert ended(env, task(**changes), action) == expected


@pytest.mark.parametrize("later", ['send_msg_to_user("herring")', GIVE_UP, 'goto("http://forum.localhost/f/books")'])
def test_the_first_word_stands(env: BrowserEnv, later: str) -> None:
    assert ended(env, task(), 'send_msg_to_user("heron")')[0] == "pass"
    with pytest.raises(CallOrderError, match="the episode terminated at step 1"):
        env.step(later)
    assert env.evaluate().score == 1.0


def test_a_right_page_on_the_way_is_no_end(env: BrowserEnv) -> None:
    """With an answer to end on, the episode goes on over the right page, and is judged where it ends."""
    where = task(checks=[{"judge": "url", "url": "forum:/f/books"}], stop="on_answer")
    there, away = 'goto("http://forum.localhost/f/books")', 'goto("http://forum.localhost/forums")'
    assert ended(env, where, there)[2:] == (False, False)
    assert ended(env, where, there, away, 'send_msg_to_user("done")') == ("fail", 0.0, True, False)
    assert ended(env, where, away, there, 'send_msg_to_user("done")') == ("pass", 1.0, True, False)


def test_a_user_who_is_none_is_named(env: BrowserEnv) -> None:
    with pytest.raises(BrowserenvError, match="logs in as 'nobody_here', who is no user of forum"):
        env.reset(seed=0, options={"task": task(login={"forum": "nobody_here"})})
