"""Judging changes nothing that the agent sees, and costs nothing when nothing changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from browserenv.agents.oracle import find
from browserenv.gymnasium_env import BrowserEnv
from browserenv.judges.evidence import Evidence
from browserenv.judges.judgement import judge_task
from browserenv.tasks.errors import TaskFileError
from browserenv.tasks.family import Permissions
from browserenv.tasks.steps import Target


def create_form(env: BrowserEnv) -> dict[str, Any]:
    observation, _ = env.reset(seed=0)
    observation, *_ = env.step(f'click("{find(observation, Target(role="link", name="Create forum"))}")')
    return observation


def test_a_half_filled_form_survives_judging(env: BrowserEnv) -> None:
    observation = create_form(env)
    env.step(f'fill("{find(observation, Target(role="textbox", name="Name"))}", "half_done")')
    before, *_ = env.step("noop()")  # the frame right after an input may still differ in the pixels of its border
    verdicts = [env.evaluate() for _ in range(3)]
    after, *_ = env.step("noop()")
    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert "half_done" in after["axtree"]
    assert after["axtree"] == before["axtree"]
    assert after["url"] == before["url"]
    assert after["open_pages_urls"] == before["open_pages_urls"]
    assert np.array_equal(after["screenshot"], before["screenshot"])


def test_history_and_cookies_survive_judging(env: BrowserEnv) -> None:
    create_form(env)
    env.evaluate()
    observation, *_ = env.step("go_back()")
    assert observation["url"] == "http://forum.localhost/"
    assert 'button "Log out"' in observation["axtree"] or "Log out" in observation["axtree"]


def test_the_stored_evidence_gives_the_same_judgement(env: BrowserEnv) -> None:
    create_form(env)
    env.step('send_msg_to_user("done")')
    judgement = env.core.episode.judgement
    assert judgement is not None
    stored = Evidence.model_validate_json(Evidence.model_validate(env.core.evidence).model_dump_json())
    assert judge_task(env.task, stored) == judgement


def test_an_unchanged_state_is_not_read_again(env: BrowserEnv, monkeypatch: Any) -> None:
    create_form(env)
    reads: list[str] = []
    world = env.core.world
    original = world.diff

    def noted() -> Any:
        reads.append("diff")
        return original()

    monkeypatch.setattr(world, "diff", noted)
    env.step("noop()")
    env.step("noop()")
    assert reads == []


def test_the_checks_that_read_one_page_share_its_loading(env: BrowserEnv, monkeypatch: Any) -> None:
    env.reset(seed=0)
    prober: Any = env.core.require_session()._current().prober
    opened: list[str] = []
    original = prober._open

    def noted(page: Any, traffic: Any, url: str) -> Any:
        opened.append(url)
        return original(page, traffic, url)

    monkeypatch.setattr(prober, "_open", noted)
    *_, info = env.step("noop()")
    assert sum("#forum_" in check["label"] for check in info["checks"]) == 2
    assert opened == ["http://forum.localhost/f/sci_fi/edit"]


def test_a_permitted_action_that_there_is_not_is_named_before_the_first_step(env: BrowserEnv) -> None:
    task = env.task_for(0)
    misspelt = task.model_copy(update={"permissions": Permissions(actions=("clik", "fill"))})
    with pytest.raises(TaskFileError, match=r"unknown action 'clik' \(permissions.actions\); did you mean 'click'"):
        env.reset(seed=0, options={"task": misspelt})
    env.reset(seed=0)
