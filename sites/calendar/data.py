"""The calendar's seed state: ``small`` is one busy week, ``full`` two years around it, ``empty`` holds no events.

The page works on a copy of it in local storage; here it is kept as rows, so that golden states, setup rows and
fingerprints are as for any other site.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

from ..kit.registry import Progress
from .week import week_events
from .words import CALENDARS, COLLEAGUES, OWNER, PEOPLE, TASKS
from .year import year_events, year_tasks

SCHEMA = Path(__file__).parent / "schema.sql"
_COLLEAGUE_COLORS = ("coral", "lavender", "peacock", "cocoa")


def build(db: sqlite3.Connection, size: str, seed: int, progress: Progress) -> None:
    """Create the schema and the seed data in an empty database; same arguments, same bytes."""
    db.executescript(SCHEMA.read_text())
    db.execute("BEGIN")
    _people_and_calendars(db)
    random = Random(f"calendar {size} {seed}")
    events = [] if size == "empty" else list(week_events())
    tasks = [] if size == "empty" else [(*task, False) for task in TASKS]
    if size == "full":
        events += year_events(random)
        tasks += year_tasks(random)
    for number, row in enumerate(events, 1):
        _insert(db, "events", {"id": f"e{number}", **row})
        if number % 200 == 0 or number == len(events):
            progress("events", number, len(events))
    for number, (title, due, notes, done) in enumerate(tasks, 1):
        _insert(db, "tasks", {"id": f"t{number}", "title": title, "due": due, "notes": notes, "done": done})
    db.execute("COMMIT")


def _people_and_calendars(db: sqlite3.Connection) -> None:
    for name, email, title in PEOPLE:
        _insert(db, "people", {"id": email, "name": name, "email": email, "title": title})
    for calendar_id, name, color in CALENDARS:
        _insert(db, "calendars", {"id": calendar_id, "name": name, "color": color, "owner": OWNER[1]})
    for first_name, color in zip(COLLEAGUES, _COLLEAGUE_COLORS, strict=True):
        name, email, _ = next(person for person in PEOPLE if person[0].lower().startswith(first_name))
        row = {"id": first_name, "name": name, "color": color, "owner": email, "visible": False, "readOnly": True}
        _insert(db, "calendars", row)
    _insert(db, "calendars", {"id": "holidays", "name": "Holidays", "color": "slate", "readOnly": True})
    _insert(db, "settings", {"id": "me", "name": OWNER[0], "email": OWNER[1]})


def _insert(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    columns = ", ".join(f'"{name}"' for name in row)
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
