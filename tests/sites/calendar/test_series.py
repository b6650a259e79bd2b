"""Series: made, changed and deleted for one occurrence, for those that follow, for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

StateOf = Callable[[Page], dict[str, Any]]
STANDUP = "e1"  # weekdays at 9:15 from Monday 4 September
SWIM = "e15"  # Tuesdays and Thursdays at 7:00 from Tuesday 5 September


def changed(state: dict[str, Any]) -> set[tuple[str, str]]:
    return {(entry["id"], entry["kind"]) for entry in state["log"]}


def starts(page: Page, title: str, first: str, n_days: int = 7) -> list[str]:
    """Of the occurrences that the page shows: (day and) start, read from the agenda's model in a span of days."""
    script = """async ([title, first, n]) => {
        const {Store} = await import('/kit/store.js'); const {Model} = await import('/static/model.js');
        const {fromIsoDay} = await import('/static/dates.js');
        const store = await Store.open({key: 'browserenv.calendar', schema: 1, seed: null});
        const day = fromIsoDay(first);
        return new Model(store).occurrences(day, day + n - 1).filter((o) => o.row.title === title)
            .map((o) => new Date(o.startInstant).toISOString().slice(0, 16)); }"""
    found: list[str] = page.evaluate(script, [title, first, n_days])
    return found


def choose(page: Page, scope: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=scope, exact=True).click()


def test_create_a_daily_series_and_move_one_occurrence(page: Page, state_of: StateOf) -> None:
    page.goto("/event/new?date=2023-10-16&start=09:00&end=09:30")
    page.get_by_label("Title").fill("Daily sync")
    page.get_by_label("Repeat", exact=True).select_option("Daily")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Daily sync")).to_have_count(6)
    page.get_by_role("group", name="Events on Thursday").get_by_role("button", name="Daily sync").click()
    expect(page).to_have_url("http://calendar.localhost/event/e32/20231019T090000Z")
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Start time").fill("10 AM")
    page.get_by_role("button", name="Save").click()
    choose(page, "This event")
    page.get_by_role("button", name="Daily sync, 10:00 to 10:30 AM").wait_for()
    events = state_of(page)["collections"]["events"]
    assert events["e32"]["rrule"] == "FREQ=DAILY"
    assert events["e33"] == events["e32"] | {
        "id": "e33", "start": "2023-10-19T10:00:00.000Z", "end": "2023-10-19T10:30:00.000Z", "rrule": "",
        "seriesId": "e32", "originalStart": "2023-10-19T09:00:00.000Z",
    }  # fmt: skip
    assert starts(page, "Daily sync", "2023-10-18", 3) == ["2023-10-18T09:00", "2023-10-19T10:00", "2023-10-20T09:00"]


def test_a_custom_rule_that_ends(page: Page, state_of: StateOf) -> None:
    page.goto("/event/new?date=2023-10-16&start=18:00&end=19:00")
    page.get_by_label("Title").fill("Choir")
    page.get_by_label("Repeat", exact=True).select_option("Custom…")
    page.get_by_label("Repeat every").fill("2")
    page.get_by_role("checkbox", name="Repeat on Monday").check()
    page.get_by_role("checkbox", name="Repeat on Thursday").check()
    page.get_by_label("Repeat ends").select_option("Ends on")
    page.get_by_label("Repeat end date").fill("Nov 30, 2023")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert (
        state_of(page)["collections"]["events"]["e32"]["rrule"] == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20231130"
    )
    page.get_by_role("group", name="Events on Thursday").get_by_role("button", name="Choir").click()
    expect(page.get_by_role("dialog")).to_contain_text("Every 2 weeks on Monday, Thursday, until Nov 30, 2023")


@pytest.mark.parametrize(
    ("scope", "left", "kinds"),
    [
        ("This event", ["2023-10-17", "2023-10-24", "2023-10-26"], {(SWIM, "updated")}),
        ("This and following events", ["2023-10-17"], {(SWIM, "updated")}),
        ("All events", [], {(SWIM, "deleted")}),
    ],
)
def test_delete_from_a_series(
    page: Page, state_of: StateOf, scope: str, left: list[str], kinds: set[tuple[str, str]]
) -> None:
    page.goto(f"/event/{SWIM}/20231019T070000Z")
    page.get_by_role("button", name="Delete").click()
    choose(page, scope)
    expect(page.get_by_role("status")).to_contain_text("Event deleted")
    assert [start[:10] for start in starts(page, "Morning swim", "2023-10-15", 14)] == left
    assert changed(state_of(page)) == kinds
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status")).to_contain_text("Change undone")
    assert len(starts(page, "Morning swim", "2023-10-15", 14)) == 4


def test_deleting_one_writes_its_start_into_the_series(page: Page, state_of: StateOf) -> None:
    page.goto(f"/event/{SWIM}/20231019T070000Z")
    page.get_by_role("button", name="Delete").click()
    choose(page, "This event")
    page.get_by_role("dialog").wait_for(state="detached")
    assert state_of(page)["collections"]["events"][SWIM]["exdate"] == ["2023-10-19T07:00:00.000Z"]
    page.goto(f"/event/{SWIM}/20231019T070000Z")
    expect(page.get_by_role("alert")).to_contain_text("not in your calendars")


@pytest.mark.parametrize(
    ("scope", "at"),
    [
        ("This event", ["10-17T07:00", "10-19T06:30", "10-24T07:00", "10-26T07:00"]),
        ("This and following events", ["10-17T07:00", "10-19T06:30", "10-24T06:30", "10-26T06:30"]),
        ("All events", ["10-17T06:30", "10-19T06:30", "10-24T06:30", "10-26T06:30"]),
    ],
)
def test_change_the_time_of_a_series(page: Page, scope: str, at: list[str]) -> None:
    page.goto(f"/event/{SWIM}/20231019T070000Z/edit")
    page.get_by_label("Start time").fill("6:30 AM")
    page.get_by_role("button", name="Save").click()
    choose(page, scope)
    page.get_by_role("dialog").wait_for(state="detached")
    assert [start[5:] for start in starts(page, "Morning swim", "2023-10-15", 14)] == at


def test_one_occurrence_is_moved_to_another_day_in_the_form(page: Page, state_of: StateOf) -> None:
    """Its rule follows the day there, which is no choice of another rule."""
    page.goto("/event/e3/20231017T140000Z/edit")
    page.get_by_label("Start date", exact=True).fill("Oct 18, 2023")
    expect(page.get_by_label("Repeat", exact=True)).to_have_value("FREQ=WEEKLY;BYDAY=WE")
    page.get_by_role("button", name="Save").click()
    choose(page, "This event")
    page.get_by_role("dialog").wait_for(state="detached")
    events = state_of(page)["collections"]["events"]
    assert (events["e3"]["rrule"], events["e32"]["rrule"]) == ("FREQ=WEEKLY;BYDAY=TU", "")
    assert starts(page, "One-on-one with Sofia", "2023-10-15", 14) == ["2023-10-18T14:00", "2023-10-24T14:00"]


def test_following_events_become_a_series_of_their_own(page: Page, state_of: StateOf) -> None:
    page.goto(f"/event/{SWIM}/20231019T070000Z/edit")
    page.get_by_label("Location").fill("Northside Baths")
    page.get_by_role("button", name="Save").click()
    choose(page, "This and following events")
    page.get_by_role("dialog").wait_for(state="detached")
    events = state_of(page)["collections"]["events"]
    assert events[SWIM]["rrule"] == "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20231019T065959Z"
    assert events[SWIM]["location"] == "Eastside Baths"
    assert (events["e32"]["rrule"], events["e32"]["location"]) == ("FREQ=WEEKLY;BYDAY=TU,TH", "Northside Baths")
    assert events["e32"]["start"] == "2023-10-19T07:00:00.000Z"


def test_a_count_is_shared_between_the_two_parts(open_world: Callable[..., Page], state_of: StateOf) -> None:
    course = {
        "id": "e900", "title": "Course", "start": "2023-10-16T18:00:00.000Z", "end": "2023-10-16T19:00:00.000Z",
        "calendar": "personal", "rrule": "FREQ=DAILY;COUNT=6", "exdate": '["2023-10-20T18:00:00.000Z"]',
    }  # fmt: skip
    page = open_world({"events": [course]}, "/event/e900/20231019T180000Z/edit")
    page.get_by_label("Title").fill("Advanced course")
    page.get_by_role("button", name="Save").click()
    choose(page, "This and following events")
    page.get_by_role("dialog").wait_for(state="detached")
    assert [s[:10] for s in starts(page, "Course", "2023-10-15", 14)] == ["2023-10-16", "2023-10-17", "2023-10-18"]
    assert [s[:10] for s in starts(page, "Advanced course", "2023-10-15", 14)] == ["2023-10-19", "2023-10-21"]
    assert state_of(page)["collections"]["events"]["e900"]["exdate"] == []


def test_dragging_an_occurrence_asks_and_moves_all_with_their_weekday(page: Page, state_of: StateOf) -> None:
    page.goto("/week/2023-10-15")
    box = page.get_by_role("button", name="One-on-one with Sofia").bounding_box()
    wednesday = page.get_by_role("group", name="Events on Wednesday").bounding_box()
    assert box and wednesday
    page.mouse.move(box["x"] + 20, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(wednesday["x"] + 20, box["y"] + 108, steps=6)
    page.mouse.up()
    choose(page, "All events")
    expect(page.get_by_role("status")).to_contain_text("Event moved")
    row = state_of(page)["collections"]["events"]["e3"]
    assert (row["rrule"], row["start"]) == ("FREQ=WEEKLY;BYDAY=WE", "2023-09-06T16:00:00.000Z")
    assert starts(page, "One-on-one with Sofia", "2023-10-15", 14) == ["2023-10-18T16:00", "2023-10-25T16:00"]


def test_a_drag_may_be_given_up(page: Page, state_of: StateOf) -> None:
    page.goto(f"/event/{STANDUP}/20231018T091500Z/edit")
    page.get_by_label("Title").fill("Standing")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog", name="Change repeating event").get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Title")).to_have_value("Standing")
    assert state_of(page)["version"] == 0


def test_changed_occurrences_follow_their_series(page: Page, state_of: StateOf) -> None:
    page.goto(f"/event/{SWIM}/20231019T070000Z/edit")
    page.get_by_label("Start time").fill("8:00 AM")
    page.get_by_role("button", name="Save").click()
    choose(page, "This event")
    page.get_by_role("dialog").wait_for(state="detached")
    page.goto("/event/e32/edit")
    expect(page.get_by_label("Repeat", exact=True)).to_have_count(0)
    page.get_by_label("Location").fill("Lake")
    page.get_by_role("button", name="Save").click()
    choose(page, "All events")
    page.get_by_role("dialog").wait_for(state="detached")
    events = state_of(page)["collections"]["events"]
    assert (events[SWIM]["location"], events["e32"]["location"]) == ("Lake", "Lake")
    assert starts(page, "Morning swim", "2023-10-17", 3) == ["2023-10-17T07:00", "2023-10-19T08:00"]
    page.goto("/event/e32")
    page.get_by_role("button", name="Delete").click()
    choose(page, "This event")
    page.get_by_role("dialog").wait_for(state="detached")
    assert starts(page, "Morning swim", "2023-10-17", 3) == ["2023-10-17T07:00"]


def test_a_series_stops_repeating(page: Page, state_of: StateOf) -> None:
    page.goto(f"/event/{SWIM}/20230905T070000Z/edit")
    page.get_by_label("Repeat", exact=True).select_option("Does not repeat")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="This event", exact=True)).to_have_count(0)
    choose(page, "All events")
    page.get_by_role("dialog").wait_for(state="detached")
    assert state_of(page)["collections"]["events"][SWIM]["rrule"] == ""
    assert starts(page, "Morning swim", "2023-10-15", 14) == []
