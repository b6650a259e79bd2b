"""A snapshot of a state holds all of it, and restoring it gives the same evidence, also in another folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from browserenv.sites.kit import state as kit
from browserenv.sites.kit.state import State

COLLECTIONS = ("authors", "books")


def add(state: State, name: str) -> None:
    state.insert_rows({"authors": [{"name": name}]})


def evidence(state: State) -> tuple[object, ...]:
    with state.reading() as db:
        return state.fingerprint(), state.diff(), state.version(), kit.now(db)


def test_what_came_after_a_snapshot_is_gone_and_what_came_before_is_back(state: State) -> None:
    add(state, "Cleo")
    kept, expected = state.snapshot(), evidence(state)
    add(state, "Dan")
    assert evidence(state) != expected
    assert state.restore(kept).by == "rollback"
    assert evidence(state) == expected
    add(state, "Eve")
    assert list(state.diff()["authors"]["added"]) == ["3", "4"]


def test_a_snapshot_is_plain_json_and_holds_what_was_written_alone(state: State) -> None:
    assert state.snapshot() == {} or set(state.snapshot()) == {"site.db-wal"}
    add(state, "Cleo")
    assert set(json.loads(json.dumps(state.snapshot()))) == {"site.db-wal"}


def test_another_folder_on_the_same_start_state_goes_on_from_it(state: State, start: Path, tmp_path: Path) -> None:
    add(state, "Cleo")
    kept, expected = state.snapshot(), evidence(state)
    other = State(tmp_path / "other", start, COLLECTIONS)
    other.reset()
    other.restore(kept)
    assert evidence(other) == expected
    add(other, "Dan")
    assert evidence(state) == expected
    assert other.begin(start).by == "rollback"
    assert other.diff() == {}
    other.close()


def test_after_a_restore_a_reset_gives_the_start_state(state: State) -> None:
    fresh = state.fingerprint()
    add(state, "Cleo")
    state.restore(state.snapshot())
    assert state.begin(state.start).fingerprint == fresh


def write_a_file(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    (state.folder / "uploads").mkdir()
    (state.folder / "uploads" / "picture").write_bytes(b"\x00" * 10_000)


def overflow_the_log(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite folds the log into the database, which then has bytes of its own."""
    monkeypatch.setattr(kit, "MOST_PAGES", 10)
    with state.writing() as db:
        db.executemany("INSERT INTO authors (name) VALUES (?)", [[str(i)] for i in range(3_000)])


def go_on_in_another_process(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    add(state, "Cleo")
    state.resume()


@pytest.mark.parametrize("happen", [write_a_file, overflow_the_log, go_on_in_another_process])
def test_files_and_a_folded_log_are_kept_too(
    state: State, monkeypatch: pytest.MonkeyPatch, happen: Callable[[State, pytest.MonkeyPatch], None]
) -> None:
    happen(state, monkeypatch)
    kept, expected = state.snapshot(), evidence(state)
    state.reset()
    assert evidence(state) != expected
    state.restore(kept)
    assert evidence(state) == expected


def test_after_another_process_and_a_restore_a_rollback_is_one(state: State) -> None:
    fresh = state.fingerprint()
    add(state, "Cleo")
    state.resume()
    state.restore(state.snapshot())
    begun = state.begin(state.start)
    assert (begun.by, begun.reason, begun.fingerprint) == ("rollback", "", fresh)


def test_changes_outside_the_folder_are_refused(state: State) -> None:
    with pytest.raises(ValueError, match="is no file of a state folder"):
        state.restore({"../site.db": {"size": 0, "blocks": {}}})
