from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.sites.kit.delta import BLOCK, apply_delta, delta


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    folder = tmp_path / "golden"
    folder.mkdir()
    (folder / "golden.json").write_text("{}")
    (folder / "site.db").write_bytes(bytes(range(256)) * 64)
    return folder


@pytest.mark.parametrize("length", [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 5, 4 * BLOCK, 5 * BLOCK + 1])
def test_what_was_taken_apart_is_put_together_again(golden: Path, tmp_path: Path, length: int) -> None:
    start = tmp_path / "start"
    (start / "uploads").mkdir(parents=True)
    content = bytearray((bytes(range(256)) * 128)[:length])
    content[length // 2 : length // 2 + 1] = b"!" if length else b""
    (start / "site.db").write_bytes(content)
    (start / "uploads" / "picture").write_bytes(b"new")
    apply_delta(golden, delta(golden, start), tmp_path / "again")
    assert (tmp_path / "again" / "site.db").read_bytes() == bytes(content)
    assert (tmp_path / "again" / "uploads" / "picture").read_bytes() == b"new"
    assert not (tmp_path / "again" / "golden.json").exists()


def test_only_blocks_that_differ_are_carried(golden: Path, tmp_path: Path) -> None:
    start = tmp_path / "start"
    start.mkdir()
    content = bytearray((golden / "site.db").read_bytes())
    content[BLOCK + 7] ^= 1
    (start / "site.db").write_bytes(content)
    found = delta(golden, start)["site.db"]
    assert found is not None
    assert list(found["blocks"]) == [str(BLOCK)]


def test_a_file_that_went_is_a_change_too(golden: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / "upload").write_bytes(b"x")
    changes = delta(golden, tmp_path / "nothing", ["upload"])
    assert changes == {"upload": None}
    apply_delta(golden, changes, state)
    assert not (state / "upload").exists()


@pytest.mark.parametrize("name", ["../site.db", "/etc/passwd", "golden.json"])
def test_a_file_outside_the_state_is_refused(golden: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="is no file of a state folder"):
        apply_delta(golden, {name: {"size": 0, "blocks": {}}}, tmp_path / "start")
