from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.state import State, install_tracking

COLLECTIONS = ("authors", "books")


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """The folder of a small start state: two authors, one book."""
    folder = tmp_path / "start"
    folder.mkdir()
    db = sqlite3.connect(folder / DATABASE, isolation_level=None)
    db.executescript(
        """
        CREATE TABLE authors (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, portrait BLOB);
        CREATE TABLE books (id TEXT PRIMARY KEY, author_id INTEGER REFERENCES authors(id) ON DELETE CASCADE);
        INSERT INTO authors (name) VALUES ('Ada'), ('Ben');
        INSERT INTO books VALUES ('first', 1);
        """
    )
    install_tracking(db, COLLECTIONS)
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    return folder


@pytest.fixture
def state(start: Path, tmp_path: Path) -> Iterator[State]:
    """A state folder put to the start state."""
    state = State(tmp_path / "state", start, COLLECTIONS)
    state.reset()
    yield state
    state.close()
