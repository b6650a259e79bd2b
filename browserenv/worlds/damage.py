"""Seeded random damage to a site, for tests and soak runs that show a reset to be total.

Rows are deleted (with all that hangs on them), changed and added behind the site's back, in any collection; and where
the site's forms are known here, its own pages are used: posts with pictures, votes, a new password, the account's end.
"""

from __future__ import annotations

import random
import sqlite3
import struct
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from ..errors import InfrastructureFault
from ..sites.kit import registry
from .base import World
from .visitor import Visitor

MOST_ROWS = 5
BY_PAGE = 0.5  # share of deeds that are done on the site's own pages, where they can be
N_ATTEMPTS = 20  # for a change that the schema takes


class Vandal:
    """Damages ``site`` of a world; ``database`` is the file of its state. The same seed does the same damage to the
    same state."""

    def __init__(self, world: World, site: str, database: Path, seed: int) -> None:
        self.world, self.site, self.database = world, site, database
        self.rng = random.Random(seed)
        self.account = registry.manifest(site).accounts[0]

    def strike(self, n_deeds: int = 3) -> list[str]:
        """Do some of all kinds of damage, of which the last may end the account; returns what was done."""
        done = []
        deeds = DEEDS.get(self.site, ())
        for _ in range(n_deeds):
            by_page = deeds and self.rng.random() < BY_PAGE
            done.append(self._on_the_site(self.rng.choice(deeds)) if by_page else self._rows())
        if ends := ENDS.get(self.site):
            done.append(self._on_the_site(self.rng.choice(ends)))
        return done

    def _on_the_site(self, deed: Callable[[Vandal, Visitor], str]) -> str:
        try:
            visitor = Visitor(self.world, self.site, self.world.login(self.site, self.account.name))
            return deed(self, visitor)
        except (KeyError, InfrastructureFault) as error:
            return f"refused, after the damage before: {error}"

    def _rows(self) -> str:
        """Change random rows of a random collection in a way that the schema takes."""
        with closing(sqlite3.connect(self.database, isolation_level=None, timeout=10)) as db:
            db.executescript("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; PRAGMA synchronous = OFF;")
            for _ in range(N_ATTEMPTS):
                collection = self.rng.choice(self.world.facts[self.site].collections)
                change = self.rng.choice((_delete, _update, _add))
                ids = self._some_ids(db, collection)
                try:
                    change(db, collection, ids, self.rng)
                except sqlite3.IntegrityError:
                    continue
                return f"{change.__name__.strip('_')} {len(ids)} of {collection}"
        return "no rows"

    def _some_ids(self, db: sqlite3.Connection, collection: str) -> list[Any]:
        count = db.execute(f"SELECT count(*) FROM {collection}").fetchone()[0]
        chosen = [self.rng.randrange(count) for _ in range(self.rng.randint(1, MOST_ROWS))] if count else []
        sql = f"SELECT id FROM {collection} ORDER BY id LIMIT 1 OFFSET ?"
        return [db.execute(sql, [number]).fetchone()[0] for number in chosen]


def _delete(db: sqlite3.Connection, collection: str, ids: list[Any], rng: random.Random) -> None:
    db.executemany(f"DELETE FROM {collection} WHERE id = ?", [[row_id] for row_id in ids])


def _update(db: sqlite3.Connection, collection: str, ids: list[Any], rng: random.Random) -> None:
    column = rng.choice(_columns(db, collection))
    db.executemany(
        f'UPDATE {collection} SET "{column}" = (SELECT "{column}" FROM {collection} WHERE id = ?) WHERE id = ?',
        [(rng.choice(ids), row_id) for row_id in ids],
    )
    texts = [name for name, kind in _kinds(db, collection) if kind == "TEXT" and name != "id"]
    if texts:
        column = rng.choice(texts)
        db.executemany(
            f'UPDATE {collection} SET "{column}" = "{column}" || ? WHERE id = ?',
            [(f" changed {rng.randrange(10**6)}", row_id) for row_id in ids],
        )


def _add(db: sqlite3.Connection, collection: str, ids: list[Any], rng: random.Random) -> None:
    columns = [column for column in _columns(db, collection) if column != "id"]
    has_text_id = dict(_kinds(db, collection))["id"] == "TEXT"
    texts = [name for name, kind in _kinds(db, collection) if kind == "TEXT"]
    for row_id in ids:
        mark = f" copy {rng.randrange(10**9)}"
        values = ", ".join(f'"{name}" || {mark!r}' if name in texts[:2] else f'"{name}"' for name in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        new_id = f"{mark!r}" if has_text_id else "NULL"
        db.execute(
            f"INSERT INTO {collection} (id, {names}) SELECT {new_id}, {values} FROM {collection} WHERE id = ?", [row_id]
        )


def _columns(db: sqlite3.Connection, collection: str) -> list[str]:
    return [name for name, _ in _kinds(db, collection)]


def _kinds(db: sqlite3.Connection, collection: str) -> list[tuple[str, str]]:
    return db.execute("SELECT name, type FROM pragma_table_info(?)", [collection]).fetchall()


# --- the forum's own pages


def _post_picture(vandal: Vandal, visitor: Visitor) -> str:
    title = f"Seen today {vandal.rng.randrange(10**6)}"
    visitor.submit(
        "/submit",
        {
            "submission[title]": title,
            "submission[mediaType]": "image",
            "submission[image]": ("seen.png", _picture(vandal.rng)),
            "submission[forum]": "1",
        },
    )
    return "picture posted"


def _post_text(vandal: Vandal, visitor: Visitor) -> str:
    number = vandal.rng.randrange(10**6)
    fields = {"submission[title]": f"Thought {number}", "submission[body]": "x " * 50, "submission[forum]": "2"}
    visitor.submit("/submit", {**fields, "submission[mediaType]": "url"})
    return "text posted"


def _create_forum(vandal: Vandal, visitor: Visitor) -> str:
    name = f"forum_{vandal.rng.randrange(10**6)}"
    parts = ("name", "title", "description", "sidebar")
    visitor.submit("/create_forum", {f"forum[{part}]": name for part in parts})
    return "forum created"


def _write_biography(vandal: Vandal, visitor: Visitor) -> str:
    path = f"/user/{vandal.account.name}/edit_biography"
    visitor.submit(path, {"user_biography[biography]": f"I am {vandal.rng.randrange(10**6)}."})
    return "biography written"


def _log_out(vandal: Vandal, visitor: Visitor) -> str:
    visitor.submit("/logout", {}, holding="_token")
    return "logged out"


def _change_password(vandal: Vandal, visitor: Visitor) -> str:
    new = f"secret {vandal.rng.randrange(10**6)}"
    visitor.submit(
        f"/user/{vandal.account.name}/account",
        {
            "user[current]": vandal.account.password,
            "user[password][first]": new,
            "user[password][second]": new,
        },
    )
    return "password changed"


def _delete_account(vandal: Vandal, visitor: Visitor) -> str:
    visitor.submit(
        f"/user/{vandal.account.name}/delete_account",
        {"delete_account[name]": vandal.account.name, "delete_account[current]": vandal.account.password},
    )
    return "account deleted"


Deed = Callable[[Vandal, Visitor], str]
DEEDS: dict[str, tuple[Deed, ...]] = {"forum": (_post_picture, _post_text, _create_forum, _write_biography)}
ENDS: dict[str, tuple[Deed, ...]] = {"forum": (_log_out, _change_password, _delete_account)}


def _picture(rng: random.Random, side_px: int = 32) -> bytes:
    """A PNG of one random colour."""
    row = b"\0" + rng.randbytes(3) * side_px

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">2I5B", side_px, side_px, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * side_px)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body
