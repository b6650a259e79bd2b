"""What a killed owner of a docker world left is removed, and nothing else is.

Whatever opens a docker world removes what dead owners left, other tests at the same time included. So it is all done in
a process id space of its own where one can be made: owners there are elsewhere to all others, and not theirs to judge.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docker
import pytest
from docker.errors import APIError

from browserenv.worlds.containers import LABEL

SCRIPT = Path(__file__).parent / "left_over_run.py"
APART = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]


def can_be_apart() -> bool:
    return shutil.which(APART[0]) is not None and subprocess.run([*APART, "true"], check=False).returncode == 0


def remove_all(engine: docker.DockerClient, world_ids: Sequence[str]) -> None:
    for world_id in world_ids:
        for container in engine.containers.list(all=True, filters={"label": f"{LABEL}={world_id}"}):
            with contextlib.suppress(APIError):  # another may be at it
                container.remove(force=True, v=True)


def play(engine: docker.DockerClient, how: str) -> dict[str, Any]:
    """What was seen where an owner was killed and what it left was removed by ``reap`` or by another world."""
    command = [*(APART if can_be_apart() else []), sys.executable, str(SCRIPT), how]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    lines = run.stdout.splitlines()
    remove_all(engine, lines[:2])  # nobody else would when it failed
    assert run.returncode == 0
    seen: dict[str, Any] = json.loads(lines[-1])
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(("how", "said"), [("reap", "of world {killed}"), ("open", "which process")])
def test_what_a_killed_owner_left_is_removed_and_nothing_else(
    engine: docker.DockerClient, forum_image: str, how: str, said: str
) -> None:
    seen = play(engine, how)
    assert seen["standings"] == {"living": ["in use"], "killed": ["left"]}
    assert said.format(**seen) in seen["said"]
    assert seen["seen"] == {"living": True, "killed": False}
    assert seen["folders"] == {"before": [True, True], "after": [True, False]}
