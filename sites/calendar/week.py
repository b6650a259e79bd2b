"""The pinned week, Sunday 15 to Saturday 21 October 2023: the whole of the small seed and part of the full one.

Series begin a few weeks before it. Ids are the same in every size, so that a task may name them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .words import OWNER, PEOPLE

Row = dict[str, Any]
_EMAILS = {name.split()[0]: (name, email) for name, email, _ in PEOPLE}
_RESPONSES = {"+": "accepted", "-": "declined", "~": "tentative", "?": "needsAction"}


def event(calendar: str, title: str, start: str, end: str, **more: Any) -> Row:
    """A row of ``events``; ``start`` and ``end`` are ``2023-10-16 09:00``, or dates for all day (the end excluded).

    ``guests`` is given as in ``guests()`` or as JSON; the owner of the calendar is the organizer unless ``organizer``
    says otherwise.
    """
    all_day = len(start) == 10
    row: Row = {"title": title, "start": stamp(start), "end": stamp(end), "allDay": all_day, "calendar": calendar}
    row |= more
    if "guests" in row:
        row["guests"] = row["guests"] if row["guests"].startswith("[") else guests(row["guests"])
        row.setdefault("organizer", OWNER[1])
    return row


def stamp(text: str) -> str:
    """``2023-10-16 09:00`` or ``2023-10-16`` as it stands in the state: ``2023-10-16T09:00:00.000Z``."""
    date, _, time = text.partition(" ")
    return f"{date}T{time or '00:00'}:00.000Z"


def guests(text: str) -> str:
    """``"Priya+ Sam?"`` as the JSON of a guest list; marks are answers: yes +, no -, maybe ~, none ?."""
    found = []
    for word in text.split():
        name, email = _EMAILS[word[:-1]]
        found.append({"name": name, "email": email, "response": _RESPONSES[word[-1]]})
    return json.dumps(found)


def address(first_name: str) -> str:
    """The e-mail address of one of the people."""
    return _EMAILS[first_name][1]


def week_events() -> Iterator[Row]:
    """The events of the pinned week, in the order of their ids."""
    yield from _work()
    yield from _life()
    yield from _others()


def _work() -> Iterator[Row]:
    team = "Nora+ Priya+ Tomasz+ Aaliyah+ Hanna+"
    yield event(
        "work", "Team standup", "2023-09-04 09:15", "2023-09-04 09:30", rrule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        guests=team, hasMeeting=True, reminders="[5]", location="Birch room",
    )  # fmt: skip
    yield event(
        "work", "Sprint planning", "2023-09-04 10:00", "2023-09-04 11:30", rrule="FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
        guests=team, location="Cedar room", description="Bring the three things that must not slip.", reminders="[10]",
    )  # fmt: skip
    yield event(
        "work", "One-on-one with Sofia", "2023-09-05 14:00", "2023-09-05 14:30", rrule="FREQ=WEEKLY;BYDAY=TU",
        guests="Nora+ Sofia+", organizer=address("Sofia"), location="Library corner", reminders="[10]",
    )  # fmt: skip
    yield event(
        "work", "Design critique", "2023-09-07 15:00", "2023-09-07 16:00", rrule="FREQ=WEEKLY;BYDAY=TH",
        guests="Nora+ Hanna+ Aaliyah~", location="Rowan room", hasMeeting=True, reminders="[10]",
    )  # fmt: skip
    yield event(
        "work", "Brightwater kick-off call", "2023-10-16 14:00", "2023-10-16 15:00",
        guests="Nora+ Priya+ Marcus+ Daniel?", hasMeeting=True, reminders="[15]",
        description="Agenda: goals for the pilot, who decides what, dates.",
    )  # fmt: skip
    yield event("work", "Write research summary", "2023-10-16 16:00", "2023-10-16 17:30", busy=False)
    yield event(
        "work", "Departures board prototype", "2023-10-17 10:30", "2023-10-17 12:00",
        guests="Nora+ Hanna+ Tomasz~", location="Juniper room", reminders="[10]",
    )  # fmt: skip
    yield event(
        "work", "Budget review", "2023-10-17 11:30", "2023-10-17 12:15",
        guests="Nora? Sofia+ Priya+", organizer=address("Sofia"), location="Cedar room", reminders="[10]",
    )  # fmt: skip
    yield event(
        "work", "Interview: product designer", "2023-10-18 10:00", "2023-10-18 11:00",
        guests="Nora+ Aaliyah+", location="Library corner", hasMeeting=True, reminders="[15]",
    )  # fmt: skip
    yield event(
        "work", "Accessibility workshop", "2023-10-18 13:30", "2023-10-18 15:30",
        guests="Nora? Kenji+ Hanna+ Daniel-", organizer=address("Kenji"), location="Roof terrace", reminders="[30]",
    )  # fmt: skip
    yield event("work", "Focus time", "2023-10-19 09:45", "2023-10-19 11:45")
    yield event(
        "work", "Nordlys pilot check-in", "2023-10-19 13:00", "2023-10-19 13:45",
        guests="Nora+ Ingrid+ Daniel+", hasMeeting=True, reminders="[10]",
    )  # fmt: skip
    yield event(
        "work", "Release go or no-go", "2023-10-20 11:00", "2023-10-20 11:30",
        guests="Nora+ Tomasz+ Priya+ Sofia~", location="Birch room", reminders="[10]",
    )  # fmt: skip
    yield event("work", "Priya out of office", "2023-10-20", "2023-10-21", busy=False)


def _life() -> Iterator[Row]:
    yield event(
        "fitness", "Morning swim", "2023-09-05 07:00", "2023-09-05 07:45", rrule="FREQ=WEEKLY;BYDAY=TU,TH",
        location="Eastside Baths",
    )  # fmt: skip
    yield event("fitness", "Long run", "2023-10-21 08:30", "2023-10-21 10:00", location="Canal path")
    yield event(
        "personal", "Lunch with Sam", "2023-10-18 12:00", "2023-10-18 13:00", location="Pomegranate Kitchen",
        guests="Nora+ Sam+", reminders="[30]",
    )  # fmt: skip
    yield event("personal", "Pottery class", "2023-10-17 18:30", "2023-10-17 20:30", location="Mill Street Studio")
    yield event(
        "personal", "Housewarming at Sam's", "2023-10-21 19:00", "2023-10-21 23:00", location="12 Alder Court",
        guests="Nora? Sam+ Elin~", organizer=address("Sam"), reminders="[60]",
    )  # fmt: skip
    yield event("personal", "Pick up the parcel", "2023-10-20 17:30", "2023-10-20 18:00", location="Post office")
    yield event("family", "Sunday lunch", "2023-10-15 12:30", "2023-10-15 14:30", location="Mum's house")
    yield event("family", "Elin visits", "2023-10-19", "2023-10-22", description="Arrives on the 18:40 train.")
    yield event(
        "family", "Call with Mum", "2023-09-06 19:00", "2023-09-06 19:30", rrule="FREQ=WEEKLY;BYDAY=WE", reminders="[0]"
    )


def _others() -> Iterator[Row]:
    """What colleagues' calendars show, and a public one."""
    yield event("priya", "Roadmap draft", "2023-10-16 09:30", "2023-10-16 12:00")
    yield event("priya", "Customer visit", "2023-10-18 09:00", "2023-10-18 12:30", location="York")
    yield event("priya", "Out of office", "2023-10-20", "2023-10-21")
    yield event("tomasz", "Incident review", "2023-10-16 13:00", "2023-10-16 14:00")
    yield event("tomasz", "Deep work", "2023-10-19 09:30", "2023-10-19 12:30")
    yield event("aaliyah", "Field interviews", "2023-10-17 09:30", "2023-10-17 13:00", location="Central station")
    yield event("aaliyah", "Survey analysis", "2023-10-19 10:00", "2023-10-19 14:00")
    yield event("holidays", "Harvest festival", "2023-10-21", "2023-10-22", busy=False)
