"""The two years around the pinned week, October 2022 to October 2024: a busy person and a team."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from .week import Row, event
from .words import ALONE, BIRTHDAYS, CHORES, COLLEAGUES, EVENINGS, HOLIDAYS, MEETINGS, OWNER, PEOPLE, ROOMS, TRIPS

FIRST, LAST = date(2022, 10, 1), date(2024, 10, 31)
PINNED = (date(2023, 10, 15), date(2023, 10, 21))
_OPENING, _CLOSING = 9 * 60, 17 * 60 + 30  # minutes of the working day
_CHANCE_ALONE, _CHANCE_EVENING, _CHANCE_TASK = 0.3, 0.32, 0.2
_TEAM = tuple((name, email) for name, email, _ in PEOPLE[1:8])


def year_events(random: Random) -> Iterator[Row]:
    """Series first, then single events day by day; nothing single in the pinned week."""
    yield from _series()
    for day in _days():
        if day.weekday() < 5:
            yield from _own_day(random, day)
            for colleague in COLLEAGUES:
                yield from _colleague_day(random, day, colleague)
        if random.random() < _CHANCE_EVENING:
            yield _evening(random, day)
    yield from _trips(random)


def year_tasks(random: Random) -> Iterator[tuple[str, str, str, bool]]:
    """(title, due, notes, done): chores of two years; those of the past are mostly done."""
    for day in _days():
        if random.random() < _CHANCE_TASK:
            yield random.choice(CHORES), day.isoformat(), "", day < PINNED[0] and random.random() < 0.97


def _days() -> Iterator[date]:
    day = FIRST
    while day <= LAST:
        if not PINNED[0] <= day <= PINNED[1]:
            yield day
        day += timedelta(days=1)


def _series() -> Iterator[Row]:
    quarter = "FREQ=MONTHLY;INTERVAL=3;BYDAY=1WE"
    yield event("work", "All-hands", "2022-10-05 15:00", "2022-10-05 16:00", rrule=quarter, location="Roof terrace")
    yield event("work", "Retrospective", "2022-10-07 14:00", "2022-10-07 15:00", rrule="FREQ=MONTHLY;BYDAY=1FR",
                location="Rowan room")  # fmt: skip
    yield event("work", "Payroll cut-off", "2022-10-25", "2022-10-26", rrule="FREQ=MONTHLY;BYMONTHDAY=25", busy=False)
    yield event("work", "Team standup", "2022-10-03 09:15", "2022-10-03 09:30", hasMeeting=True,
                rrule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20230901T235959Z")  # fmt: skip
    yield event("personal", "Pay rent", "2022-10-01", "2022-10-02", rrule="FREQ=MONTHLY;BYMONTHDAY=1", busy=False)
    yield event("family", "Sunday lunch", "2022-10-02 12:30", "2022-10-02 14:30", location="Mum's house",
                rrule="FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;UNTIL=20231001T235959Z")  # fmt: skip
    yield event("family", "Recycling out", "2022-10-04 20:00", "2022-10-04 20:15", rrule="FREQ=WEEKLY;BYDAY=TU")
    yield event("fitness", "Yoga", "2022-11-04 18:00", "2022-11-04 19:00", location="Eastside Baths",
                rrule="FREQ=WEEKLY;BYDAY=FR;COUNT=30")  # fmt: skip
    for name, day in BIRTHDAYS:
        first = date.fromisoformat(f"2022-{day}")
        yield event("family", f"{name}'s birthday", first.isoformat(), (first + timedelta(days=1)).isoformat(),
                    rrule="FREQ=YEARLY", busy=False, reminders="[1440]")  # fmt: skip
    for name, day in HOLIDAYS:
        for year in (2022, 2023, 2024):
            first = date.fromisoformat(f"{year}-{day}")
            if FIRST <= first <= LAST and not PINNED[0] <= first <= PINNED[1]:
                yield event("holidays", name, first.isoformat(), (first + timedelta(days=1)).isoformat(), busy=False)


def _own_day(random: Random, day: date) -> Iterator[Row]:
    """One to three meetings of the owner, none over another or the standup."""
    at = _OPENING + 30 + 15 * random.randrange(0, 5)
    for _ in range(random.randint(1, 3)):
        alone = random.random() < _CHANCE_ALONE
        title, minutes = random.choice(ALONE if alone else MEETINGS)
        if at + minutes > _CLOSING:
            return
        more = {} if alone else _meeting(random)
        yield event("work", title, _at(day, at), _at(day, at + minutes), **more)
        at += minutes + 15 * random.randrange(1, 8)


def _meeting(random: Random) -> dict[str, Any]:
    chosen = random.sample(_TEAM, random.randint(1, 4))
    answers = ("accepted", "accepted", "accepted", "tentative", "declined")
    listed = [(OWNER[0], OWNER[1], "accepted"), *((*person, random.choice(answers)) for person in chosen)]
    found = [{"name": name, "email": email, "response": response} for name, email, response in listed]
    online = random.random() < 0.4
    return {
        "location": "" if online else random.choice(ROOMS),
        "hasMeeting": online,
        "organizer": OWNER[1],
        "reminders": "[10]",
        "guests": json.dumps(found),
    }


def _colleague_day(random: Random, day: date, colleague: str) -> Iterator[Row]:
    if random.random() < 0.5:
        title, minutes = random.choice(MEETINGS)
        at = _OPENING + 30 * random.randrange(0, 13)
        yield event(colleague, title, _at(day, at), _at(day, at + minutes))


def _evening(random: Random, day: date) -> Row:
    title, place, calendar = random.choice(EVENINGS)
    at = 18 * 60 + 30 * random.randrange(0, 4)
    return event(calendar, title, _at(day, at), _at(day, at + random.choice((60, 90, 120))), location=place)


def _trips(random: Random) -> Iterator[Row]:
    day = FIRST + timedelta(days=20)
    while day < LAST - timedelta(days=10):
        title, place = random.choice(TRIPS)
        end = day + timedelta(days=random.randint(2, 4))
        if end < PINNED[0] or day > PINNED[1]:
            calendar = "personal" if title.startswith("Weekend") else "work"
            yield event(calendar, title, day.isoformat(), end.isoformat(), location=place)
        day += timedelta(days=random.randint(35, 60))


def _at(day: date, minutes: int) -> str:
    return (datetime(day.year, day.month, day.day) + timedelta(minutes=minutes)).strftime("%Y-%m-%d %H:%M")
