"""Another set of data, for the calendar tasks of REAL's first version: July 2024 of somebody in Los Angeles.

Those tasks name a few events, people and calendars of the original site, say how many events each calendar holds, and
write instants as a browser on US Pacific time does. What they name is here, the numbers agree (15 events of work, 1
personal, 4 of the family), and all else is our own. The original site shows 18 July 2024 as today; whoever opens a
world with this data sets its clock so (``start_time`` of a task).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta

from .rows import SCHEMA, insert
from .week import Row, event
from .words import OWNER

NAME = "july-2024"
ZONE = "America/Los_Angeles"
BEHIND_UTC = timedelta(hours=7)  # there, all through July
CALENDARS = (("personal", "Personal", "plum"), ("work", "Work", "ocean"), ("family", "Family", "amber"))
PEOPLE = (
    OWNER[0],
    "Alexa Richardson",
    "James Anderson",
    "Sophie Taylor",
    "Marta Oyelaran",
    "Victor Lindgren",
)
_EVENTS = (
    # calendar, title, day of July, from, to, place
    ("work", "Quarter opening", 1, "09:30", "10:30", "Large hall"),
    ("work", "Harbour survey call", 2, "14:00", "14:45", ""),
    ("work", "Poster proofs", 3, "11:00", "12:00", "Print shop"),
    ("family", "Picnic at the lake", 4, "12:00", "16:00", "North shore"),
    ("work", "Hiring round: first talks", 8, "10:00", "12:00", "Room 4"),
    ("work", "Ticket app walk-through", 9, "15:00", "16:00", "Room 2"),
    ("work", "Safety drill", 10, "11:30", "12:00", "Courtyard"),
    ("family", "Dentist with Ida", 11, "16:30", "17:15", "Elm Street 9"),
    ("work", "Winter timetable, first reading", 12, "13:00", "15:00", "Room 4"),
    ("work", "Vendor visit", 15, "09:00", "10:00", "Lobby"),
    ("work", "Map corrections", 16, "13:30", "14:30", ""),
    ("personal", "Morning Coffee with sister", 18, "09:00", "10:00", "Corner bakery"),
    ("work", "Team Check-In", 18, "13:00", "13:30", "Room 2"),
    ("work", "Breakfast Meeting with Client", 19, "10:00", "11:00", "Hotel Marlow"),
    ("family", "Open-air cinema", 20, "20:00", "22:30", "Old quarry"),
    ("work", "Ferry pilot: go through open points", 23, "10:30", "11:30", "Room 4"),
    ("work", "Budget corrections", 25, "14:00", "15:00", ""),
    ("family", "Grandfather's birthday", 27, "15:00", "18:00", "Orchard house"),
    ("work", "Survey results", 29, "11:00", "12:00", "Room 2"),
    ("work", "Month's end", 31, "16:00", "16:30", ""),
)


def build(db: sqlite3.Connection) -> None:
    """Schema and rows in an empty database; always the same."""
    db.executescript(SCHEMA.read_text())
    for name in PEOPLE:
        insert(db, "people", {"id": _address(name), "name": name, "email": _address(name)})
    for calendar_id, name, color in CALENDARS:
        insert(db, "calendars", {"id": calendar_id, "name": name, "color": color, "owner": OWNER[1]})
    insert(db, "settings", {"id": "me", "name": OWNER[0], "email": OWNER[1], "timeZone": ZONE})
    for number, row in enumerate(_rows(), 1):
        insert(db, "events", {"id": f"e{number}", **row})


def _rows() -> Iterator[Row]:
    for calendar, title, day, start, end, place in _EVENTS:
        yield event(calendar, title, _utc(day, start), _utc(day, end), location=place, timeZone=ZONE)


def _utc(day: int, time: str) -> str:
    """A wall time of that July as ``week.event`` takes it, ``2024-07-18 16:00``."""
    hour, minute = time.split(":")
    return (datetime(2024, 7, day, int(hour), int(minute)) + BEHIND_UTC).strftime("%Y-%m-%d %H:%M")


def _address(name: str) -> str:
    return OWNER[1] if name == OWNER[0] else f"{name.lower().replace(' ', '.')}@quayside.example"
