"""Task 580 as WebArena's own file has it, imported and played on our forum."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from browserenv.agents.oracle import OracleAgent
from browserenv.registration import register_tasks
from browserenv.runs.play import play
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.imported import ImportedTasks
from browserenv.tasks.steps import SendMessage
from browserenv.tasks.webarena import read_webarena

DATA = Path(os.environ.get("BROWSERENV_REFERENCE_DATA", Path(__file__).parents[3] / "shared" / "data"))
GYM_ID = "browserenv/webarena.580"


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no folder {DATA}; set BROWSERENV_REFERENCE_DATA")
def test_the_oracle_passes_the_imported_task(
    forum_golden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSERENV_TASKS", str(tmp_path))
    ImportedTasks(tmp_path).write(read_webarena(DATA / "webarena" / "test.raw.json"))
    register_tasks(Catalog())
    env: Any = gym.make(GYM_ID, size="small")
    try:
        oracle = (*Catalog().task("580").oracle, SendMessage(text="done"))
        played = play(env.unwrapped, OracleAgent(oracle, {"forum": "http://forum.localhost"}), seed=0)
        assert played.agent_error == ""
        assert [(verdict["judge"], verdict["outcome"]) for verdict in played.info["checks"]] == [("page", "pass")] * 2
        assert played.reward == 1.0
    finally:
        env.close()
        for name in [name for name in gym.registry if name.startswith("browserenv/webarena.")]:
            gym.registry.pop(name)
