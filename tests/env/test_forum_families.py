"""Some of the forum families, played for real: the oracle passes, every mutant fails.

The others, more seeds and all further trials are the matter of ``browserenv audit``, and the suite's certificate holds
what it found. All are played here with BROWSERENV_ALL_FAMILIES=1.
"""

from __future__ import annotations

import os

import pytest

from browserenv.agents.oracle import OracleAgent
from browserenv.audit.auditor import troubles
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import Played, play
from browserenv.runs.several import OneTask
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.steps import AnyStep
from browserenv.tasks.task import Task

HOSTS = {"forum": "http://forum.localhost"}
ALL = [name for name in Catalog().files if name.startswith("forum.")]
PLAYED = ALL if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else ALL[::9]


def play_script(env: BrowserEnv, task: Task, steps: tuple[AnyStep, ...]) -> Played:
    played = play(OneTask(env, task), OracleAgent(steps, HOSTS), seed=0)
    assert troubles(played) == ""
    return played


@pytest.mark.parametrize("name", PLAYED)
def test_the_oracle_passes_and_every_mutant_fails(env: BrowserEnv, name: str) -> None:
    task = Catalog().task(name, 0, env.core.world.golden_state)
    assert play_script(env, task, task.oracle).reward == 1.0
    outcomes = {mutant.name: play_script(env, task, mutant.steps).info["outcome"] for mutant in task.mutants}
    assert outcomes == dict.fromkeys(outcomes, "fail")
    assert len(outcomes) >= 3


def test_a_drawn_task_is_the_same_by_id_by_option_and_by_catalog(env: BrowserEnv) -> None:
    state = env.core.world.golden_state
    env.reset(seed=5, options={"task": "forum.newest-author"})
    assert env.task == Catalog().task("forum.newest-author", 5, state)
    env.reset(seed=5, options={"task": Catalog().task("forum.vote-newest", 7, state)})
    assert env.task == Catalog().task("forum.vote-newest", 7, state)
    env.reset(seed=5)
    assert env.task.task_id == "580"
