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

from browserenv.worlds.leases import LEASE, ProcessMark, embedded_leases, reap_embedded, take_lease
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
def dead_owner(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A site process that was stopped when its owner was killed, so that it could not leave; with its folder."""
    command = [sys.executable, "-c", OWNER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        process_id, folder = owner.stdout.readline().split()
        os.kill(int(process_id), signal.SIGSTOP)
        owner.kill()
    yield int(process_id), Path(folder)
    ProcessMark.of(int(process_id)).kill()


def test_what_a_dead_owner_left_is_reaped(dead_owner: tuple[int, Path], tmp_path: Path) -> None:
    process_id, folder = dead_owner
    (lease,) = embedded_leases(tmp_path)
    assert lease.is_dead
    assert (lease.folder, lease.process) == (folder, ProcessMark.of(process_id))
    assert f"owner {lease.owner.pid} dead" in str(lease)
    assert [reaped.folder for reaped in reap_embedded(tmp_path)] == [folder]
    assert not folder.exists()
    while ProcessMark.of(process_id).started is not None:
        os.sched_yield()
    assert reap_embedded(tmp_path) == []


def test_the_living_are_not_touched() -> None:
    process = SiteProcess()
    try:
        assert process.folder in [lease.folder for lease in embedded_leases()]
        assert process.folder not in [lease.folder for lease in reap_embedded()]
        assert process.restarts() == 0
        assert process.folder.exists()
    finally:
        process.close()


def test_a_process_id_that_was_given_again_is_another_process(tmp_path: Path) -> None:
    mark = ProcessMark.of(os.getpid())
    assert mark.is_alive
    assert mark.started is not None
    assert not ProcessMark(mark.pid, mark.started - 1).is_alive
    ProcessMark(mark.pid, mark.started - 1).kill()  # or this test would end here


@pytest.mark.parametrize(
    ("part", "value", "is_dead"), [(0, "another-machine", False), (1, "before-the-boot", True), (2, "pid:[1]", False)]
)
def test_only_ids_of_this_machine_are_judged(tmp_path: Path, part: int, value: str, is_dead: bool) -> None:
    folder = tmp_path / "browserenv-x"
    folder.mkdir()
    take_lease(folder)
    record = json.loads((folder / LEASE).read_text())
    record["owner"]["started"] = 1
    record["home"][part] = value
    (folder / LEASE).write_text(json.dumps(record))
    assert [lease.is_dead for lease in embedded_leases(tmp_path)] == [is_dead]
    reap_embedded(tmp_path)
    assert folder.exists() is not is_dead


def test_a_folder_without_a_readable_lease_is_nobodys(tmp_path: Path) -> None:
    for name, text in (("browserenv-a", None), ("browserenv-b", "{"), ("browserenv-c", '{"owner": 1}')):
        (tmp_path / name).mkdir()
        if text:
            (tmp_path / name / LEASE).write_text(text)
    assert embedded_leases(tmp_path) == reap_embedded(tmp_path) == []
    assert len(list(tmp_path.iterdir())) == 3
