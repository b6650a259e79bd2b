"""The examples run as they stand: agents of other projects, unmodified, earn the reward here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["browsergym_agent.py", "browser_use_agent.py"])
def test_an_agent_of_another_project_does_task_580(forum_golden: Any, name: str) -> None:
    played = subprocess.run(
        [sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, timeout=600, check=False
    )
    assert played.returncode == 0, played.stderr[-2000:]
    assert "reward  1.0   pass" in played.stdout
