from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from dateutil.rrule import rrulestr
from playwright.sync_api import Page, expect

from browserenv.sites.calendar.manifest import CLIENT_COLLECTIONS
from browserenv.sites.kit import golden
from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.static_app import seed_json

LONGEST_STATE = 2_500_000
"""Characters; local storage holds about 5 million, and the log needs room."""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> golden.Golden:
    return golden.ensure("calendar", "full", cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def rows(full: golden.Golden) -> Iterator[dict[str, Any]]:
    db = sqlite3.connect(full.folder / DATABASE)
    db.row_factory = sqlite3.Row
    seed: dict[str, Any] = json.loads(seed_json(db, CLIENT_COLLECTIONS))["collections"]
    db.close()
    yield seed


def collections(found: golden.Golden) -> str:
    db = sqlite3.connect(found.folder / DATABASE)
    db.row_factory = sqlite3.Row
    text = seed_json(db, CLIENT_COLLECTIONS)
    db.close()
    return text


@pytest.mark.parametrize("size", ["small", "full", "empty"])
def test_the_same_arguments_give_the_same_bytes(size: str, tmp_path: Path) -> None:
    first, second = (golden.ensure("calendar", size, 3, cache=tmp_path / name) for name in ("one", "two"))
    assert first.digest == second.digest


def test_another_seed_gives_another_year(full: golden.Golden, tmp_path: Path) -> None:
    assert collections(golden.ensure("calendar", "full", 1, cache=tmp_path)) != collections(full)


def test_sizes(rows: dict[str, Any], calendar_golden: golden.Golden, full: golden.Golden, tmp_path: Path) -> None:
    small = json.loads(collections(calendar_golden))["collections"]
    assert 25 <= len(small["events"]) <= 40
    assert 2000 <= len(rows["events"]) <= 5000
    assert len(collections(full)) < LONGEST_STATE
    assert all(rows["events"][key] == row for key, row in small["events"].items())
    assert json.loads(collections(golden.ensure("calendar", "empty", cache=tmp_path)))["collections"]["events"] == {}


def test_rows_are_whole(rows: dict[str, Any]) -> None:
    people = {person["email"] for person in rows["people"].values()}
    for row in rows["events"].values():
        start, end = (datetime.fromisoformat(row[name]) for name in ("start", "end"))
        assert start < end
        assert row["calendar"] in rows["calendars"]
        assert {guest["email"] for guest in row["guests"]} <= people
        assert {guest["response"] for guest in row["guests"]} <= {"accepted", "declined", "tentative", "needsAction"}
        assert bool(row["guests"]) == bool(row["organizer"])
        if row["rrule"]:
            # The start is its own first occurrence.
            assert next(
                iter(rrulestr(row["rrule"].replace("235959Z", "235959"), dtstart=start.replace(tzinfo=None)))
            ) == start.replace(tzinfo=None)


def test_the_owner_is_in_no_two_generated_meetings_at_once(rows: dict[str, Any]) -> None:
    meetings = sorted(
        (row["start"], row["end"])
        for row in rows["events"].values()
        if row["calendar"] == "work"
        and not row["allDay"]
        and not row["rrule"]
        and not "2023-10-15" <= row["start"] < "2023-10-22"
    )
    assert len(meetings) > 800
    assert all(end <= next_start for (_, end), (next_start, _) in pairwise(meetings))


def test_two_years_are_spread_over_the_months(rows: dict[str, Any]) -> None:
    months = Counter(row["start"][:7] for row in rows["events"].values() if "2022-10" <= row["start"] < "2024-11")
    assert len(months) == 25
    assert min(months.values()) > 40


def test_the_full_calendar_opens_and_keeps_a_change(
    open_world: Callable[..., Page], state_of: Callable[[Page], dict[str, Any]]
) -> None:
    page = open_world({}, "/month/2024-03-01", "full")
    page.get_by_role("link", name="Friday, March 1, 2024").wait_for()
    assert page.get_by_role("main").get_by_role("button").count() > 60
    page.goto("/event/new?date=2024-03-02&start=10:00&end=11:00&title=Dentist")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Event created")
    log = state_of(page)["log"]
    assert [(entry["kind"], entry["trusted"]) for entry in log] == [("added", True)]
