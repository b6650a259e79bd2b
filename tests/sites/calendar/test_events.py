"""What people do to single events, and what is in local storage then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

StateOf = Callable[[Page], dict[str, Any]]
Create = Callable[..., None]


def last_entries(state: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(entry["collection"], entry["id"], entry["kind"], entry["trusted"]) for entry in state["log"]]


def test_a_first_visit_starts_from_the_seed_and_writes_nothing_more(page: Page, state_of: StateOf) -> None:
    state = state_of(page)
    seed = page.evaluate("async () => (await fetch('/seed.json')).json()")
    assert state["collections"] == seed["collections"]
    assert (state["version"], state["log"]) == (0, [])
    for path in ("/month/2023-10-15", "/agenda", "/event/e9", "/search?q=lunch", "/tasks", "/settings"):
        page.goto(path)
        page.locator("main :first-child").first.wait_for()
    assert state_of(page) == state


def test_create_with_all_fields(page: Page, state_of: StateOf) -> None:
    page.get_by_role("button", name="Create event").click()
    form = page.get_by_role("dialog", name="New event")
    form.get_by_label("Title").fill("Dentist")
    form.get_by_label("Start date", exact=True).fill("10/20/2023")
    form.get_by_label("Start time").fill("3pm")
    form.get_by_label("End time").fill("3:45 PM")
    form.get_by_label("Calendar", exact=True).select_option("Personal")
    form.get_by_label("Location").fill("4 High Street")
    form.get_by_label("Guests", exact=True).first.fill("Sam Whitaker, ola@postbox.example")
    form.get_by_label("Guests", exact=True).first.press("Enter")
    expect(form.get_by_role("listitem")).to_have_count(2)
    form.get_by_label("Add a video meeting").check()
    form.get_by_label("Reminder 1", exact=True).select_option("1 hour before")
    form.get_by_label("Description").fill("Bring the card.\nUpper left.")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Event created")
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-15")
    state = state_of(page)
    assert state["collections"]["events"]["e32"] == {
        "id": "e32", "title": "Dentist", "start": "2023-10-20T15:00:00.000Z", "end": "2023-10-20T15:45:00.000Z",
        "allDay": False, "timeZone": "UTC", "location": "4 High Street", "description": "Bring the card.\nUpper left.",
        "calendar": "personal",
        "guests": [
            {"name": "Sam Whitaker", "email": "sam.whitaker@postbox.example", "response": "needsAction"},
            {"name": "ola@postbox.example", "email": "ola@postbox.example", "response": "needsAction"},
        ],
        "organizer": "nora.lindqvist@fernhill.example", "hasMeeting": True, "reminders": [60], "busy": True,
        "rrule": "", "exdate": [], "seriesId": "", "originalStart": "",
    }  # fmt: skip
    assert state["version"] == 1
    assert state["log"] == [
        {"seq": 1, "collection": "events", "id": "e32", "kind": "added", "cause": "click", "trusted": True}
    ]
    expect(page.get_by_role("button", name="Dentist, 3:00 to 3:45 PM, 4 High Street")).to_be_visible()


def test_the_end_follows_the_start_and_enter_saves(page: Page, state_of: StateOf) -> None:
    page.get_by_role("button", name="Create event").click()
    page.get_by_label("Title").fill("Late call")
    page.get_by_label("Start date", exact=True).fill("Oct 18")
    page.get_by_label("Start time").fill("11:30 pm")
    page.get_by_label("Start time").press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    row = state_of(page)["collections"]["events"]["e32"]
    assert (row["start"], row["end"]) == ("2023-10-18T23:30:00.000Z", "2023-10-19T00:30:00.000Z")
    assert state_of(page)["log"][0]["trusted"]


def test_an_all_day_event_of_three_days(page: Page, state_of: StateOf) -> None:
    page.get_by_role("button", name="Create event").click()
    page.get_by_label("Title").fill("Fair")
    page.get_by_role("checkbox", name="All day").check()
    page.get_by_label("Start date", exact=True).fill("2023-10-16")
    page.get_by_label("End date", exact=True).fill("2023-10-18")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Fair, Mon, Oct 16 to Wed, Oct 18").wait_for()
    row = state_of(page)["collections"]["events"]["e32"]
    assert (row["allDay"], row["start"], row["end"]) == (True, "2023-10-16T00:00:00.000Z", "2023-10-19T00:00:00.000Z")


def test_what_is_no_date_or_ends_before_it_starts_is_said_and_not_saved(page: Page, state_of: StateOf) -> None:
    page.get_by_role("button", name="Create event").click()
    for label, value, fault in (
        ("Start date", "someday", "The start date is not a date"),
        ("Start date", "Oct 18", ""),
        ("End time", "8 am", "would end before it starts"),
        ("End time", "25 o'clock", "The end time is not a time"),
    ):
        page.get_by_label(label, exact=True).fill(value)
        if fault:
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("alert")).to_contain_text(fault)
    assert state_of(page)["version"] == 0
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_edit_changes_the_fields_that_were_changed(page: Page, state_of: StateOf) -> None:
    before = state_of(page)["collections"]["events"]["e17"]
    page.get_by_role("button", name="Lunch with Sam").click()
    expect(page).to_have_url("http://calendar.localhost/event/e17")
    page.get_by_role("button", name="Edit").click()
    expect(page).to_have_url("http://calendar.localhost/event/e17/edit")
    page.get_by_label("Title").fill("Long lunch with Sam")
    page.get_by_label("End time").fill("13:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Event saved")
    after = state_of(page)["collections"]["events"]["e17"]
    assert after == before | {"title": "Long lunch with Sam", "end": "2023-10-18T13:30:00.000Z"}


def test_saving_without_a_change_writes_nothing(page: Page, state_of: StateOf) -> None:
    page.goto("/event/e17/edit")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Nothing was changed")
    assert state_of(page)["version"] == 0


def test_delete_and_undo(page: Page, state_of: StateOf) -> None:
    start = state_of(page)["collections"]
    page.get_by_role("button", name="Pick up the parcel").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Pick up the parcel")).to_have_count(0)
    assert "e20" not in state_of(page)["collections"]["events"]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Pick up the parcel").wait_for()
    assert state_of(page)["collections"] == start
    assert last_entries(state_of(page)) == [("events", "e20", "deleted", True), ("events", "e20", "added", True)]


def test_drag_moves_an_event_to_another_day_and_time(page: Page, state_of: StateOf) -> None:
    box = page.get_by_role("button", name="Nordlys pilot check-in").bounding_box()
    friday = page.get_by_role("group", name="Events on Friday, October 20").bounding_box()
    assert box and friday
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(friday["x"] + 40, box["y"] + 35, steps=4)
    page.mouse.move(friday["x"] + 40, box["y"] + 60, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Nordlys pilot check-in, 2:00 to 2:45 PM").wait_for()
    row = state_of(page)["collections"]["events"]["e12"]
    assert (row["start"], row["end"]) == ("2023-10-20T14:00:00.000Z", "2023-10-20T14:45:00.000Z")
    assert last_entries(state_of(page)) == [("events", "e12", "updated", True)]
    assert state_of(page)["log"][0]["cause"] == "pointerup"
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_key_works_at_once_after_a_drag(page: Page) -> None:
    box = page.get_by_role("button", name="Nordlys pilot check-in").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + 60, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Nordlys pilot check-in, 2:00 to 2:45 PM").wait_for()
    page.get_by_role("button", name="Month", exact=True).press("Enter")
    expect(page).to_have_url("http://calendar.localhost/month/2023-10-15")


def test_drag_of_the_lower_edge_resizes(page: Page, state_of: StateOf) -> None:
    box = page.get_by_role("button", name="Brightwater kick-off call").bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + box["height"] - 3)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + box["height"] + 22, steps=5)
    page.mouse.up()
    page.get_by_role("button", name="Brightwater kick-off call, 2:00 to 3:30 PM").wait_for()
    assert state_of(page)["collections"]["events"]["e5"]["end"] == "2023-10-16T15:30:00.000Z"


def test_drag_in_the_month_moves_by_days(page: Page, state_of: StateOf) -> None:
    page.get_by_role("button", name="Month", exact=True).click()
    page.get_by_role("button", name="Long run").drag_to(page.get_by_role("link", name="Saturday, October 28, 2023"))
    expect(page.get_by_role("status")).to_contain_text("Event moved")
    assert state_of(page)["collections"]["events"]["e16"]["start"] == "2023-10-28T08:30:00.000Z"


def test_in_the_month_the_days_under_the_pointer_count(page: Page, state_of: StateOf) -> None:
    """Also where an event of several days lies over them: Elin visits from Thursday to Saturday."""
    page.get_by_role("button", name="Month", exact=True).click()
    for name, from_x, to_x in (("Lunch with Sam", None, 0.5), ("Elin visits", 0.5, 0.9)):
        visit = page.get_by_role("button", name="Elin visits").bounding_box()
        grabbed = page.get_by_role("button", name=name).bounding_box()
        assert visit and grabbed
        x = grabbed["x"] + 20 if from_x is None else visit["x"] + visit["width"] * from_x
        page.mouse.move(x, grabbed["y"] + 8)
        page.mouse.down()
        page.mouse.move(visit["x"] + visit["width"] * 0.6, visit["y"] + 9, steps=4)
        page.mouse.move(visit["x"] + visit["width"] * to_x, visit["y"] + 8, steps=4)
        page.mouse.up()
        expect(page.get_by_role("status")).to_contain_text("Event moved")
    events = state_of(page)["collections"]["events"]
    assert events["e17"]["start"] == "2023-10-20T12:00:00.000Z"
    assert events["e22"]["start"] == "2023-10-20T00:00:00.000Z"


def test_today_is_today_whatever_week_is_shown(page: Page, state_of: StateOf, create: Create) -> None:
    page.goto("/week/2023-11-20")
    create(page, "Dentist", start_date="tomorrow", start_time="15:00")
    assert state_of(page)["collections"]["events"]["e32"]["start"] == "2023-10-16T15:00:00.000Z"


def test_the_form_shows_in_which_zone_its_times_are(page: Page) -> None:
    page.goto("/event/e17/edit")
    expect(page.get_by_label("Time zone", exact=True)).to_be_hidden()
    page.goto("/settings")
    page.get_by_label("Time zone").select_option("America/New_York")
    page.get_by_role("button", name="Save settings").click()
    page.get_by_role("status").wait_for()
    page.goto("/event/e17/edit")
    expect(page.get_by_label("Start time")).to_have_value("12:00 PM")
    expect(page.get_by_label("Time zone", exact=True)).to_be_visible()
    expect(page.get_by_label("Time zone", exact=True)).to_have_value("UTC")


def test_a_click_on_an_empty_hour_opens_the_form_for_it(page: Page, state_of: StateOf) -> None:
    column = page.get_by_role("group", name="Events on Friday, October 20")
    column.click(position={"x": 40, "y": 15 * 50 + 5})
    expect(page).to_have_url("http://calendar.localhost/event/new?date=2023-10-20&start=15%3A00")
    expect(page.get_by_label("Start time")).to_have_value("3:00 PM")
    expect(page.get_by_label("Start date", exact=True)).to_have_value("Oct 20, 2023")
    page.get_by_label("Title").fill("Dentist")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Dentist, 3:00 to 4:00 PM").wait_for()
    assert state_of(page)["collections"]["events"]["e32"]["start"] == "2023-10-20T15:00:00.000Z"


def test_a_drag_over_empty_hours_opens_the_form_for_them(page: Page, state_of: StateOf) -> None:
    column = page.get_by_role("group", name="Events on Friday, October 20")
    column.scroll_into_view_if_needed()
    box = column.bounding_box()
    assert box is not None
    x, top = box["x"] + 40, box["y"]
    page.mouse.move(x, top + 13 * 50 + 4)
    page.mouse.down()
    page.mouse.move(x, top + 14 * 50, steps=3)
    page.mouse.move(x, top + 14.5 * 50, steps=3)
    page.mouse.up()
    expect(page.get_by_label("Start time")).to_have_value("1:00 PM")
    expect(page.get_by_label("End time")).to_have_value("2:30 PM")
    page.get_by_label("Title").fill("Errands")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Errands, 1:00 to 2:30 PM").wait_for()
    [entry] = state_of(page)["log"]
    assert (entry["kind"], entry["trusted"]) == ("added", True)


def test_keys_move_resize_and_delete_the_event_in_focus(page: Page, state_of: StateOf) -> None:
    event = page.get_by_role("button", name="Release go or no-go")
    event.focus()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("Alt+Shift+ArrowDown")
    row = state_of(page)["collections"]["events"]["e13"]
    assert (row["start"], row["end"]) == ("2023-10-19T11:15:00.000Z", "2023-10-19T12:00:00.000Z")
    expect(event).to_be_focused()
    page.keyboard.press("Delete")
    expect(event).to_have_count(0)
    assert {entry["cause"] for entry in state_of(page)["log"]} == {"keydown"}


def test_accept_and_decline_an_invitation(page: Page, state_of: StateOf) -> None:
    for answer, kept in (("Yes", "accepted"), ("No", "declined"), ("Maybe", "tentative")):
        page.goto("/event/e8")
        page.get_by_role("group", name="Going?").get_by_role("button", name=answer).click()
        expect(page.get_by_role("button", name=answer, pressed=True)).to_be_visible()
        guests = {g["name"]: g["response"] for g in state_of(page)["collections"]["events"]["e8"]["guests"]}
        assert guests == {"Nora Lindqvist": kept, "Sofia Marchetti": "accepted", "Priya Raman": "accepted"}


def test_a_colleagues_event_can_be_read_but_not_changed(page: Page) -> None:
    page.get_by_role("checkbox", name="Priya Raman").check()
    page.get_by_role("button", name="Customer visit").click()
    expect(page.get_by_role("dialog", name="Customer visit")).to_contain_text("York")
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    page.goto("/event/e26/edit")
    expect(page.get_by_label("Title")).to_have_count(0)


def test_the_form_says_when_a_guest_is_busy(page: Page) -> None:
    page.goto("/event/new?date=2023-10-18&start=10:00")
    page.get_by_label("Guests", exact=True).first.fill("Priya Raman; Kenji Watanabe")
    page.get_by_role("button", name="Add guest").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").filter(has_text="Priya")).to_contain_text(
        "Busy: Customer visit"
    )
    expect(page.get_by_role("dialog").get_by_role("listitem").filter(has_text="Kenji")).to_contain_text("Free")


def test_the_same_actions_give_the_same_bytes(
    open_world: Callable[..., Page], create: Create, raw_of: Callable[[Page], str]
) -> None:
    seen = []
    for _ in range(2):
        page = open_world({})
        create(page, "Dentist", start_date="Friday", start_time="15:00")
        page.get_by_role("button", name="Budget review").click()
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("checkbox", name="Fitness").uncheck()
        seen.append(raw_of(page))
    assert seen[0] == seen[1]


def test_a_reload_keeps_the_state_and_a_fresh_context_starts_over(
    page: Page, open_world: Callable[..., Page], create: Create, raw_of: Callable[[Page], str], state_of: StateOf
) -> None:
    create(page, "Dentist", start_date="Friday", start_time="15:00")
    kept = raw_of(page)
    page.reload()
    page.get_by_role("button", name="Dentist").wait_for()
    assert raw_of(page) == kept
    fresh = open_world({})
    fresh.get_by_role("button", name="Lunch with Sam").wait_for()
    assert state_of(fresh)["version"] == 0
