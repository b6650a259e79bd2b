from __future__ import annotations

from pathlib import Path

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
