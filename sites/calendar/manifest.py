"""The calendar's data sheet."""

from __future__ import annotations

from ..kit.manifest import Account, Manifest, Trial

STORAGE_KEY = "browserenv.calendar"
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
        "calendar/year.py",
        "calendar/week.py",
        "calendar/words.py",
        "kit/state.py",
    ),
    collections=(*CLIENT_COLLECTIONS, "options"),
    accounts=(Account("Nora Lindqvist", "", "the calendar's owner; there is no login"),),
    headline="events",
    # There is no form that a server answers: the trial of a client-side site needs a browser.
    trial=Trial("/event/new", {"title": "All is in order"}),
    sizes=("small", "full", "empty"),
)
