"""The auditor: a whole task stays whole, and each kind of broken task is told apart."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.audit.auditor import Auditor
from browserenv.audit.findings import TaskAudit
from browserenv.gymnasium_env import BrowserEnv
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate

SAY: dict[str, Any] = {
    "family": "forum.say",
    "sites": ["forum"],
    "login": {"forum": "MarvelsGrantMan136"},
    "start": "forum:/",
    "intent": "Say heron.",
    "checks": [{"judge": "text", "exact": "heron"}],
    "oracle": [{"do": "send_msg_to_user", "text": "heron"}],
    "mutants": [
        {"name": "other word", "replace": {"0": {"do": "send_msg_to_user", "text": "herring"}}},
        {"name": "two words", "replace": {"0": {"do": "send_msg_to_user", "text": "heron or herring"}}},
        {"name": "nothing", "replace": {"0": {"do": "send_msg_to_user", "text": ""}}},
    ],
}


def task(**changes: Any) -> Task:
    family = Family.model_validate({**SAY, **changes})
    return instantiate(family, family.family, {}, seed=0)


def problems(env: BrowserEnv, task: Task) -> dict[str, set[str]]:
    audit = Auditor(env).audit(task, 0)
    return {kind: {f.name for f in audit.problems if f.kind == kind} for kind in {f.kind for f in audit.problems}}


@pytest.fixture(scope="module")
def subscribed(env: BrowserEnv) -> TaskAudit:
    return Auditor(env).audit(Catalog().task("forum.subscribe", 0, env.core.world.golden_state), 0)


def test_a_whole_task_passes_every_trial(subscribed: TaskAudit) -> None:
    assert subscribed.problems == []
    assert subscribed.count("oracle") == (2, 2)
    assert subscribed.count("mutant") == (3, 3)
    assert subscribed.n_episodes == 9


def test_judging_is_tried_wherever_an_agent_may_end(subscribed: TaskAudit) -> None:
    tried = {finding.name for finding in subscribed.findings if finding.kind == "judge"}
    for place in ("crashed tab", "blank page", "error page", "foreign page", "closed tab"):
        assert f"on a {place}" in tried


def test_damage_is_tried_on_every_collection_and_by_a_real_write(subscribed: TaskAudit) -> None:
    assert subscribed.count("damage") == (1 + 10 * 3, 1 + 10 * 3)


def test_a_task_that_a_constant_answer_passes_is_broken(env: BrowserEnv) -> None:
    yes = {"do": "send_msg_to_user", "text": "yes"}
    broken = task(intent="Is there a forum named books?", checks=[{"judge": "text", "exact": "yes"}], oracle=[yes])
    assert problems(env, broken) == {"floor": {"always 'yes'"}}


def test_a_task_that_an_echo_passes_is_broken(env: BrowserEnv) -> None:
    found = problems(env, task(checks=[{"judge": "text", "must_include": ["heron"]}]))
    assert found["floor"] == {"echo the goal"}


def test_a_mutant_that_survives_and_one_that_cannot_be_played_are_named(env: BrowserEnv) -> None:
    mutants = [
        {"name": "with a full stop", "replace": {"0": {"do": "send_msg_to_user", "text": "heron."}}},
        {"name": "no such button", "prepend": [{"do": "click", "role": "button", "name": "Teleport"}]},
    ]
    found = problems(env, task(mutants=mutants))
    assert found == {"mutant": {"with a full stop", "no such button"}, "start": {"at least three mutants"}}


def test_an_oracle_that_fails_is_named(env: BrowserEnv) -> None:
    found = problems(env, task(oracle=[{"do": "send_msg_to_user", "text": "hern"}], mutants=[]))
    assert found["oracle"] == {"oracle", "oracle again"}


def test_always_infeasible_passes_the_impossible_tasks_and_no_other(env: BrowserEnv) -> None:
    report = [{"do": "report_infeasible", "reason": "There is no such bird."}]
    impossible = task(possible=False, checks=[], oracle=report)
    assert problems(env, impossible) == {}
