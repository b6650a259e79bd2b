from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from browserenv.sites.kit import golden
from browserenv.sites.kit.host import SiteHost

START = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
KEY = "browserenv.calendar"
BASE = "http://calendar.localhost"
DRAWN = "#app > *, main.missing"
LOST = "ERR_NETWORK_CHANGED"
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

State = dict[str, Any]


@pytest.fixture(scope="session")
def calendar_golden() -> golden.Golden:
    """The calendar's small golden state, from the user's cache."""
    return golden.ensure("calendar", "small")


@pytest.fixture(scope="module")
def host() -> Iterator[SiteHost]:
    host = SiteHost()
    yield host
    host.close()


@pytest.fixture(scope="module")
def port(host: SiteHost, calendar_golden: golden.Golden, tmp_path_factory: pytest.TempPathFactory) -> int:
    """The small calendar, served as it is for an agent."""
    return host.mount("calendar", "calendar", tmp_path_factory.mktemp("state"), calendar_golden.folder, secret="s")


@pytest.fixture(scope="module")
def serve(
    host: SiteHost, calendar_golden: golden.Golden, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., int]:
    """Serve a calendar with setup rows; returns its port."""

    def mount(setup: dict[str, list[dict[str, Any]]], size: str = "small") -> int:
        folder = tmp_path_factory.mktemp("world")
        chosen = calendar_golden if size == "small" else golden.ensure("calendar", size)
        golden.prepare_start(chosen, setup, folder / "start")
        return host.mount(folder.name, "calendar", folder / "state", folder / "start", secret="s")

    return mount


@pytest.fixture(scope="module")
def launch() -> Iterator[Callable[[int], Browser]]:
    """Start a browser that reaches one calendar and nothing else; one browser a port."""
    with sync_playwright() as playwright:
        browsers: dict[int, Browser] = {}

        def start(port: int) -> Browser:
            if port not in browsers:
                rules = f"--host-resolver-rules=MAP calendar.localhost:80 127.0.0.1:{port}, MAP * ~NOTFOUND"
                path = shutil.which("chromium") or playwright.chromium.executable_path
                browsers[port] = playwright.chromium.launch(executable_path=path, args=[*QUIET, rules])
            return browsers[port]

        yield start
        for browser in browsers.values():
            browser.close()  # a second time is no fault


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    settings = {"viewport": {"width": 1280, "height": 720}, "timezone_id": "UTC", "locale": "en-US", "base_url": BASE}
    context = browser.new_context(**(settings | options))
    context.set_default_timeout(5000)
    context.clock.set_fixed_time(START)
    return context


def make_sturdy(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    """Let ``page.goto`` wait until the page is drawn, and open an address once more where the page lost a part because
    a network of the machine came or went, as those of containers do."""
    lost: list[Request] = []
    page.on("requestfailed", lambda request: lost.append(request) if LOST in (request.failure or "") else None)
    goto = page.goto

    def go(url: str, **options: Any) -> Response | None:
        for _ in range(4):
            lost.clear()
            try:
                answer = goto(url, **options)
            except PlaywrightError as error:
                if LOST not in str(error):
                    raise
                continue
            if not lost:
                page.locator(DRAWN).first.wait_for(state="attached")
                return answer
        raise AssertionError(f"{url} lost a part at each try: {[request.url for request in lost]}")

    monkeypatch.setattr(page, "goto", go)
    return page


@pytest.fixture
def context(launch: Callable[[int], Browser], port: int) -> Iterator[BrowserContext]:
    context = new_context(launch(port))
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The pinned week in a fresh context; the test fails when the page raised or logged an error."""
    page = make_sturdy(context.new_page(), monkeypatch)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error.stack or error)))
    page.on(
        "console", lambda said: faults.append(said.text) if said.type == "error" and LOST not in said.text else None
    )
    page.goto("/")
    page.get_by_role("heading", name="October 2023", level=1).wait_for()
    yield page
    assert faults == []


@pytest.fixture
def open_world(
    launch: Callable[[int], Browser], serve: Callable[..., int], port: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Page]]:
    """Open the calendar with setup rows; further keywords are options of the browser context."""
    contexts: list[BrowserContext] = []
    own: list[Browser] = []

    def visit(setup: dict[str, list[dict[str, Any]]], path: str = "/", size: str = "small", **options: Any) -> Page:
        browser = launch(serve(setup, size) if setup or size != "small" else port)
        if setup or size != "small":
            own.append(browser)
        contexts.append(new_context(browser, **options))
        page = make_sturdy(contexts[-1].new_page(), monkeypatch)
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    for browser in own:
        browser.close()


def raw(page: Page) -> str:
    text = page.evaluate("key => localStorage.getItem(key)", KEY)
    assert isinstance(text, str)
    return text


@pytest.fixture
def state_of() -> Callable[[Page], State]:
    """The state that a page's browser keeps."""
    return lambda page: json.loads(raw(page))


@pytest.fixture
def raw_of() -> Callable[[Page], str]:
    """The bytes of it."""
    return raw


@pytest.fixture
def create() -> Callable[..., None]:
    """Create an event through the form: fields by their labels."""

    def fill(page: Page, title: str, **fields: str) -> None:
        page.get_by_role("button", name="Create event").click()
        dialog = page.get_by_role("dialog", name="New event")
        dialog.get_by_label("Title").fill(title)
        for name, value in fields.items():
            dialog.get_by_label(name.replace("_", " ").capitalize(), exact=True).fill(value)
        dialog.get_by_role("button", name="Save").click()
        dialog.wait_for(state="detached")

    return fill


@pytest.fixture
def static_folder() -> Path:
    return Path(__file__).parents[3] / "sites" / "calendar" / "static"
