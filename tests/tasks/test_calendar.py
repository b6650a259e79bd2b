"""Every calendar family in real runs on the small data: the oracle reaches reward 1, mutants fail.

The families are played in one environment a site set, so that world and Chromium start once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import pytest

from browserenv.agents.oracle import OracleAgent
from browserenv.env import AsyncBrowserEnv
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import Played, play
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.steps import AnyStep
from browserenv.tasks.task import Task

CATALOG = Catalog()
FAMILIES = sorted(name for name in CATALOG.families if name.startswith("calendar."))
ALL_MUTANTS = [(name, i) for name in FAMILIES for i in range(len(CATALOG.families[name].mutants))]
# All were played for the certificate of the suite; here some are, unless all are asked for.
MUTANTS = ALL_MUTANTS if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else ALL_MUTANTS[::6]
HOSTS = {"calendar": "http://calendar.localhost", "forum": "http://forum.localhost"}

Run = Callable[[Task, Sequence[AnyStep]], Played]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Play a script on a task."""
    with ExitStack() as opened:
        made: dict[tuple[str, ...], tuple[BrowserEnv, list[Task]]] = {}

        def play_script(task: Task, script: Sequence[AnyStep]) -> Played:
            if task.sites not in made:
                env = BrowserEnv(task.family, size="small", observe=("axtree",))
                opened.callback(env.close)
                now = [task]
                env.core = AsyncBrowserEnv(lambda seed, state: now[0], env.core.world, env.settings)
                made[task.sites] = env, now
            env, now = made[task.sites]
            now[0] = task
            return play(env, OracleAgent(script, HOSTS), seed=0)

        yield play_script


def test_there_are_enough_families_with_enough_mutants() -> None:
    assert len(FAMILIES) >= 14
    for name in FAMILIES:
        family = CATALOG.families[name]
        assert family.oracle, name
        assert len(family.mutants) >= 3, name
        assert len({str(family.draw(seed)) for seed in range(20)}) > 1, f"{name} always draws the same"


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_the_oracle_passes(run: Run, name: str) -> None:
    task = CATALOG.task(name, 1)
    played = run(task, task.oracle)
    assert not played.agent_error
    assert [step.error for step in played.steps] == ["" for _ in played.steps]
    assert played.info["outcome"] == "pass", played.info["checks"]
    assert played.info["integrity"] == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "index"), MUTANTS)
def test_a_mutant_fails(run: Run, name: str, index: int) -> None:
    task = CATALOG.task(name, 0)
    mutant = task.mutants[index]
    played = run(task, mutant.steps)
    assert not played.agent_error, mutant.name
    assert played.info["outcome"] == "fail", mutant.name
    assert played.reward < 1
