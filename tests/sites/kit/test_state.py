from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from browserenv.sites.kit import state as kit
from browserenv.sites.kit.files import DATABASE, file_digest
from browserenv.sites.kit.state import State


def test_a_fresh_state_has_no_changes_and_version_zero(state: State) -> None:
    assert state.diff() == {}
    assert state.version() == 0
    assert state.fingerprint() == kit.fingerprint(file_digest(state.start / DATABASE))


def test_the_diff_shows_added_updated_and_deleted_rows(state: State) -> None:
    with state.writing() as db:
        db.execute("INSERT INTO authors (name) VALUES ('Cleo')")
        db.execute("UPDATE authors SET name = 'Adam' WHERE id = 1")
        db.execute("DELETE FROM books WHERE id = 'first'")
    assert state.diff() == {
        "authors": {
            "added": {"3": {"id": 3, "name": "Cleo", "portrait": None}},
            "updated": {
                "1": {
                    "before": {"id": 1, "name": "Ada", "portrait": None},
                    "after": {"id": 1, "name": "Adam", "portrait": None},
                }
            },
            "deleted": {},
        },
        "books": {"added": {}, "updated": {}, "deleted": {"first": {"id": "first", "author_id": 1}}},
    }


def test_rows_deleted_by_cascade_are_seen(state: State) -> None:
    with state.writing() as db:
        db.execute("DELETE FROM authors WHERE id = 1")
    assert set(state.diff()) == {"authors", "books"}


def test_a_change_that_was_undone_is_no_change_but_was_a_write(state: State) -> None:
    with state.writing() as db:
        db.execute("UPDATE authors SET name = 'X' WHERE id = 1")
    with state.writing() as db:
        db.execute("UPDATE authors SET name = 'Ada' WHERE id = 1")
    assert state.diff() == {}
    assert state.version() == 2


def test_a_changed_key_is_a_deletion_and_an_addition(state: State) -> None:
    with state.writing() as db:
        db.execute("UPDATE books SET id = 'second' WHERE id = 'first'")
    changes = state.diff()["books"]
    assert list(changes["added"]) == ["second"]
    assert list(changes["deleted"]) == ["first"]


def test_replacing_a_row_is_noted(state: State) -> None:
    with state.writing() as db:
        db.execute("REPLACE INTO books VALUES ('first', 2)")
    assert state.diff()["books"]["updated"]["first"]["after"] == {"id": "first", "author_id": 2}


def test_a_row_that_a_replacement_pushes_out_is_noted(state: State) -> None:
    with state.writing() as db:
        db.execute("REPLACE INTO authors (id, name) VALUES (7, 'Ada')")
    changes = state.diff()["authors"]
    assert list(changes["added"]) == ["7"]
    assert list(changes["deleted"]) == ["1"]


def test_bytes_are_shown_by_length_and_digest(state: State) -> None:
    with state.writing() as db:
        db.execute("UPDATE authors SET portrait = ? WHERE id = 2", [b"abc"])
    shown = state.diff()["authors"]["updated"]["2"]["after"]["portrait"]
    assert shown["n_bytes"] == 3
    assert shown["sha256"].startswith("ba7816bf")


def test_the_clock_advances_one_second_per_transaction_that_wrote(state: State) -> None:
    with state.writing() as db:
        db.execute("INSERT INTO authors (name) VALUES ('C'), ('D')")
    with state.writing() as db:
        db.execute("UPDATE authors SET name = 'E' WHERE id = 99")
    with state.reading() as db:
        assert (kit.now(db) - kit.DEFAULT_START).total_seconds() == 1


def test_a_failed_write_leaves_nothing(state: State) -> None:
    before = state.fingerprint()
    with pytest.raises(sqlite3.IntegrityError), state.writing() as db:
        db.execute("INSERT INTO authors (name) VALUES ('Cleo')")
        db.execute("INSERT INTO authors (name) VALUES ('Ada')")
    assert state.fingerprint() == before
    assert state.version() == 0


def test_a_reading_connection_cannot_write(state: State) -> None:
    with state.reading() as db, pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM books")


def test_reset_restores_every_byte_and_removes_what_was_left(state: State) -> None:
    expected = state.fingerprint()
    (state.folder / "left-over").mkdir()
    with state.writing() as db:
        db.execute("DELETE FROM authors")
    state.reset()
    assert state.fingerprint() == expected
    assert sorted(path.name for path in state.folder.iterdir() if "-" not in path.name) == [DATABASE]


def test_equal_writes_give_equal_fingerprints_and_different_writes_different_ones(start: Path, tmp_path: Path) -> None:
    fingerprints = []
    for number, name in enumerate(("Cleo", "Cleo", "Dan")):
        state = State(tmp_path / str(number), start, ("authors", "books"))
        state.reset()
        state.insert_rows({"authors": [{"name": name}]})
        fingerprints.append(state.fingerprint())
        state.close()
    assert fingerprints[0] == fingerprints[1] != fingerprints[2]


def test_rows_are_read_by_equal_columns(state: State) -> None:
    assert [row["id"] for row in state.rows("authors", {"name": "Ben"})] == [2]
    assert state.rows("books", {"author_id": None}) == []


def test_an_unknown_collection_is_named_with_those_there_are(state: State) -> None:
    with pytest.raises(KeyError, match="no collection 'magazines'; there are authors, books"):
        state.rows("magazines", {})


def test_an_unknown_column_is_named_with_those_there_are(state: State) -> None:
    with pytest.raises(KeyError, match="no column 'title' in books; there are id, author_id"):
        state.rows("books", {"title": "x"})


def test_too_many_rows_are_refused_rather_than_cut(state: State) -> None:
    assert len(state.rows("authors", {}, limit=2)) == 2
    with pytest.raises(ValueError, match="more than 1 rows of authors"):
        state.rows("authors", {}, limit=1)
