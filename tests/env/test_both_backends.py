"""Sites in containers and in processes: the same starts, verdicts, changes and kept states, whatever the task.

A world of both sites plays all. A few families here, most of which change something; all of them with
``BROWSERENV_ALL_FAMILIES=1``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import docker
import pytest

from browserenv.agents.oracle import OracleAgent
from browserenv.compose.images import build_image
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.runs.several import OneTask
from browserenv.sites.kit import golden
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.steps import AnyStep
from browserenv.tasks.task import Task

CATALOG = Catalog()
WORLD = "calendar.reading-evening"  # the sites of this one are those of all families
FEW = ["calendar.move-event", "forum.create-forum"]
FAMILIES = sorted(CATALOG.families) if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else FEW
SITES = CATALOG.families[WORLD].sites
ORIGINS = {site: f"http://{site}.localhost" for site in SITES}


@pytest.fixture(scope="module")
def backends(engine: docker.DockerClient) -> Iterator[dict[str, BrowserEnv]]:
    for site in SITES:
        build_image(engine, golden.ensure(site, "small"))
    with ExitStack() as opened:
        found = {}
        for backend in ("embedded", "docker"):
            env = BrowserEnv(WORLD, backend=backend, size="small", observe=("axtree",))
            opened.callback(env.close)
            found[backend] = env
        yield found


def outcome(env: BrowserEnv, task: Task, script: tuple[AnyStep, ...]) -> dict[str, Any]:
    """All that must not depend on the backend of an episode in which ``script`` was played."""
    for _ in range(2):  # what a fault of the machine's spoilt is played again, as in a run
        played = play(OneTask(env, task), OracleAgent(script, ORIGINS), 0)
        if played.info["fault"] is None:
            break
    return {
        "reward": played.reward,
        "fault": played.info["fault"],
        "verdicts": [(check["outcome"], check["score"], check["reason"]) for check in played.info["checks"]],
        "side effects": played.info["side_effects"],
        "gave up": played.agent_error,
        "errors": [step.error for step in played.steps],
        "start": played.start_info["fingerprints"],
        "changes": env.core.world.diff(),
        "kept in the browser": env.run(env.core.require_session().storage((ORIGINS["calendar"],))),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_embedded_and_docker_agree(backends: dict[str, BrowserEnv], name: str) -> None:
    task = CATALOG.task(name, 0, backends["embedded"].core.world.golden_state)
    assert task == CATALOG.task(name, 0, backends["docker"].core.world.golden_state)
    for script, reward in ((task.oracle, 1.0), (task.mutants[0].steps, 0.0)):
        seen = {backend: outcome(env, task, script) for backend, env in backends.items()}
        assert seen["docker"] == seen["embedded"]
        assert (seen["embedded"]["reward"], seen["embedded"]["fault"]) == (reward, None)
