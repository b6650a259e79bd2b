"""Views, addresses, calendars, tasks, search, settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

StateOf = Callable[[Page], dict[str, Any]]


def test_every_view_shows_the_week(page: Page) -> None:
    for view, title in (
        ("Month", "October 2023"),
        ("Week", "October 2023"),
        ("Day", "Wednesday, October 18, 2023"),
        ("Agenda", "October 2023"),
    ):
        page.goto("/week/2023-10-18")
        page.get_by_role("navigation", name="View").get_by_role("button", name=view).click()
        expect(page).to_have_url(f"http://calendar.localhost/{view.lower()}/2023-10-18")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        page.get_by_role("button", name="Lunch with Sam, 12:00 to 1:00 PM").wait_for()
        expect(page.get_by_role("button", name="Housewarming")).to_have_count(0 if view == "Day" else 1)


def test_a_span_of_days_lies_across_the_month_once_a_week(open_world: Callable[..., Page]) -> None:
    trip = {
        "id": "e900",
        "title": "Trip",
        "start": "2023-10-20T00:00:00.000Z",
        "end": "2023-10-25T00:00:00.000Z",
        "allDay": 1,
        "calendar": "work",
    }
    page = open_world({"events": [trip]}, "/month/2023-10-01")
    pieces = page.get_by_role("button", name="Trip, Fri, Oct 20 to Tue, Oct 24")
    expect(pieces).to_have_count(2)
    width = pieces.first.bounding_box()
    cell = page.locator(".month td").first.bounding_box()
    assert width and cell and 1.8 < width["width"] / cell["width"] < 2.1


def test_steps_today_and_the_history(page: Page) -> None:
    page.get_by_role("button", name="Next week").click()
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-22")
    page.get_by_role("button", name="Month", exact=True).click()
    page.get_by_role("button", name="Next month").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("November 2023")
    page.go_back()
    page.go_back()
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-22")
    page.go_forward()
    expect(page).to_have_url("http://calendar.localhost/month/2023-10-22")
    page.get_by_role("button", name="Today").click()
    expect(page).to_have_url("http://calendar.localhost/month/2023-10-15")
    page.get_by_label("Go to date").fill("Feb 29, 2024")
    page.get_by_label("Go to date").press("Enter")
    expect(page).to_have_url("http://calendar.localhost/month/2024-02-29")


def test_the_root_leads_to_the_default_view_of_today(page: Page) -> None:
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-15")
    page.goto("/month")
    expect(page.get_by_role("heading", level=1)).to_have_text("October 2023")
    page.goto("/day/2023-02-31")
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-15")


def test_dialogs_hold_the_focus_and_leave_with_escape(page: Page) -> None:
    event = page.get_by_role("button", name="Lunch with Sam")
    event.click()
    dialog = page.get_by_role("dialog", name="Lunch with Sam")
    expect(dialog.get_by_role("button", name="Edit")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('[role=dialog]') !== null")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-15")
    expect(event).to_be_focused()


def test_who_goes_back_leaves_every_dialog_behind(page: Page, state_of: StateOf) -> None:
    page.get_by_role("button", name="Team standup").first.click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog", name="Delete repeating event").wait_for()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Next week").click()
    page.get_by_role("button", name="Options for Work").click()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Lunch with Sam").click()
    expect(page.get_by_role("dialog", name="Lunch with Sam")).to_be_visible()
    assert state_of(page)["version"] == 0


def test_a_date_is_chosen_in_a_small_month(page: Page) -> None:
    page.goto("/event/new?date=2023-10-18")
    page.get_by_role("button", name="Choose start date").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Later month")).to_have_count(0)
    page.get_by_role("button", name="Choose start date").click()
    page.get_by_role("button", name="Later month").click()
    expect(page.get_by_role("button", name="Later month")).to_be_focused()
    page.get_by_role("button", name="Friday, November 3, 2023").click()
    expect(page.get_by_label("Start date", exact=True)).to_have_value("Nov 3, 2023")
    expect(page.get_by_label("End date", exact=True)).to_have_value("Nov 3, 2023")
    expect(page.get_by_role("dialog", name="New event")).to_be_visible()


def test_keys_for_the_whole_page(page: Page) -> None:
    for key, url in (
        ("m", "/month/2023-10-15"),
        ("d", "/day/2023-10-15"),
        ("j", "/day/2023-10-16"),
        ("t", "/day/2023-10-15"),
        ("c", "/event/new"),
    ):
        page.keyboard.press(key)
        expect(page).to_have_url(f"http://calendar.localhost{url}")


def test_add_rename_recolor_hide_and_delete_calendars(page: Page, state_of: StateOf) -> None:
    def calendars() -> Any:
        return state_of(page)["collections"]["calendars"]

    page.get_by_role("button", name="Add calendar").click()
    page.get_by_label("Name").fill("work")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("There is a calendar named Work already")
    page.get_by_label("Name").fill("Band practice")
    page.get_by_role("radio", name="Peacock").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("checkbox", name="Band practice").wait_for()
    assert calendars()["band-practice"] == {
        "id": "band-practice", "name": "Band practice", "color": "peacock", "visible": True,
        "owner": "nora.lindqvist@fernhill.example", "readOnly": False,
    }  # fmt: skip
    page.get_by_role("button", name="Options for Personal").click()
    page.get_by_label("Name").fill("Private")
    page.get_by_role("radio", name="Sage").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("checkbox", name="Private").uncheck()
    expect(page.get_by_role("button", name="Lunch with Sam")).to_have_count(0)
    assert calendars()["personal"] | {"owner": ""} == {
        "id": "personal", "name": "Private", "color": "sage", "visible": False, "owner": "", "readOnly": False
    }  # fmt: skip
    page.get_by_role("button", name="Options for Family").click()
    page.get_by_role("button", name="Delete calendar").click()
    dialog = page.get_by_role("dialog", name="Delete Family?")
    expect(dialog).to_contain_text("Its 3 events are deleted with it.")
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("checkbox", name="Family")).to_have_count(0)
    assert [row for row in state_of(page)["collections"]["events"].values() if row["calendar"] == "family"] == []
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Sunday lunch").wait_for()
    assert all(entry["trusted"] for entry in state_of(page)["log"])


def test_tasks(page: Page, state_of: StateOf) -> None:
    page.goto("/tasks")
    page.get_by_label("New task").fill("Buy stamps")
    page.get_by_label("Due date").fill("friday")
    page.get_by_role("button", name="Add task").click()
    main = page.get_by_role("main")
    main.get_by_role("checkbox", name="Buy stamps").check()
    page.get_by_role("region", name="Done (1)").wait_for()
    page.get_by_role("button", name="Edit Renew library card").click()
    page.get_by_label("Title").fill("Renew both library cards")
    page.get_by_role("dialog").get_by_label("Due date").fill("")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Delete Choose photos for Elin").click()
    tasks = state_of(page)["collections"]["tasks"]
    assert tasks["t8"] == {"id": "t8", "title": "Buy stamps", "due": "2023-10-20", "notes": "", "done": True}
    assert tasks["t2"] == {"id": "t2", "title": "Renew both library cards", "due": "", "notes": "", "done": False}
    assert "t4" not in tasks


def test_what_is_typed_of_a_task_stays_while_the_page_is_drawn_anew(page: Page, state_of: StateOf) -> None:
    page.goto("/tasks")
    page.get_by_label("New task").fill("Buy stamps")
    page.get_by_label("Due date").fill("1/3/2024")
    page.get_by_role("button", name="Later month").click()
    page.get_by_role("checkbox", name="Renew library card").first.check()
    page.get_by_role("button", name="Add task").click()
    expect(page.get_by_role("status")).to_contain_text("Task added")
    expect(page.get_by_label("New task")).to_have_value("")
    expect(page.get_by_label("Due date")).to_have_value("")
    row = state_of(page)["collections"]["tasks"]["t8"]
    assert (row["title"], row["due"]) == ("Buy stamps", "2024-01-03")
    expect(page.get_by_role("main").get_by_text("Buy stamps")).to_have_text("Buy stamps Wed, Jan 3, 2024")


def test_search_finds_by_title_place_and_guest(page: Page) -> None:
    for words, title in (
        ("pottery", "Pottery class"),
        ("pomegranate", "Lunch with Sam"),
        ("ingrid solheim", "Nordlys pilot check-in"),
    ):
        page.get_by_label("Search events").fill(words)
        page.get_by_label("Search events").press("Enter")
        expect(page.get_by_role("main").get_by_role("status")).to_have_text(f"1 event for “{words}”")
        page.get_by_role("main").get_by_role("button", name=title).click()
        page.get_by_role("dialog", name=title).wait_for()
        page.keyboard.press("Escape")
        expect(page).to_have_url(f"http://calendar.localhost/search?q={words.replace(' ', '+')}")


def test_settings_change_what_is_shown(page: Page, state_of: StateOf) -> None:
    page.goto("/settings")
    page.get_by_label("Time zone").select_option("America/New_York")
    page.get_by_label("Week starts on").select_option("Monday")
    page.get_by_label("Use the 24-hour clock").check()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_role("status")).to_contain_text("Settings saved")
    settings = state_of(page)["collections"]["settings"]["me"]
    assert (settings["timeZone"], settings["weekStart"], settings["hour24"]) == ("America/New_York", "monday", True)
    page.goto("/week/2023-10-18")
    expect(page.get_by_role("main").get_by_role("link").first).to_have_accessible_name("Monday, October 16, 2023")
    page.get_by_role("button", name="Lunch with Sam, 08:00 to 09:00").wait_for()
    page.get_by_role("button", name="Elin visits, Thu, Oct 19 to Sat, Oct 21").wait_for()


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_the_host_time_zone_changes_nothing(open_world: Callable[..., Page], zone: str) -> None:
    page = open_world({}, timezone_id=zone)
    page.get_by_role("button", name="Lunch with Sam, 12:00 to 1:00 PM").wait_for()
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-15")


@pytest.mark.parametrize("look", range(8))
def test_looks_differ_and_their_state_does_not(open_world: Callable[..., Page], state_of: StateOf, look: int) -> None:
    page = open_world({"options": [{"id": "look", "value": str(look)}]})
    page.get_by_role("button", name="Lunch with Sam").wait_for()
    root = page.locator("html")
    assert root.get_attribute("data-theme") == ("paper", "harbor", "meadow", "dusk")[look % 4]
    assert root.get_attribute("data-layout") == ("side", "deck")[look // 4]
    seed = page.evaluate("async () => (await fetch('/seed.json')).json()")
    assert state_of(page)["collections"] == seed["collections"]
    assert "options" not in seed["collections"]


@pytest.mark.parametrize("view", ["month", "week", "day", "agenda", "event/e8/edit", "tasks", "settings"])
def test_nothing_is_wider_than_a_phone(open_world: Callable[..., Page], view: str) -> None:
    path = f"/{view}" if "/" in view or view in ("tasks", "settings") else f"/{view}/2023-10-18"
    page = open_world({}, path, viewport={"width": 390, "height": 844})
    page.get_by_role("heading").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_role("button", name="Create event").count() + page.get_by_role("dialog").count() == 1


def test_latency_is_seeded_and_shown(open_world: Callable[..., Page], state_of: StateOf) -> None:
    options = [{"id": "latency_ms", "value": "40"}, {"id": "latency_seed", "value": "7"}]
    page = open_world({"options": options}, "/event/e20")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_contain_text("Event deleted")
    assert state_of(page)["log"][0]["trusted"]
    script = """async () => { const {Latency} = await import('/kit/latency.js');
        const latency = new Latency(40, 7); return [latency.next(), latency.next(), latency.next()]; }"""
    drawn = page.evaluate(script)
    assert drawn == page.evaluate(script)
    assert len(set(drawn)) > 1
    assert all(20 <= length <= 60 for length in drawn)


def test_a_second_click_while_the_first_is_on_its_way_adds_nothing(
    open_world: Callable[..., Page], state_of: StateOf
) -> None:
    page = open_world({"options": [{"id": "latency_ms", "value": "60"}]}, "/event/new?date=2023-10-20&title=Fair")
    page.get_by_role("button", name="Save").dblclick()
    expect(page.get_by_role("status")).to_contain_text("Event created")
    page.goto("/tasks")
    page.get_by_label("New task").fill("Buy stamps")
    page.get_by_role("button", name="Add task").dblclick()
    expect(page.get_by_role("status")).to_contain_text("Task added")
    assert [(entry["id"], entry["kind"]) for entry in state_of(page)["log"]] == [("e32", "added"), ("t8", "added")]


def test_a_change_on_its_way_arrives_though_the_page_is_left(
    open_world: Callable[..., Page], state_of: StateOf
) -> None:
    page = open_world({"options": [{"id": "latency_ms", "value": "60000"}]}, "/event/e20")
    page.get_by_role("button", name="Delete").click()
    page.goto("/agenda/2023-10-20")
    page.get_by_role("button", name="Release go or no-go").wait_for()
    expect(page.get_by_role("button", name="Pick up the parcel")).to_have_count(0)
    assert [(entry["id"], entry["trusted"]) for entry in state_of(page)["log"]] == [("e20", True)]


def test_the_scripts_are_small(static_folder: Path) -> None:
    client = static_folder.parents[1] / "kit" / "client"
    n_bytes = sum(path.stat().st_size for folder in (static_folder, client) for path in folder.glob("*.js"))
    assert n_bytes < 150 * 1024
