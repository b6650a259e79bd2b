"""Undoing what changed: only the rows that differ from the start state are put back, however large the site.

The result is the start state to every later reader: rows with their hidden row ids, counters of new ids, search index
(which the schema's own triggers keep), clock and write counter. What is not known to be put back is not guessed at:
``CannotRollBack`` is raised, and the caller replaces the whole state.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MOST_ROWS = 2_000  # beyond about this many, copying the whole state is faster
ROUNDS = 4  # triggers of the schema may touch further rows; these are put back in the next round

Key = tuple[str, Any]
"""A collection, and the ``id`` of a row in it."""


class CannotRollBack(Exception):
    """Why a state can only be replaced, in one line."""


def roll_back(db: sqlite3.Connection, collections: Iterable[str]) -> None:
    """Put the changed rows, the counters and the clock of ``main`` back to what they are in ``start``.

    db: inside a transaction, with foreign keys off and the start state attached as ``start``. ``_changes`` is left for
    the caller to take the fingerprint by, and then to clear. Raises ``CannotRollBack`` when something would differ.
    """
    _require_known_tables(db, frozenset(collections))
    tables = {name: _Table.read(db, name) for (name,) in db.execute("SELECT DISTINCT collection FROM _changes")}
    for _ in range(ROUNDS):
        different = _different(db, tables)
        if not different:
            break
        _put_back(db, tables, different)
    else:
        name, row_id = different[0]
        raise CannotRollBack(f"row {row_id!r} of {name} does not stay as it was: triggers of the schema change it")
    _put_back_counters(db)


def n_changed(db: sqlite3.Connection) -> int:
    """How many rows were touched since the start state."""
    return int(db.execute("SELECT count(*) FROM _changes").fetchone()[0])


def forget_changes(db: sqlite3.Connection) -> None:
    """Make the note of changes that of the start state."""
    db.execute("DELETE FROM main._changes")
    db.execute("INSERT INTO main._changes SELECT * FROM start._changes")


@dataclass(frozen=True)
class _Table:
    """``columns`` are all that a row consists of, its hidden row id among them where it has one."""

    name: str
    columns: str

    @classmethod
    def read(cls, db: sqlite3.Connection, name: str) -> _Table:
        """Generated columns are left out: they follow from the others."""
        columns = [f'"{column}"' for (column,) in db.execute("SELECT name FROM pragma_table_info(?)", [name])]
        try:
            db.execute(f"SELECT rowid FROM main.{name} LIMIT 0")
            columns.insert(0, "rowid")
        except sqlite3.OperationalError:
            pass  # a table WITHOUT ROWID has none to keep
        return cls(name, ", ".join(columns))

    def row(self, db: sqlite3.Connection, schema: str, row_id: Any) -> list[tuple[type, Any]] | None:
        """A row's values with their types, since SQLite tells 1 from 1.0 and pages show the difference."""
        found = db.execute(f"SELECT {self.columns} FROM {schema}.{self.name} WHERE id IS ?", [row_id]).fetchone()
        return None if found is None else [(type(value), value) for value in found]


def _different(db: sqlite3.Connection, tables: dict[str, _Table]) -> list[Key]:
    """The noted rows that are not as they are in the start state."""
    keys = [(str(name), row_id) for name, row_id in db.execute("SELECT collection, row_id FROM _changes")]
    for name, _ in keys:
        if name not in tables:  # noted by a trigger of the schema while rows were put back
            tables[name] = _Table.read(db, name)
    return [
        (name, row_id)
        for name, row_id in keys
        if tables[name].row(db, "main", row_id) != tables[name].row(db, "start", row_id)
    ]


def _put_back(db: sqlite3.Connection, tables: dict[str, _Table], keys: list[Key]) -> None:
    # All are removed before any is put back: two rows may have swapped what must be unique.
    for name, row_id in keys:
        db.execute(f"DELETE FROM main.{name} WHERE id IS ?", [row_id])
    for name, row_id in keys:
        columns = tables[name].columns
        db.execute(
            f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM start.{name} WHERE id IS ?",
            [row_id],
        )


def _put_back_counters(db: sqlite3.Connection) -> None:
    """The next ids of new rows, the write counter and the clock."""
    counters = ["_meta"]
    if db.execute("SELECT 1 FROM main.sqlite_master WHERE name = 'sqlite_sequence'").fetchone():
        counters.append("sqlite_sequence")
    for table in counters:
        db.execute(f"DELETE FROM main.{table}")
        db.execute(f"INSERT INTO main.{table} SELECT * FROM start.{table}")


_SCHEMA = "SELECT type, name, tbl_name, sql FROM {}.sqlite_master"


def _require_known_tables(db: sqlite3.Connection, collections: frozenset[str]) -> None:
    """Changes are noted in collections alone: a schema that changed, or a table beside them, cannot be vouched for."""
    for one, other in (("main", "start"), ("start", "main")):
        if extra := db.execute(f"{_SCHEMA.format(one)} EXCEPT {_SCHEMA.format(other)}").fetchone():
            raise CannotRollBack(f"the schema changed at {extra[0]} {extra[1]}")
    tables = db.execute("SELECT name, sql FROM start.sqlite_master WHERE type = 'table'").fetchall()
    virtual = tuple(f"{name}_" for name, sql in tables if str(sql).upper().startswith("CREATE VIRTUAL TABLE"))
    for name, sql in tables:
        kept_by_sqlite = name.startswith("sqlite_") or f"{name}_" in virtual or name.startswith(virtual or ("\0",))
        if name not in collections and name not in ("_meta", "_changes") and not kept_by_sqlite:
            raise CannotRollBack(f"table {name} is no collection, so its changes are not noted: {str(sql)[:40]!r}")
