"""The calendar's data sheet."""

from __future__ import annotations

from ..kit.manifest import Account, BrowserStorage, Manifest, Trial

STORAGE_KEY = "browserenv.calendar"
SCHEMA = 1
"""Of the state in local storage; a state with another is replaced by the seed."""
SPECIAL_PAGES = r"/{1,2}(config|clear|finish|submit)"
"""See ``special.py``."""
CLIENT_COLLECTIONS = ("events", "calendars", "tasks", "people", "settings")
"""The collections that the page keeps in local storage; a further one, ``options``, stays on the server."""

MANIFEST = Manifest(
    name="calendar",
    host="calendar.localhost",
    title="Calendar",
    generator_version="1",
    generator_files=(
        "calendar/schema.sql",
        "calendar/data.py",
        "calendar/rows.py",
        "calendar/year.py",
        "calendar/week.py",
        "calendar/words.py",
        "kit/state.py",
    ),
    collections=(*CLIENT_COLLECTIONS, "options"),
    accounts=(Account("Nora Lindqvist", "", "the calendar's owner; there is no login"),),
    headline="events",
    trial=Trial("/event/new", {"Title": "All is in order"}, button="Save"),
    storage=BrowserStorage(STORAGE_KEY, SCHEMA, CLIENT_COLLECTIONS, SPECIAL_PAGES),
    sizes=("small", "full", "empty"),
)
