"""The budgets of steps and time: whose time counts, and which of them ended an episode."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from browserenv.gymnasium_env import BrowserEnv

BUDGET_S = 4.0  # a step that only looks takes far less, also on a busy machine


@pytest.fixture
def limited(env: BrowserEnv, monkeypatch: pytest.MonkeyPatch) -> BrowserEnv:
    monkeypatch.setattr(env.core, "settings", replace(env.settings, observe=("axtree",), max_time_s=BUDGET_S))
    return env


def ends(result: Any) -> tuple[bool, bool, str | None]:
    _, _, terminated, truncated, info = result
    return terminated, truncated, info["truncated_by"]


def test_the_time_in_which_the_agent_thinks_is_in_no_budget(limited: BrowserEnv) -> None:
    """It waits for as long as the whole budget is, before it acts."""
    limited.reset(seed=0)
    threading.Event().wait(BUDGET_S)
    assert ends(limited.step("go_back()")) == (False, False, None)


def test_the_time_that_steps_take_is_in_the_budget(limited: BrowserEnv) -> None:
    limited.reset(seed=0)
    result = limited.step(f"noop({BUDGET_S * 1000})")
    assert ends(result) == (False, True, "time")
    assert (result[4]["outcome"], result[4]["reward_valid"]) == ("fail", True)
    limited.reset(seed=0)
    assert ends(limited.step("noop(10)")) == (False, False, None)


@pytest.mark.parametrize(("action", "by"), [("noop(300)", "steps"), ('send_msg_to_user("done")', None)])
def test_steps_come_before_time_and_an_end_before_both(
    limited: BrowserEnv, monkeypatch: pytest.MonkeyPatch, action: str, by: str | None
) -> None:
    monkeypatch.setattr(limited.core, "settings", replace(limited.core.settings, max_time_s=1e-6, max_steps=1))
    limited.reset(seed=0)
    assert ends(limited.step(action)) == (by is None, by is not None, by)
