"""The main path: task 580 from reset to reward, by the oracle, by the agents that must not pass, and by its mutants."""

from __future__ import annotations

import os
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.agents.oracle import OracleAgent
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import Played, play
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.task import Task

HOSTS = {"forum": "http://forum.localhost"}
TASK = Catalog().task("580")


def play_script(env: BrowserEnv, task: Task, name: str) -> Played:
    scripts = {"oracle": task.oracle} | {mutant.name: mutant.steps for mutant in task.mutants}
    return play(env, OracleAgent(scripts[name], HOSTS), seed=0)


def test_episodes_in_one_process_alternate_between_one_and_zero(env: BrowserEnv) -> None:
    task = env.task_for(0)
    n_pairs = 10 if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else 5
    agents = [make_agent(name, task, HOSTS) for name in ("oracle", "noop")] * n_pairs
    played = [play(env, agent, seed=0) for agent in agents]
    assert [episode.reward for episode in played] == [1.0, 0.0] * n_pairs
    assert len({episode.start_info["fingerprints"]["forum"] for episode in played}) == 1


def test_the_oracle_ends_by_success_in_six_steps(env: BrowserEnv) -> None:
    played = play_script(env, TASK, "oracle")
    assert len(played.steps) == 6
    assert played.info["outcome"] == "pass"
    assert played.info["reward_valid"] is True
    assert played.info["side_effects"] == []
    assert [verdict["judge"] for verdict in played.info["checks"]] == ["page", "page", "state"]
    assert [step.reward for step in played.steps] == [0.0] * 5 + [1.0]


@pytest.mark.parametrize("name", ["noop", "always-infeasible", "random"])
def test_trivial_agents_score_zero(env: BrowserEnv, name: str) -> None:
    played = play(env, make_agent(name, env.task_for(0), HOSTS), seed=0)
    assert played.reward == 0.0
    assert played.info["outcome"] == "fail"


@pytest.mark.parametrize("mutant", [mutant.name for mutant in TASK.mutants])
def test_every_mutant_scores_zero(env: BrowserEnv, mutant: str) -> None:
    played = play_script(env, TASK, mutant)
    assert played.agent_error == "", "the mutant must be played to its end"
    assert played.reward == 0.0
    assert played.info["outcome"] == "fail"


def test_a_negated_description_passes_the_page_checks_and_fails_the_task(env: BrowserEnv) -> None:
    played = play_script(env, TASK, "description negated")
    outcomes = [(verdict["judge"], verdict["outcome"]) for verdict in played.info["checks"]]
    assert outcomes == [("page", "pass"), ("page", "pass"), ("state", "fail")]


def test_the_original_checks_alone_pass_a_negated_description(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", checks="original")
    try:
        assert play_script(env, TASK, "description negated").reward == 1.0
    finally:
        env.close()


def test_a_post_removed_beside_is_listed_as_a_side_effect(env: BrowserEnv) -> None:
    played = play_script(env, TASK, "another user's post removed")
    effects = [(effect["collection"], effect["kind"]) for effect in played.info["side_effects"]]
    assert ("submissions", "updated") in effects


@pytest.mark.parametrize("seed", range(3))
def test_the_oracle_passes_what_the_family_draws(forum_golden: Any, seed: int) -> None:
    env = BrowserEnv("forum.create-forum", size="small")
    try:
        played = play(env, make_agent("oracle", env.task_for(seed), HOSTS), seed=seed)
        assert played.reward == 1.0
        assert played.info["seed"] == seed
    finally:
        env.close()
