"""A site's state: one folder with an SQLite database and further files, and what changed in it since the start state.

Row triggers, generated for every collection, note each changed row in ``_changes`` and advance the write counter, so
that a diff reads those rows alone, however large the site. The clock is pinned: it starts at the world's start time and
advances by one second with every request that wrote.

All that a site writes goes into SQLite's write-ahead log. Nothing folds it into the database file while the state is
open (``MOST_PAGES`` apart), so that file keeps the bytes of the start state: to roll back is to throw the log away, and
a snapshot is a copy of the log, however large the site.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from .delta import Delta, apply_delta, delta
from .files import (
    DATABASE,
    LOG,
    LOG_INDEX,
    Marks,
    clear,
    differing,
    file_digest,
    mark,
    marks,
    put_back,
    state_digest,
    state_files,
)

MOST_PAGES = 16_384
"""Pages of the log (64 MB) from which on SQLite folds it into the database, which then can only be replaced."""

VERIFIED_EVERY = 100
"""After so many rollbacks in a row the whole start state is read and digested once more."""

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


def fingerprint(
    start_digest: str, ticks: int = 0, changes: Diff | None = None, files: Mapping[str, str] | None = None
) -> str:
    """Digest of a state: the bytes it started from, its clock, every row that differs from then, and the digests of
    files beside the database that do.
    """
    parts = [start_digest, ticks, changes or {}, *([dict(files)] if files else [])]
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Begun:
    """A state put to its start: its fingerprint; ``by`` which way; ``reason``: why not by the way that was asked for,
    where that is worth a line in the log.
    """

    fingerprint: str
    by: str
    reason: str = ""


class CannotRollBack(Exception):
    """Why a state can only be replaced, in one line."""


class State:
    """The state folder of one world's site.

    ``start`` is the folder of the start state, never written to; ``folder`` is the copy that the site works on.
    """

    def __init__(self, folder: Path, start: Path, collections: tuple[str, ...]) -> None:
        self.folder = folder
        self.start = start
        self.collections = collections
        self.start_digest = ""
        self._start_marks: Marks = {}  # of the start's files, when ``start_digest`` was taken
        self._marks: Marks = {}  # of this folder's files, when they were put in place; empty when that is not known
        self._n_rollbacks = 0  # since all bytes were digested
        # Open as long as the state is, for two reasons: the write counter is asked for after every action, and the
        # connection that closes last folds the log into the database, which one that only reads does not.
        self._holder: sqlite3.Connection | None = None
        self._holder_turn = threading.Lock()

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def begin(self, start: Path, by: str = "rollback") -> Begun:
        """Put the start state in the folder ``start`` in place, by ``"replace"`` (copy all) or ``"rollback"``.

        A rollback throws away what was written since; where it cannot vouch for the result, all is replaced. Both
        leave the same bytes. No request may run meanwhile. Raises ``OSError`` when the disk refuses.
        """
        reason = ""
        if by == "rollback" and self._marks and start == self.start:
            try:
                self._roll_back()
                return Begun(self.fingerprint(), "rollback")
            except CannotRollBack as error:
                reason = str(error)
            except (sqlite3.Error, OSError) as error:
                reason = f"{type(error).__name__}: {error}"
        self.start = start
        self.reset()
        return Begun(self.fingerprint(), "replace", reason)

    def resume(self) -> None:
        """Go on with the folder as another process left it; its next ``begin`` replaces all."""
        self._start_marks, self._marks = marks(self.start), {}
        self.start_digest = state_digest(self.start)
        self._hold()

    def reset(self) -> str:
        """Replace the folder's contents with the start state; return the digest of the bytes that were put in place.

        No other connection may be open. Raises ``OSError`` when the disk refuses.
        """
        self.close()
        self._marks = {}
        clear(self.folder)
        self._start_marks = marks(self.start)
        put_back(self.start, self.folder, state_files(self.start))
        self.start_digest = state_digest(self.folder)
        self._marks, self._n_rollbacks = marks(self.folder), 0
        self._hold()
        return self.start_digest

    def snapshot(self) -> Delta:
        """What the folder holds now beside the start state, in bytes. No request may run meanwhile."""
        names = differing(self._marks, marks(self.folder)) if self._marks else [*state_files(self.folder)]
        return delta(self.start, self.folder, [*names, *([LOG] if (self.folder / LOG).exists() else [])])

    def restore(self, changes: Delta) -> Begun:
        """Put the folder to the start state with what ``snapshot`` found on top. No request may run meanwhile.

        Raises ``OSError`` when the disk refuses, ``ValueError`` for changes that are none.
        """
        begun = self.begin(self.start)
        self.close()
        self._discard_log()
        apply_delta(self.start, changes, self.folder)
        self._hold()
        return Begun(self.fingerprint(), begun.by, begun.reason)

    def connect(self) -> sqlite3.Connection:
        """A new connection in autocommit mode, rows by name, foreign keys enforced.

        Write-ahead log without syncs: safe when the process dies, and states are thrown away anyhow.
        """
        self._hold()
        db = sqlite3.connect(
            self.database.as_uri(), uri=True, isolation_level=None, timeout=10, check_same_thread=False
        )
        db.row_factory = sqlite3.Row
        db.executescript(
            "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; PRAGMA synchronous = OFF;"
            f"PRAGMA wal_autocheckpoint = {MOST_PAGES};"
        )
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
        return self.moment()[0]

    def moment(self) -> tuple[int, datetime]:
        """The write counter and the site's time, both of the same instant."""
        with self._holder_turn:
            if self._holder is None:
                self._holder = self._open_holder()
            return moment(self._holder)

    def close(self) -> None:
        """Close what the state itself holds open."""
        with self._holder_turn:
            if self._holder is not None:
                self._holder.close()
                self._holder = None

    def fingerprint(self) -> str:
        """See ``fingerprint``; ``start_digest`` is that of the last reset."""
        with self.reading() as db:
            ticks = _ticks(db)
        return fingerprint(self.start_digest, ticks, self.diff(), self._changed_files())

    def _changed_files(self) -> dict[str, str]:
        """Digests of the files beside the database that are not those of the start state; empty for one that went."""
        here = state_files(self.folder)
        names = differing(self._marks, marks(self.folder)) if self._marks else sorted({*here, *state_files(self.start)})
        digests = {name: file_digest(here[name]) if name in here else "" for name in names if name != DATABASE}
        return {name: digest for name, digest in digests.items() if digest != self._digest_at_start(name)}

    def _digest_at_start(self, name: str) -> str:
        return file_digest(self.start / name) if (self.start / name).exists() else ""

    def _hold(self) -> None:
        with self._holder_turn:
            if self._holder is None:
                self._holder = self._open_holder()

    def _open_holder(self) -> sqlite3.Connection:
        uri = f"{self.database.as_uri()}?mode=ro"
        holder = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=10, check_same_thread=False)
        version(holder)  # SQLite opens the log at the first reading
        return holder

    def _attach_start(self, db: sqlite3.Connection) -> None:
        """Raises ``OSError`` when the start state is no longer the one that was put in place."""
        self._require_start()
        db.execute("ATTACH ? AS start", [f"{(self.start / DATABASE).as_uri()}?mode=ro&immutable=1"])

    def _require_start(self) -> None:
        if self.start_digest and (found := marks(self.start)) != self._start_marks:
            if state_digest(self.start) != self.start_digest:
                raise OSError(f"the start state {self.start} was altered; what changed since then cannot be told")
            self._start_marks = found  # the same bytes in other files

    def _roll_back(self) -> None:
        """Throw away what was written. Raises ``CannotRollBack`` where the start state's bytes may not be left."""
        self._require_start()
        changed = differing(self._marks, marks(self.folder))
        if DATABASE in changed:
            raise CannotRollBack("the database file was written to, or there was too much to log")
        self.close()
        self._discard_log()
        put_back(self.start, self.folder, changed)
        if mark(self.database) != self._marks[DATABASE]:
            raise CannotRollBack("the database file changed while it was rolled back")
        self._verify_now_and_then()
        self._marks = marks(self.folder)
        self._hold()

    def _verify_now_and_then(self) -> None:
        """Digest all bytes, at times: what no mark shows (a failing disk) is not carried on for ever."""
        self._n_rollbacks += 1
        if self._n_rollbacks < VERIFIED_EVERY:
            return
        if state_digest(self.folder) != self.start_digest:
            raise CannotRollBack("the files are not those of the start state")
        self._n_rollbacks = 0

    def _discard_log(self) -> None:
        for name in (LOG, LOG_INDEX):
            (self.folder / name).unlink(missing_ok=True)

    def _require(self, collection: str) -> None:
        if collection not in self.collections:
            raise KeyError(f"no collection {collection!r}; there are {', '.join(self.collections)}")


def version(db: sqlite3.Connection) -> int:
    """The write counter as this connection sees it."""
    return int(db.execute("SELECT value FROM _meta WHERE key = 'version'").fetchone()[0])


def _ticks(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT value FROM _meta WHERE key = 'ticks'").fetchone()[0])


def now(db: sqlite3.Connection) -> datetime:
    """The site's time: start plus one second per request that wrote."""
    return moment(db)[1]


def moment(db: sqlite3.Connection) -> tuple[int, datetime]:
    """The write counter and the site's time as this connection sees them."""
    meta = dict(db.execute("SELECT key, value FROM _meta").fetchall())
    return int(meta["version"]), datetime.fromisoformat(meta["start_time"]) + timedelta(seconds=int(meta["ticks"]))


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
