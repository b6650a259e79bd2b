"""A rollback leaves to every reader what a replacement does, or says that it cannot."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from browserenv.sites.kit.state import DATABASE, State, install_tracking

TRIGGER = "CREATE TRIGGER count_up AFTER DELETE ON books BEGIN UPDATE authors SET portrait = 'x' WHERE id = 2; END;"


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


def test_rows_that_a_trigger_changes_while_rows_are_put_back_are_put_back_too(start: Path, tmp_path: Path) -> None:
    db = sqlite3.connect(start / DATABASE)
    db.executescript(TRIGGER)
    db.close()
    state = State(tmp_path / "state", start, ("authors", "books"))
    state.reset()
    fresh = dump(state)
    change(state, "INSERT INTO books VALUES ('b', 1)")
    assert state.begin(start, "rollback").by == "rollback"
    assert dump(state) == fresh
    state.close()


def replaced(state: State) -> str:
    """The reason why a rollback became a replacement, which then is right."""
    begun = state.begin(state.start, "rollback")
    assert begun.by == "replace"
    assert state.fingerprint() == begun.fingerprint
    assert state.diff() == {}
    return begun.reason


def test_a_changed_schema_is_replaced(state: State) -> None:
    change(state, "CREATE TABLE notes (id INTEGER PRIMARY KEY)")
    assert "the schema changed at table notes" in replaced(state)


def test_a_table_beside_the_collections_is_replaced(start: Path, tmp_path: Path) -> None:
    db = sqlite3.connect(start / DATABASE)
    db.executescript("CREATE TABLE hits (path TEXT)")
    db.close()
    state = State(tmp_path / "state", start, ("authors", "books"))
    state.reset()
    assert "table hits is no collection" in replaced(state)
    state.close()


def test_a_strange_file_in_the_folder_is_replaced(state: State) -> None:
    (state.folder / "upload.png").write_bytes(b"x")
    assert "upload.png" in replaced(state)
    assert not (state.folder / "upload.png").exists()


def test_a_truncated_database_is_replaced(state: State) -> None:
    change(state, "DELETE FROM books")
    with state.database.open("r+b") as file:
        file.truncate(4096)
    assert replaced(state)


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


def test_very_many_changes_are_replaced(start: Path, tmp_path: Path) -> None:
    state = State(tmp_path / "state", start, ("authors", "books"))
    state.reset()
    with state.writing() as db:
        db.executemany("INSERT INTO authors (name) VALUES (?)", [[str(i)] for i in range(3_000)])
    assert replaced(state) == ""
    state.close()


def test_the_work_grows_with_the_changes_and_not_with_the_size(tmp_path: Path) -> None:
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
    assert small > 0
    assert large < 1.2 * small


class _Counting(State):
    """Counts the steps of SQLite's machine, by tens."""

    n_steps = 0

    def connect(self) -> sqlite3.Connection:
        db = super().connect()

        def count() -> None:
            self.n_steps += 1

        db.set_progress_handler(count, 10)
        return db
