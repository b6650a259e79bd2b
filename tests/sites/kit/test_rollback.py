"""A rollback leaves the bytes that a replacement does, or says that it cannot."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from browserenv.sites.kit import state as kit
from browserenv.sites.kit.files import DATABASE, mark
from browserenv.sites.kit.state import State, install_tracking

COLLECTIONS = ("authors", "books")


def dump(state: State) -> list[str]:
    """All that a reader can see: every row with its hidden row id, counters and notes included."""
    with state.reading() as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return [str(tuple(row)) for table in tables for row in db.execute(f"SELECT * FROM {table} ORDER BY 1")] + [
            str(tuple(row)) for row in db.execute("SELECT rowid, * FROM books ORDER BY rowid")
        ]


def change(state: State, *statements: str) -> None:
    with state.writing() as db:
        for statement in statements:
            db.execute(statement)


@pytest.mark.parametrize(
    "statements",
    [
        ("INSERT INTO authors (name) VALUES ('Cleo')",),
        ("DELETE FROM authors WHERE id = 1",),
        ("UPDATE authors SET name = name || 'x', portrait = x'00ff' WHERE id = 2",),
        ("UPDATE books SET id = 'second' WHERE id = 'first'",),
        ("REPLACE INTO books VALUES ('first', 1)",),
        ("INSERT INTO authors (name) VALUES ('C'), ('D'), ('E')", "DELETE FROM authors WHERE name IN ('C', 'D', 'E')"),
        ("UPDATE authors SET name = 'Z' WHERE id = 1", "UPDATE authors SET name = 'Ada' WHERE id = 2"),
        ("DELETE FROM authors", "INSERT INTO authors (id, name) VALUES (1, 'Ben'), (2, 'Ada')"),
        ("UPDATE authors SET portrait = 1.0 WHERE id = 1", "UPDATE authors SET portrait = 1 WHERE id = 1"),
        (),
    ],
)
def test_every_kind_of_change_is_undone(state: State, statements: tuple[str, ...]) -> None:
    fresh, expected = dump(state), state.fingerprint()
    change(state, *statements)
    begun = state.begin(state.start, "rollback")
    assert (begun.by, begun.reason, begun.fingerprint) == ("rollback", "", expected)
    assert dump(state) == fresh
    assert state.fingerprint() == expected
    assert (state.version(), state.diff()) == (0, {})


def test_new_rows_get_the_ids_that_they_get_in_a_fresh_copy(state: State) -> None:
    change(state, "INSERT INTO authors (name) VALUES ('Cleo'), ('Dan')", "INSERT INTO books VALUES ('z', 3)")
    state.begin(state.start, "rollback")
    change(state, "INSERT INTO authors (name) VALUES ('Eve')", "INSERT INTO books VALUES ('y', 3)")
    assert list(state.diff()["authors"]["added"]) == ["3"]
    with state.reading() as db:
        assert db.execute("SELECT rowid FROM books WHERE id = 'y'").fetchone()[0] == 2


def replaced(state: State) -> str:
    """The reason why a rollback became a replacement, which then is right."""
    begun = state.begin(state.start, "rollback")
    assert begun.by == "replace"
    assert state.fingerprint() == begun.fingerprint
    assert state.diff() == {}
    return begun.reason


def test_the_database_keeps_the_bytes_of_the_start_state_all_along(state: State) -> None:
    change(state, "DELETE FROM authors", "CREATE TABLE notes (id INTEGER PRIMARY KEY)")
    assert state.database.read_bytes() == (state.start / DATABASE).read_bytes()
    assert state.begin(state.start).by == "rollback"
    assert state.database.read_bytes() == (state.start / DATABASE).read_bytes()


def test_files_beside_the_database_are_put_back(start: Path, tmp_path: Path) -> None:
    (start / "uploads").mkdir()
    for name in ("kept", "altered", "gone"):
        (start / "uploads" / name).write_text(name)
    state = State(tmp_path / "state", start, COLLECTIONS)
    state.reset()
    fresh = state.fingerprint()
    (state.folder / "uploads" / "new").write_text("x")
    (state.folder / "uploads" / "altered").write_text("y")
    (state.folder / "uploads" / "gone").unlink()
    assert state.fingerprint() != fresh
    begun = state.begin(start)
    assert (begun.by, begun.fingerprint) == ("rollback", fresh)
    found = {path.name: path.read_text() for path in (state.folder / "uploads").iterdir()}
    assert found == {name: name for name in ("kept", "altered", "gone")}
    state.close()


def test_a_byte_altered_in_the_database_itself_is_replaced(state: State) -> None:
    """No trigger tells of it, and the file is as long as before."""
    with state.database.open("r+b") as file:
        file.seek(state.database.stat().st_size - 1)
        file.write(b"\x01")
    assert "the database file was written to" in replaced(state)


def test_an_altered_database_with_its_old_time_of_writing_is_replaced(state: State) -> None:
    status = state.database.stat()
    state.database.write_bytes(state.database.read_bytes()[:-1] + b"\x01")
    os.utime(state.database, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert replaced(state)


def test_a_truncated_database_is_replaced(state: State) -> None:
    change(state, "DELETE FROM books")
    with state.database.open("r+b") as file:
        file.truncate(4096)
    assert replaced(state)


def test_all_bytes_are_read_again_now_and_then(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no mark shows, such as a failing disk, is found at the next verification."""
    monkeypatch.setattr(kit, "VERIFIED_EVERY", 3)
    path = state.database
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")
    state._marks[DATABASE] = mark(path)
    ways = [state.begin(state.start) for _ in range(3)]
    assert [begun.by for begun in ways] == ["rollback", "rollback", "replace"]
    assert "not those of the start state" in ways[2].reason


def test_a_start_state_altered_since_is_no_ground_to_roll_back_to(state: State) -> None:
    expected = state.fingerprint()
    change(state, "DELETE FROM books")
    path = state.start / DATABASE
    path.write_bytes(path.read_bytes().replace(b"Ben", b"Bex"))
    with pytest.raises(OSError, match="was altered"):
        state.diff()
    begun = state.begin(state.start, "rollback")
    assert begun.by == "replace"
    assert "was altered" in begun.reason
    assert begun.fingerprint != expected


def test_the_same_start_state_in_another_file_is_accepted(state: State) -> None:
    change(state, "DELETE FROM books")
    path = state.start / DATABASE
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)
    assert list(state.diff()) == ["books"]
    assert state.begin(state.start, "rollback").by == "rollback"


def test_another_start_state_is_a_replacement_without_a_word(state: State, start: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / DATABASE).write_bytes((start / DATABASE).read_bytes())
    assert (state.begin(other, "rollback").by, state.begin(other, "rollback").by) == ("replace", "rollback")


def test_a_resumed_folder_keeps_its_changes_and_is_replaced_at_the_next_start(state: State) -> None:
    change(state, "INSERT INTO authors (name) VALUES ('Cleo')")
    changes, expected = state.diff(), state.fingerprint()
    other = State(state.folder, state.start, state.collections)
    other.resume()
    assert (other.diff(), other.fingerprint()) == (changes, expected)
    assert other.begin(state.start, "rollback").by == "replace"
    other.close()


def test_a_log_grown_too_large_is_replaced(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "MOST_PAGES", 10)
    with state.writing() as db:
        db.executemany("INSERT INTO authors (name) VALUES (?)", [[str(i)] for i in range(3_000)])
    assert "too much to log" in replaced(state)


def test_the_work_does_not_grow_with_the_size(tmp_path: Path) -> None:
    """Counted in SQLite's own steps, so that no clock is asked."""

    def steps(n_rows: int) -> int:
        folder = tmp_path / str(n_rows)
        folder.mkdir()
        db = sqlite3.connect(folder / DATABASE, isolation_level=None)
        db.executescript(
            "CREATE TABLE authors (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, portrait BLOB);"
            "CREATE TABLE books (id TEXT PRIMARY KEY, author_id INTEGER REFERENCES authors(id) ON DELETE CASCADE);"
        )
        db.execute("BEGIN")
        db.executemany("INSERT INTO authors (name) VALUES (?)", [[f"author {i}"] for i in range(n_rows)])
        db.executemany("INSERT INTO books VALUES (?, ?)", [[f"book {i}", i + 1] for i in range(n_rows)])
        db.execute("COMMIT")
        install_tracking(db, ("authors", "books"))
        db.execute("PRAGMA journal_mode = WAL")
        db.close()
        state = _Counting(tmp_path / f"state-{n_rows}", folder, ("authors", "books"))
        state.reset()
        change(state, "DELETE FROM books WHERE id = 'book 50'", "UPDATE authors SET name = 'x' WHERE id = 70")
        state.n_steps = 0
        assert state.begin(folder, "rollback").by == "rollback"
        state.close()
        return state.n_steps

    small, large = steps(100), steps(10_000)
    assert 0 < small == large


class _Counting(State):
    """Counts the steps of SQLite's machine, by tens."""

    n_steps = 0

    def connect(self) -> sqlite3.Connection:
        db = super().connect()

        def count() -> None:
            self.n_steps += 1

        db.set_progress_handler(count, 10)
        return db
