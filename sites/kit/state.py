"""A site's state: one folder with one SQLite database, and what changed in it since the start state.

Row triggers, generated for every collection, note each changed row in ``_changes`` and advance the write counter, so
that a diff reads those rows alone, however large the site. The clock is pinned: it starts at the world's start time and
advances by one second with every request that wrote.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from .rollback import MOST_ROWS, CannotRollBack, forget_changes, n_changed, roll_back

DATABASE = "site.db"
DEFAULT_START = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)

Row = dict[str, Any]
Diff = dict[str, dict[str, dict[str, Any]]]

_META = """
CREATE TABLE _meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
INSERT INTO _meta VALUES ('version', 0), ('ticks', 0), ('start_time', '{start}');
CREATE TABLE _changes (collection TEXT NOT NULL, row_id NOT NULL, PRIMARY KEY (collection, row_id)) WITHOUT ROWID;
"""

_TRIGGER = """
CREATE TRIGGER _note_{event}_{table} AFTER {event} ON {table} BEGIN
    INSERT OR IGNORE INTO _changes VALUES {rows};
    UPDATE _meta SET value = value + 1 WHERE key = 'version';
END;
"""


def install_tracking(db: sqlite3.Connection, collections: Iterable[str], start: datetime = DEFAULT_START) -> None:
    """Add the write counter, the clock and the row triggers to a freshly built database.

    Called once, after the seed data is in place, so that the golden state counts no changes.
    """
    db.executescript(_META.format(start=start.isoformat()))
    for table in collections:
        new, old = f"('{table}', NEW.id)", f"('{table}', OLD.id)"
        for event, rows in (("INSERT", new), ("DELETE", old), ("UPDATE", f"{old}, {new}")):
            db.executescript(_TRIGGER.format(event=event, table=table, rows=rows))


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint(start_digest: str, ticks: int = 0, changes: Diff | None = None) -> str:
    """Digest of a state: the bytes it started from, its clock, and every row that differs from then."""
    text = json.dumps([start_digest, ticks, changes or {}], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Begun:
    """A state put to its start: its fingerprint; ``by`` which way; ``reason``: why not by the way that was asked for,
    where that is worth a line in the log.
    """

    fingerprint: str
    by: str
    reason: str = ""


class State:
    """The state folder of one world's site.

    ``start`` is the folder of the start state, never written to; ``folder`` is the copy that the site works on.
    """

    def __init__(self, folder: Path, start: Path, collections: tuple[str, ...]) -> None:
        self.folder = folder
        self.start = start
        self.collections = collections
        self.start_digest = ""
        self._start_mark: tuple[int, ...] | None = None  # of the start's file, when ``start_digest`` was taken
        self._is_whole = False  # whether the folder is the start state and noted changes, and nothing else
        self._peek: sqlite3.Connection | None = (
            None  # kept open, since the write counter is asked for after every action
        )
        self._peek_turn = threading.Lock()

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def begin(self, start: Path, by: str = "replace") -> Begun:
        """Put the start state in the folder ``start`` in place, by ``"replace"`` (copy all) or ``"rollback"``.

        A rollback puts back the rows that changed, and only those; where it cannot, all is replaced. Both leave the
        same state to every reader. No request may run meanwhile. Raises ``OSError`` when the disk refuses.
        """
        reason = ""
        if by == "rollback" and self._is_whole and start == self.start:
            try:
                if self._n_changed() <= MOST_ROWS:
                    return Begun(self._roll_back(), "rollback")
            except (CannotRollBack, sqlite3.Error, OSError) as error:
                reason = f"{type(error).__name__}: {error}" if not isinstance(error, CannotRollBack) else str(error)
        self.start = start
        self.reset()
        return Begun(self.fingerprint(), "replace", reason)

    def resume(self) -> None:
        """Go on with the folder as another process left it; its next ``begin`` replaces all."""
        self._start_mark = _mark(self.start / DATABASE)
        self.start_digest = file_digest(self.start / DATABASE)

    def reset(self) -> str:
        """Replace the folder's contents with the start state; return the digest of the bytes that were put in place.

        No other connection may be open. Raises ``OSError`` when the disk refuses.
        """
        self._is_whole = False
        self.close()
        self.folder.mkdir(parents=True, exist_ok=True)
        for left_over in self.folder.iterdir():
            if left_over.is_dir():
                shutil.rmtree(left_over)
            else:
                left_over.unlink()
        self._start_mark = _mark(self.start / DATABASE)
        shutil.copyfile(self.start / DATABASE, self.database)
        self.start_digest = file_digest(self.database)
        self._is_whole = True
        return self.start_digest

    def connect(self) -> sqlite3.Connection:
        """A new connection in autocommit mode, rows by name, foreign keys enforced.

        Write-ahead log without syncs: safe when the process dies, and states are thrown away anyhow.
        """
        db = sqlite3.connect(
            self.database.as_uri(), uri=True, isolation_level=None, timeout=10, check_same_thread=False
        )
        db.row_factory = sqlite3.Row
        db.executescript("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; PRAGMA synchronous = OFF;")
        return db

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that cannot write."""
        db = self.connect()
        try:
            db.execute("PRAGMA query_only = ON")
            yield db
        finally:
            db.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection inside one transaction: committed at the end, rolled back when the body raises.

        The clock advances by a second if, and only if, a row changed.
        """
        db = self.connect()
        try:
            db.execute("BEGIN IMMEDIATE")
            before = version(db)
            try:
                yield db
            except BaseException:
                db.rollback()
                raise
            if version(db) != before:
                db.execute("UPDATE _meta SET value = value + 1 WHERE key = 'ticks'")
            db.commit()
        finally:
            db.close()

    def insert_rows(self, rows: Mapping[str, Iterable[Row]]) -> None:
        """Add rows by collection; raises ``sqlite3.Error`` for a row that the schema refuses."""
        with self.writing() as db:
            for collection, new_rows in rows.items():
                self._require(collection)
                for row in new_rows:
                    columns = ", ".join(f'"{name}"' for name in row)
                    marks = ", ".join("?" for _ in row)
                    db.execute(f"INSERT INTO {collection} ({columns}) VALUES ({marks})", list(row.values()))

    def rows(self, collection: str, where: Mapping[str, Any], limit: int = 10_000) -> list[Row]:
        """Rows of a collection whose columns equal ``where``, in order of id.

        Raises ``KeyError`` for an unknown collection or column, ``ValueError`` when there are more than ``limit``:
        an answer that was cut would be judged as if it were whole.
        """
        self._require(collection)
        terms = " AND ".join(f'"{column}" IS ?' for column in where) or "1"
        query = f"SELECT * FROM {collection} WHERE {terms} ORDER BY id LIMIT ?"
        with self.reading() as db:
            columns = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [collection])]
            if unknown := [column for column in where if column not in columns]:
                raise KeyError(f"no column {unknown[0]!r} in {collection}; there are {', '.join(columns)}")
            found = [as_json(row) for row in db.execute(query, [*where.values(), limit + 1])]
        if len(found) > limit:
            raise ValueError(f"more than {limit} rows of {collection} fit {dict(where)}; ask for fewer")
        return found

    def diff(self) -> Diff:
        """What changed since the start state, read from the changed rows alone.

        ``{collection: {"added": {id: row}, "updated": {id: {"before": row, "after": row}}, "deleted": {id: row}}}``;
        collections without changes are left out, ids are strings.
        """
        with self.reading() as db:
            self._attach_start(db)
            return _diff(db)

    def version(self) -> int:
        """The write counter: unchanged means that no row was written."""
        with self._peek_turn:
            if self._peek is None:
                self._peek = self.connect()
                self._peek.execute("PRAGMA query_only = ON")
            return version(self._peek)

    def close(self) -> None:
        """Close what the state itself holds open."""
        with self._peek_turn:
            if self._peek is not None:
                self._peek.close()
                self._peek = None

    def fingerprint(self) -> str:
        """See ``fingerprint``; ``start_digest`` is that of the last reset."""
        with self.reading() as db:
            ticks = _ticks(db)
        return fingerprint(self.start_digest, ticks, self.diff())

    def _attach_start(self, db: sqlite3.Connection) -> None:
        """Raises ``OSError`` when the start state is no longer the one that was put in place."""
        path = self.start / DATABASE
        mark = _mark(path)
        if self.start_digest and mark != self._start_mark:
            if file_digest(path) != self.start_digest:
                raise OSError(f"the start state {path} was altered; what changed since then cannot be told")
            self._start_mark = mark  # the same bytes in another file
        db.execute("ATTACH ? AS start", [f"{path.as_uri()}?mode=ro&immutable=1"])

    def _n_changed(self) -> int:
        with self.reading() as db:
            return n_changed(db)

    def _roll_back(self) -> str:
        """Undo the noted changes; returns the fingerprint by the changed rows."""
        self._require_own_files()
        with closing(self.connect()) as db:
            db.execute("PRAGMA foreign_keys = OFF")  # rows are put back in any order, without cascades
            self._attach_start(db)
            db.execute("BEGIN IMMEDIATE")
            try:
                roll_back(db, self.collections)
                found = fingerprint(self.start_digest, _ticks(db), _diff(db))
                forget_changes(db)
            except BaseException:
                db.rollback()
                raise
            db.commit()
            db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")
        return found

    def _require_own_files(self) -> None:
        """Raises ``CannotRollBack`` for what only a replacement mends."""
        own = {DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"}
        if strange := sorted({path.name for path in self.folder.iterdir()} - own):
            raise CannotRollBack(f"the state folder holds {strange[0]}, which the site did not put there")
        if self.database.stat().st_size < (self.start / DATABASE).stat().st_size:
            raise CannotRollBack("the database file was cut short")

    def _require(self, collection: str) -> None:
        if collection not in self.collections:
            raise KeyError(f"no collection {collection!r}; there are {', '.join(self.collections)}")


def version(db: sqlite3.Connection) -> int:
    """The write counter as this connection sees it."""
    return int(db.execute("SELECT value FROM _meta WHERE key = 'version'").fetchone()[0])


def _ticks(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT value FROM _meta WHERE key = 'ticks'").fetchone()[0])


def _mark(path: Path) -> tuple[int, ...]:
    """What changes when a file is replaced or written to."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def now(db: sqlite3.Connection) -> datetime:
    """The site's time: start plus one second per request that wrote."""
    meta = dict(db.execute("SELECT key, value FROM _meta").fetchall())
    return datetime.fromisoformat(meta["start_time"]) + timedelta(seconds=int(meta["ticks"]))


def as_json(row: sqlite3.Row) -> Row:
    """A row as plain JSON; bytes are shown by their length and digest."""
    return {name: _plain(row[name]) for name in row.keys()}  # noqa: SIM118 - a Row iterates over its values


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"n_bytes": len(value), "sha256": hashlib.sha256(value).hexdigest()}
    return value


def _diff(db: sqlite3.Connection) -> Diff:
    changes: Diff = {}
    for collection, row_id in db.execute("SELECT collection, row_id FROM _changes ORDER BY 1, 2"):
        before = _row(db, "start", collection, row_id)
        after = _row(db, "main", collection, row_id)
        _file_change(changes, collection, str(row_id), before, after)
    return changes


def _row(db: sqlite3.Connection, schema: str, collection: str, row_id: Any) -> Row | None:
    found = db.execute(f"SELECT * FROM {schema}.{collection} WHERE id IS ?", [row_id]).fetchone()
    return as_json(found) if found else None


def _file_change(changes: Diff, collection: str, row_id: str, before: Row | None, after: Row | None) -> None:
    if before == after:
        return
    kinds = changes.setdefault(collection, {"added": {}, "updated": {}, "deleted": {}})
    if before is None:
        kinds["added"][row_id] = after
    elif after is None:
        kinds["deleted"][row_id] = before
    else:
        kinds["updated"][row_id] = {"before": before, "after": after}
