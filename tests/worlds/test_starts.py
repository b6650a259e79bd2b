from __future__ import annotations

import resource
import signal
from pathlib import Path

import pytest

from browserenv.errors import BrowserenvError, InfrastructureFault
from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.golden import Golden
from browserenv.worlds.base import Row
from browserenv.worlds.starts import MOST_KEPT, start_state


def rows(n: int) -> dict[str, list[Row]]:
    return {"users": [{"name": f"noise_{n}", "password_hash": "", "created_at": "2023-01-01T00:00:00+00:00"}]}


def test_without_rows_it_is_the_golden_one(forum_golden: Golden, tmp_path: Path) -> None:
    assert start_state(forum_golden, {}, tmp_path) == (forum_golden.folder, forum_golden.fingerprint)
    assert list(tmp_path.iterdir()) == []


def test_the_ones_used_last_are_kept(forum_golden: Golden, tmp_path: Path) -> None:
    starts = [start_state(forum_golden, rows(n), tmp_path) for n in range(MOST_KEPT)]
    assert start_state(forum_golden, rows(0), tmp_path) == starts[0]
    start_state(forum_golden, rows(MOST_KEPT), tmp_path)
    assert [start.exists() for start, _ in starts] == [True, False, *[True] * (MOST_KEPT - 2)]
    assert len(list(tmp_path.iterdir())) == 2 * MOST_KEPT, "the folder of each, and its fingerprint"
    assert start_state(forum_golden, rows(1), tmp_path) == starts[1], "it is built again, alike"


@pytest.mark.parametrize("missing", [4096, 0])
def test_a_disk_that_is_full_is_no_fault_of_the_task(forum_golden: Golden, tmp_path: Path, missing: int) -> None:
    """Met while golden is copied, and while rows are written; no file of this process may grow beyond a limit."""
    long_row = {**rows(0)["users"][0], "biography": "x" * 2**23}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        most = (forum_golden.folder / DATABASE).stat().st_size - missing
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
        with pytest.raises(InfrastructureFault, match="the start state of forum is not built: ") as caught:
            start_state(forum_golden, {"users": [long_row]}, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert caught.value.part == "world"
    assert list(tmp_path.iterdir()) == []


def test_rows_that_no_table_takes_are_a_fault_of_the_task(forum_golden: Golden, tmp_path: Path) -> None:
    for row in ({"id": 2**70}, {"id": [1]}, {"name": None}):
        with pytest.raises(BrowserenvError, match="the task's setup rows do not fit forum"):
            start_state(forum_golden, {"users": [{**rows(0)["users"][0], **row}]}, tmp_path)
    assert list(tmp_path.iterdir()) == []
