"""A state several times the size of a golden one, made of copies of its rows: to see what grows with size.

It is no believable site: the copies say the same as what they were copied from. Collections whose rows must be unique
(names, one vote a person) stay as they are; those that hold the bulk, such as posts and comments, are multiplied.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ..sites.kit import golden, registry
from ..sites.kit.files import DATABASE, RECORD, file_digest


def grow(
    made: golden.Golden,
    times: int,
    folder: Path,
    progress: registry.Progress = lambda what, done, total: None,
) -> golden.Golden:
    """A golden state in ``folder`` with ``times`` the rows of ``made`` in every collection that takes copies.

    Its size is called ``10x-full``, so that no image of it is taken for that of the size it was made from.
    """
    folder.mkdir(parents=True)
    shutil.copyfile(made.folder / DATABASE, folder / DATABASE)
    collections = registry.manifest(made.site).collections
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        db.execute("BEGIN")
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")  # a million rows are searched faster when they are indexed at the end
        for done, name in enumerate(collections, start=1):
            _multiply(db, name, times)
            progress(f"{times} x {made.name}", done, len(collections))
        _rebuild_search(db)
        for _, sql in triggers:
            db.execute(sql)
        db.execute("COMMIT")
        counts = _counts(db, collections)
    (folder / RECORD).write_text("{}")
    return replace(
        made, size=f"{times}x-{made.size}", folder=folder, digest=file_digest(folder / DATABASE), counts=counts
    )


def _multiply(db: sqlite3.Connection, collection: str, times: int) -> None:
    kinds = dict(db.execute("SELECT name, type FROM pragma_table_info(?)", [collection]).fetchall())
    if kinds.pop("id") != "INTEGER":
        return
    (span,) = db.execute(f"SELECT coalesce(max(id), 0) FROM {collection}").fetchone()
    columns = ", ".join(f'"{name}"' for name in kinds)
    db.execute("SAVEPOINT copies")
    try:
        for number in range(1, times):
            db.execute(
                f"INSERT INTO {collection} (id, {columns})"
                f" SELECT id + {number * span}, {columns} FROM {collection} WHERE id <= {span}"
            )
    except sqlite3.IntegrityError:
        db.execute("ROLLBACK TO copies")  # its rows must be unique
    db.execute("RELEASE copies")


def _rebuild_search(db: sqlite3.Connection) -> None:
    for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").fetchall():
        found = re.match(r"CREATE VIRTUAL TABLE (\w+) USING fts5", sql)
        if found:
            db.execute(f"INSERT INTO {found[1]}({found[1]}) VALUES ('rebuild')")


def _counts(db: sqlite3.Connection, collections: Iterable[str]) -> dict[str, int]:
    return {name: int(db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in collections}
