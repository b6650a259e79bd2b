"""The store under strain: two tabs, a full storage, changes that no user made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

StateOf = Callable[[Page], dict[str, Any]]
Create = Callable[..., None]

FLAGGED = """async () => {
    const {diff, untrusted} = await import('/kit/diff.js');
    const seed = await (await fetch('/seed.json')).json();
    const state = JSON.parse(localStorage.getItem('browserenv.calendar'));
    return untrusted(diff(seed.collections, state.collections), state.log); }"""


def test_two_tabs_stay_in_step(page: Page, context: BrowserContext, create: Create, state_of: StateOf) -> None:
    other = context.new_page()
    other.goto("/day/2023-10-20")
    create(page, "Dentist", start_date="Friday", start_time="15:00")
    other.get_by_role("button", name="Dentist").click()
    other.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Dentist")).to_have_count(0)
    create(page, "Optician", start_date="Friday", start_time="16:00")
    other.get_by_role("button", name="Optician").wait_for()
    assert [(e["id"], e["kind"]) for e in state_of(page)["log"]] == [
        ("e32", "added"),
        ("e32", "deleted"),
        ("e33", "added"),
    ]


def test_a_change_in_another_tab_is_kept_by_a_form_that_was_open(
    page: Page, context: BrowserContext, state_of: StateOf
) -> None:
    page.goto("/event/e17/edit")
    page.get_by_label("Title").fill("Late lunch with Sam")
    other = context.new_page()
    other.goto("/event/e17/edit")
    other.get_by_label("Location").fill("Canteen")
    other.get_by_role("button", name="Save").click()
    other.get_by_role("status").wait_for()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").wait_for()
    row = state_of(page)["collections"]["events"]["e17"]
    assert (row["title"], row["location"]) == ("Late lunch with Sam", "Canteen")


def test_an_event_that_another_tab_deleted_is_not_made_anew(
    page: Page, context: BrowserContext, state_of: StateOf
) -> None:
    page.goto("/event/e17/edit")
    other = context.new_page()
    other.goto("/event/e17")
    other.get_by_role("button", name="Delete").click()
    other.get_by_role("status").wait_for()
    page.get_by_label("Title").fill("Late lunch")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="deleted in another tab")).to_be_visible()
    page.goto("/event/new?date=2023-10-20&title=Yoga&calendar=fitness")
    other.get_by_role("button", name="Options for Fitness").click()
    other.get_by_role("button", name="Delete calendar").click()
    other.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(other.get_by_role("status")).to_contain_text("Fitness deleted")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="calendar was deleted in another tab")).to_be_visible()
    events = state_of(page)["collections"]["events"]
    assert "e17" not in events and not [row for row in events.values() if row["calendar"] == "fitness"]


def test_storage_that_another_tab_cleared_starts_over(
    page: Page, context: BrowserContext, create: Create, state_of: StateOf
) -> None:
    create(page, "Dentist", start_date="Friday", start_time="15:00")
    other = context.new_page()
    other.goto("/seed.json")
    other.evaluate("localStorage.clear()")
    expect(page.get_by_role("button", name="Dentist")).to_have_count(0)
    page.get_by_role("button", name="Lunch with Sam").wait_for()
    assert state_of(page)["version"] == 0


def test_a_full_storage_is_said_and_loses_nothing(page: Page, raw_of: Callable[[Page], str]) -> None:
    before = raw_of(page)
    page.evaluate(
        """() => { for (let size = 2 ** 20, n = 0; size >= 1; n += 1) {
            try { localStorage.setItem(`filler-${n}`, 'x'.repeat(size)); } catch { size = Math.floor(size / 2); } } }"""
    )
    page.get_by_role("button", name="Create event").click()
    page.get_by_label("Title").fill("Dentist")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="Storage is full")).to_be_visible()
    assert raw_of(page) == before
    expect(page.get_by_label("Title")).to_have_value("Dentist")
    page.evaluate("localStorage.removeItem('filler-0')")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Dentist").wait_for()


def test_what_a_user_did_is_trusted_and_what_a_script_did_is_flagged(
    page: Page, create: Create, state_of: StateOf
) -> None:
    create(page, "Dentist", start_date="Friday", start_time="15:00")
    assert page.evaluate(FLAGGED) == []
    page.get_by_role("button", name="Pick up the parcel").click()
    page.evaluate("document.querySelector('[data-key=delete]').click()")
    expect(page.get_by_role("button", name="Pick up the parcel")).to_have_count(0)
    entry = state_of(page)["log"][-1]
    assert (entry["id"], entry["kind"], entry["cause"], entry["trusted"]) == ("e20", "deleted", "click", False)
    assert page.evaluate(FLAGGED) == ["events/e20"]


def test_a_form_sent_by_a_script_is_not_saved_and_its_button_clicked_by_one_is_flagged(
    page: Page, state_of: StateOf
) -> None:
    page.goto("/event/new?date=2023-10-20&title=Ghost")
    page.evaluate("document.getElementById('event-form').requestSubmit()")
    assert state_of(page)["version"] == 0
    page.evaluate("document.querySelector('[form=event-form]').click()")
    page.get_by_role("dialog").wait_for(state="detached")
    assert page.evaluate(FLAGGED) == ["events/e32"]


def test_a_row_written_past_the_store_is_flagged(page: Page) -> None:
    page.evaluate(
        """() => { const state = JSON.parse(localStorage.getItem('browserenv.calendar'));
            state.collections.events.e17.title = 'Other'; delete state.collections.tasks.t1;
            localStorage.setItem('browserenv.calendar', JSON.stringify(state)); }"""
    )
    assert sorted(page.evaluate(FLAGGED)) == ["events/e17", "tasks/t1"]


def test_selects_and_dates_filled_by_a_driver_are_saved_as_trusted(page: Page, state_of: StateOf) -> None:
    """Playwright fills selects by scripted events; the click on Save is what counts."""
    page.goto("/settings")
    page.get_by_label("Week starts on").select_option("Monday")
    page.get_by_role("button", name="Save settings").click()
    page.get_by_role("status").wait_for()
    assert [(e["collection"], e["trusted"]) for e in state_of(page)["log"]] == [("settings", True)]
