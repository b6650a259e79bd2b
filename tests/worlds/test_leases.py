"""What a dead owner left is found and removed; what lives, or is another machine's, is not touched."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browserenv.worlds.leases import LEASE, find_leases, reap_folders, take_lease
from browserenv.worlds.owner import start_ticks
from browserenv.worlds.process import SiteProcess

OWNER = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from browserenv.worlds.process import SiteProcess
process = SiteProcess()
print(process.process_id, process.folder, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a short name: a socket is in it."""
    return tmp_path_factory.mktemp("t")


@pytest.fixture
def dead_owner(place: Path) -> Iterator[tuple[int, Path]]:
    """A site process that was stopped when its owner was killed, so that it could not leave; with its folder."""
    command = [sys.executable, "-c", OWNER, str(place)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        process_id, folder = owner.stdout.readline().split()
        os.kill(int(process_id), signal.SIGSTOP)
        while not _stands_still(int(process_id)):
            os.sched_yield()
        owner.kill()
    yield int(process_id), Path(folder)
    for lease in find_leases(place):
        lease.end()


def _stands_still(process_id: int) -> bool:
    """Whether all threads of a process are stopped; the signal reaches them one after another."""
    threads = Path(f"/proc/{process_id}/task").iterdir()
    return all((thread / "stat").read_text().rpartition(")")[2].split()[0] == "T" for thread in threads)


def test_what_a_dead_owner_left_is_reaped(dead_owner: tuple[int, Path], place: Path) -> None:
    process_id, folder = dead_owner
    (lease,) = find_leases(place)
    assert lease.owner.is_dead
    assert lease.process is not None
    assert (lease.folder, lease.process.process_id, lease.process.is_dead) == (folder, process_id, False)
    assert [(reaped.kind, reaped.name) for reaped in reap_folders(place)] == [("folder", str(folder))]
    assert not folder.exists()
    while start_ticks(process_id):
        os.sched_yield()
    assert reap_folders(place) == []


def test_what_a_killed_server_left_is_reaped(place: Path) -> None:
    serve = ["sites", "serve", "calendar", "--size", "small", "--port", "0"]
    command = [sys.executable, "-m", "browserenv.cli.main", *serve]
    environ = {**os.environ, "TMPDIR": str(place)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("calendar")
        assert reap_folders(place) == []
        server.kill()
    (left,) = place.iterdir()
    assert [reaped.name for reaped in reap_folders(place)] == [str(left)]
    assert list(place.iterdir()) == []


def test_the_living_are_not_touched() -> None:
    process = SiteProcess()
    try:
        assert process.folder in [lease.folder for lease in find_leases()]
        assert str(process.folder) not in [remain.name for remain in reap_folders()]
        assert process.restarts() == 0
        assert process.folder.exists()
    finally:
        process.close()


@pytest.mark.parametrize("part", ["owner", "process"])
def test_a_process_id_that_was_given_again_is_another_process(tmp_path: Path, part: str) -> None:
    """The ids of the lease are this test's own: were they believed, the test would end here."""
    folder = tmp_path / "browserenv-x"
    folder.mkdir()
    take_lease(folder, os.getpid())
    record = json.loads((folder / LEASE).read_text())
    record[part]["started"] = "1"
    (folder / LEASE).write_text(json.dumps(record))
    if part == "owner":
        record["process"]["started"] = "1"
        (folder / LEASE).write_text(json.dumps(record))
    reap_folders(tmp_path)
    assert folder.exists() is (part == "process")


def test_ids_of_another_machine_are_not_judged(tmp_path: Path) -> None:
    folder = tmp_path / "browserenv-x"
    folder.mkdir()
    take_lease(folder)
    record = json.loads((folder / LEASE).read_text())
    record["owner"] |= {"started": "1", "machine": "another"}
    (folder / LEASE).write_text(json.dumps(record))
    assert reap_folders(tmp_path) == []
    assert folder.exists()


def test_a_folder_without_a_readable_lease_is_nobodys(tmp_path: Path) -> None:
    for name, text in (("browserenv-a", None), ("browserenv-b", "{"), ("browserenv-c", '{"owner": 1}')):
        (tmp_path / name).mkdir()
        if text:
            (tmp_path / name / LEASE).write_text(text)
    assert (find_leases(tmp_path), reap_folders(tmp_path)) == ([], [])
    assert len(list(tmp_path.iterdir())) == 3
