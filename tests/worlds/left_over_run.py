"""Run by ``test_left_over.py``: of two owners of docker worlds one is killed, and what it left is removed.

Prints the ids of both worlds as soon as there is one, and at last what was seen.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import IO

from browserenv.compose.engine import connect
from browserenv.worlds.containers import find_containers
from browserenv.worlds.docker import DockerWorld
from browserenv.worlds.leases import find_leases

OPEN_AND_STAY = """
from browserenv.worlds.docker import DockerWorld
world = DockerWorld(["forum"], size="small")
world.open()
world.wait_until_ready()  # nothing is on its way when this is killed
print(world.world_id, flush=True)
input()
world.close()
"""


class Owner:
    """A process that has a docker world open."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", OPEN_AND_STAY], stdin=-1, stdout=-1, text=True)
        said: IO[str] | None = self.process.stdout
        assert said is not None
        self.world_id = said.readline().strip()
        assert self.world_id, "the world opens"
        sys.stdout.write(f"{self.world_id}\n")
        sys.stdout.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def has_folder(self) -> bool:
        return self.process.pid in {lease.owner.process_id for lease in find_leases()}

    def end(self) -> None:
        self.process.communicate("\n")


def worlds(command: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "browserenv.cli.main", "worlds", command], stdout=-1, text=True, check=True
    )
    return run.stdout


def standing(listed: list[str], owner: Owner) -> list[str]:
    """What stands in the last column beside an owner's containers."""
    rows = [line for line in listed if line.startswith(f"{owner.world_id}  container")]
    return sorted({row.rstrip().rpartition("  ")[2] for row in rows})


def open_another() -> str:
    """What a world says when it opens."""
    told: list[str] = []
    world = DockerWorld(["forum"], size="small", log=told.append)
    try:
        world.open()
    finally:
        world.close()
    return "\n".join(told)


def main() -> None:
    living, killed = Owner(), Owner()
    try:
        killed.kill()
        listed = worlds("list").splitlines()
        standings = {"living": standing(listed, living), "killed": standing(listed, killed)}
        had_folders = [living.has_folder, killed.has_folder]
        said = worlds("reap") if sys.argv[1] == "reap" else open_another()
        client = connect()
        there = {remain.world_id for remain in find_containers(client)}
        client.close()
        seen = {"living": living.world_id in there, "killed": killed.world_id in there}
        folders = {"before": had_folders, "after": [living.has_folder, killed.has_folder]}
        json.dump(
            {"killed": killed.world_id, "standings": standings, "said": said, "seen": seen, "folders": folders},
            sys.stdout,
        )
    finally:
        living.end()


if __name__ == "__main__":
    main()
