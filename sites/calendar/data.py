"""The calendar's seed state: ``small`` is one busy week, ``full`` two years around it, ``empty`` holds no events.

The page works on a copy of it in local storage; here it is kept as rows, so that golden states, setup rows and
fingerprints are as for any other site.
"""

from __future__ import annotations

import sqlite3
from random import Random

from ..kit.registry import Progress
from .rows import SCHEMA, insert
from .week import week_events
from .words import CALENDARS, COLLEAGUES, OWNER, PEOPLE, TASKS
from .year import year_events, year_tasks

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
        insert(db, "events", {"id": f"e{number}", **row})
        if number % 200 == 0 or number == len(events):
            progress("events", number, len(events))
    for number, (title, due, notes, done) in enumerate(tasks, 1):
        insert(db, "tasks", {"id": f"t{number}", "title": title, "due": due, "notes": notes, "done": done})
    db.execute("COMMIT")


def _people_and_calendars(db: sqlite3.Connection) -> None:
    for name, email, title in PEOPLE:
        insert(db, "people", {"id": email, "name": name, "email": email, "title": title})
    for calendar_id, name, color in CALENDARS:
        insert(db, "calendars", {"id": calendar_id, "name": name, "color": color, "owner": OWNER[1]})
    for first_name, color in zip(COLLEAGUES, _COLLEAGUE_COLORS, strict=True):
        name, email, _ = next(person for person in PEOPLE if person[0].lower().startswith(first_name))
        row = {"id": first_name, "name": name, "color": color, "owner": email, "visible": False, "readOnly": True}
        insert(db, "calendars", row)
    insert(db, "calendars", {"id": "holidays", "name": "Holidays", "color": "slate", "readOnly": True})
    insert(db, "settings", {"id": "me", "name": OWNER[0], "email": OWNER[1]})
