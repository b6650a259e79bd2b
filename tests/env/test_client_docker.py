"""The calendar in a container: the same verdicts, starts and kept states as embedded.

One family here; ``BROWSERENV_ALL_FAMILIES=1`` plays all that need the calendar alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import docker
import pytest

from browserenv.agents.oracle import OracleAgent
from browserenv.compose.images import build_image
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.runs.several import OneTask
from browserenv.sites.kit import golden
from browserenv.tasks.catalog import Catalog

CATALOG = Catalog()
ALL = [name for name, family in CATALOG.families.items() if family.sites == ("calendar",)]
FAMILIES = ALL if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else ["calendar.move-event"]
ORIGIN = "http://calendar.localhost"


@pytest.fixture(scope="module")
def backends(engine: docker.DockerClient) -> Iterator[dict[str, BrowserEnv]]:
    build_image(engine, golden.ensure("calendar", "small"))
    with ExitStack() as opened:
        found = {}
        for backend in ("embedded", "docker"):
            env = BrowserEnv("calendar.move-event", backend=backend, size="small", observe=("axtree",))
            opened.callback(env.close)
            found[backend] = env
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_embedded_and_docker_agree(backends: dict[str, BrowserEnv], name: str) -> None:
    task = CATALOG.task(name, 0)
    for script, reward in ((task.oracle, 1.0), (task.mutants[0].steps, 0.0)):
        seen = {}
        for backend, env in backends.items():
            played = play(OneTask(env, task), OracleAgent(script, {"calendar": ORIGIN}), 0)
            verdicts = [(check["outcome"], check["score"], check["reason"]) for check in played.info["checks"]]
            kept = env.run(env.core.require_session().storage((ORIGIN,)))
            seen[backend] = (played.reward, verdicts, played.agent_error, played.start_info["fingerprints"], kept)
        assert seen["docker"] == seen["embedded"]
        assert seen["embedded"][0] == reward
