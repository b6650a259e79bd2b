from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from werkzeug.test import Client

from browserenv.sites.calendar import app
from browserenv.sites.calendar.look import look_of
from browserenv.sites.calendar.manifest import MANIFEST
from browserenv.sites.kit import golden, registry
from browserenv.sites.kit.mount import ENVIRON_KEY, Mount
from browserenv.sites.kit.state import State

SPECIAL = ("/config?run_id=0&task_id=x", "/clear", "/finish", "/submit?retrieved_answer=x")


@pytest.fixture
def ask(calendar_golden: golden.Golden, tmp_path: Path) -> Callable[..., Any]:
    """Ask the application for a path; ``options`` are those of the site."""
    client = Client(app.create_app())

    def get(path: str, method: str = "GET", **options: str) -> Any:
        rows = [{"id": name, "value": value} for name, value in options.items()]
        golden.prepare_start(calendar_golden, {"options": rows}, tmp_path / "start")
        state = State(tmp_path / "state", tmp_path / "start", MANIFEST.collections)
        state.reset()
        environ = {ENVIRON_KEY: Mount(MANIFEST, state)}
        return client.open(path, method=method, base_url="http://calendar.localhost", environ_overrides=environ)

    return get


@pytest.mark.parametrize(
    "path",
    ["/", "/month", "/week/2023-10-15", "/day/2023-10-15", "/agenda", "/event/e5", "/event/new?date=2023-10-15",
     "/event/e5/edit", "/event/e1/20231018T091500Z", "/event/e1/20231018T091500Z/edit", "/search?q=x", "/tasks",
     "/calendars", "/settings"],
)  # fmt: skip
def test_every_address_of_the_site_is_answered_with_the_page(ask: Callable[..., Any], path: str) -> None:
    reply = ask(path)
    assert reply.status_code == 200
    assert b"/static/main.js" in reply.data
    assert "frame-ancestors 'none'" in reply.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/week/someday",
        "/static/nothing.js",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/kit/../state.py",
        "/event",
        f"/static/{'a' * 300}",
        "/static/main.js/",
    ],
)
def test_other_addresses_are_not_found(ask: Callable[..., Any], path: str) -> None:
    assert ask(path).status_code == 404


@pytest.mark.parametrize("path", SPECIAL)
def test_special_pages_are_as_unknown_as_any_other_address(ask: Callable[..., Any], path: str) -> None:
    reply, other = ask(path), ask("/nothing")
    assert (reply.status_code, reply.data) == (404, other.data)
    assert ask(path, special_pages="off").status_code == 404
    assert ask(path, special_pages="on").status_code == 200


def test_only_reading_is_allowed_and_writes_nothing(ask: Callable[..., Any]) -> None:
    assert ask("/", method="POST").status_code == 405
    assert ask("/seed.json", method="DELETE").status_code == 405
    assert ask("/", method="HEAD").data == b""


def test_the_seed_holds_the_rows_decoded(ask: Callable[..., Any]) -> None:
    seed = json.loads(ask("/seed.json").data)
    assert list(seed["collections"]) == ["events", "calendars", "tasks", "people", "settings"]
    assert seed["next"]["events"] == len(seed["collections"]["events"]) + 1
    standup = seed["collections"]["events"]["e1"]
    assert (standup["allDay"], standup["hasMeeting"], standup["reminders"]) == (False, True, [5])
    assert standup["guests"][1] == {
        "name": "Priya Raman",
        "email": "priya.raman@fernhill.example",
        "response": "accepted",
    }


def test_another_set_of_data_is_served_in_place_of_the_sizes_own(ask: Callable[..., Any]) -> None:
    asked = ask("/seed.json", data="july-2024").data
    assert asked == ask("/seed.json", data="july-2024", look="3").data
    seed = json.loads(asked)["collections"]
    assert seed["settings"]["me"]["timeZone"] == "America/Los_Angeles"
    assert Counter(row["calendar"] for row in seed["events"].values()) == {"work": 15, "family": 4, "personal": 1}
    assert all(row["start"].startswith("2024-07-") for row in seed["events"].values())
    assert list(seed) == list(json.loads(ask("/seed.json").data)["collections"])


def test_data_that_there_is_not_is_refused(ask: Callable[..., Any]) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="CHECK constraint failed"):
        ask("/seed.json", data="june-2024")


def test_looks_by_name_and_by_number() -> None:
    assert look_of({}) == ("paper", "side")
    assert look_of({"look": "7"}) == ("dusk", "deck")
    assert look_of({"look": "1", "layout": "deck"}) == ("harbor", "deck")
    with pytest.raises(ValueError, match="no theme 'neon' of the calendar; there are paper, harbor"):
        look_of({"theme": "neon"})


def test_there_is_no_login(calendar_golden: golden.Golden, tmp_path: Path) -> None:
    mount = Mount(MANIFEST, State(tmp_path, calendar_golden.folder, MANIFEST.collections))
    assert registry.application("calendar").mint_login(mount, "Nora Lindqvist") == []
    with pytest.raises(KeyError, match="no user 'Eve'"):
        app.mint_login(mount, "Eve")


def test_an_agents_world_shows_no_special_page(page: Page) -> None:
    page.evaluate("history.pushState(null, '', '/finish')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(page).to_have_url("http://calendar.localhost/week/2023-10-15")


def test_finish_prints_both_shapes_and_clear_starts_over(open_world: Callable[..., Page]) -> None:
    page = open_world({"options": [{"id": "special_pages", "value": "on"}]}, "/config?run_id=0&task_id=t-1&latency=0")
    assert json.loads(page.locator("pre").inner_text()) == {"config": {"run_id": "0", "task_id": "t-1", "latency": "0"}}
    page.goto("http://calendar.localhost//finish")  # as harnesses ask that add a path to an address with a slash
    report = json.loads(page.locator("pre").inner_text())
    nothing: dict[str, Any] = {"added": {}, "updated": {}, "deleted": {}}
    assert report["eventsDiff"] == report["differences"]["events"] == report["myTasksDiff"] == nothing
    page.goto("/event/e20")
    page.get_by_role("button", name="Delete").click()
    page.goto("/event/e17/edit")
    page.get_by_label("Location").fill("Zoom")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").wait_for()
    page.goto("/event/new?date=2023-10-20&start=15:00&end=15:30&title=Dentist")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").wait_for()
    page.goto("/finish")
    report = json.loads(page.locator("pre").inner_text())
    events = report["eventsDiff"]
    assert events == report["differences"]["events"]
    assert [row["title"] for row in events["deleted"].values()] == ["Pick up the parcel"]
    assert [row["location"] for row in events["updated"].values()] == ["Zoom"]
    assert [(row["title"], row["start"]) for row in events["added"].values()] == [
        ("Dentist", "2023-10-20T15:00:00.000Z")
    ]
    assert report["config"]["gocalendar"]["run_id"] == "0"
    page.goto("/clear")
    page.get_by_text("back to its start").wait_for()
    page.goto("/finish")
    assert json.loads(page.locator("pre").inner_text())["eventsDiff"] == nothing
    page.goto("/submit?retrieved_answer=15%20events")
    assert json.loads(page.locator("pre").inner_text()) == {"retrieved_answer": "15 events"}


@pytest.mark.parametrize("path", ["/config?run_id=7", "/submit?retrieved_answer=15", "/clear"])
def test_what_a_special_page_writes_is_written_when_it_has_loaded(open_world: Callable[..., Page], path: str) -> None:
    page = open_world({"options": [{"id": "special_pages", "value": "on"}]}, "/event/e20")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("status").wait_for()
    page.add_init_script("""addEventListener('load', () => {
        window.atLoad = ['.config', ''].map((end) => localStorage.getItem('browserenv.calendar' + end)); })""")
    page.route("**/seed.json", lambda _route: None)  # never answered
    with page.expect_event("load"):
        page.evaluate("path => { location.href = path; }", path)
    config, state = page.evaluate("window.atLoad")
    written = {"/config?run_id=7": {"run_id": "7"}, "/submit?retrieved_answer=15": {"retrieved_answer": "15"}}
    assert json.loads(config or "{}") == written.get(path, {})
    assert (state is None) == (path == "/clear")


def test_config_sets_the_latency_and_its_seed(open_world: Callable[..., Page]) -> None:
    page = open_world({"options": [{"id": "special_pages", "value": "on"}]}, "/config?latency=40&seed=7")
    script = """async () => { const {configured} = await import('/static/config.js');
        return configured({key: 'browserenv.calendar', latency_ms: 0, latency_seed: 0}); }"""
    page.goto("/event/e20")
    assert page.evaluate(script) == {"latency_ms": 40, "latency_seed": 7}
    watch = """() => { window.waits = 0; new MutationObserver(() => { window.waits += 1; })
        .observe(document.documentElement, {attributes: true, attributeFilter: ['aria-busy']}); }"""
    page.evaluate(watch)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("status").wait_for()
    assert page.evaluate("window.waits") >= 1
