"""The browser's side of an episode in mid-way: read, and put in place again in another context.

Put back: cookies, local storage and IndexedDB, session storage, the open tabs at their addresses, what was typed into
their fields, where they were scrolled to, the focus, and the time that the pages see. What a script of a page knows is
not put back, nor are history, canvases, pages inside of pages; a page that is not as it was is named with the reason.
Fields are filled in without the events that typing sends, so that no page acts on being restored.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, Page, Request, Route
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.failures import first_line
from browserenv.browser.isolated import ScriptError, evaluate
from browserenv.browser.tabs import Tab
from browserenv.browser.wall import BLANK, ERROR_PAGE

READ_S = 5.0
SCRIPT = files(__package__).joinpath("snapshot.js").read_text("utf-8")


@dataclass(frozen=True)
class TabSnapshot:
    """``page`` is what ``snapshot.js`` read, None where the page did not answer; ``lost``: what cannot be put back."""

    url: str
    page: Mapping[str, Any] | None
    lost: tuple[str, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()  # ids and labels of the elements last shown, in reading order


@dataclass(frozen=True)
class BrowserSnapshot:
    """``storage`` is Playwright's storage state, cookies included; ``time``: what the pages' clock showed;
    ``documents``: the pages asked for so far; ``options``: how the episode was opened.
    """

    storage: Mapping[str, Any] = field(repr=False)
    tabs: tuple[TabSnapshot, ...]
    active: int
    documents: tuple[str, ...]
    n_elements: int
    time: datetime
    options: Mapping[str, Any]


class Methods:
    """By which method each tab's page was asked for: one that came by POST is opened by GET when restored."""

    def __init__(self, context: BrowserContext) -> None:
        self._by_page: WeakKeyDictionary[Page, str] = WeakKeyDictionary()
        context.on("request", self._note)

    def of(self, page: Page) -> str:
        return self._by_page.get(page, "GET")

    def _note(self, request: Request) -> None:
        if not request.is_navigation_request():
            return
        try:
            if request.frame.parent_frame is None:
                self._by_page[request.frame.page] = request.method
        except PlaywrightError:
            return  # a tab that opens: such a page is asked for by GET


async def read_tab(tab: Tab, method: str, shown: Sequence[tuple[str, str]]) -> TabSnapshot:
    """A tab as it is now, without touching it."""
    if tab.crashed:
        return TabSnapshot(tab.page.url, None, ("the page had crashed",))
    if tab.page.url == ERROR_PAGE:
        return TabSnapshot(tab.page.url, None, ("the page had not come, and its tab is empty now",))
    try:
        page = await _run(tab, "read")
        history = await (await tab.cdp()).send("Page.getNavigationHistory")
    except (PlaywrightError, ScriptError, TimeoutError) as error:
        return TabSnapshot(tab.page.url, None, (f"the page could not be read: {_said(error)}",))
    lost = [*page.pop("lost")]
    if method != "GET":
        lost.append(f"the page came by {method} and is opened by GET")
    n_places = sum(entry["url"] != BLANK for entry in history["entries"]) - 1
    if n_places > 0:
        lost.append(f"its history: {n_places} other page{'s' if n_places > 1 else ''} to go back or forward to")
    return TabSnapshot(tab.page.url, page, tuple(lost), tuple(shown))


async def open_tab(tab: Tab, kept: TabSnapshot, navigation_ms: float) -> None:
    """Bring an empty tab to the address that it was at. Raises Playwright's Error when the site does not answer."""
    if kept.url in (BLANK, ERROR_PAGE, ""):
        return
    session = dict((kept.page or {}).get("session", {}))
    if session:
        await _seed_session(tab.page, kept.url, session, navigation_ms)
        await tab.page.reload(wait_until="commit", timeout=navigation_ms)
    else:
        await tab.page.goto(kept.url, wait_until="commit", timeout=navigation_ms)


async def fill_tab(tab: Tab, kept: TabSnapshot) -> list[str]:
    """Put fields, scroll positions and focus of a loaded page back; returns what is not as it was."""
    if kept.page is None:
        return list(kept.lost)
    differs = list(kept.lost)
    try:
        await _run(tab, "write", kept.page)
        now = await _run(tab, "read")
    except (PlaywrightError, ScriptError, TimeoutError) as error:
        return [*differs, f"the page could not be filled in: {_said(error)}"]
    now.pop("lost")
    if tab.page.url != kept.url:
        differs.append(f"it led to {tab.page.url}")
    names = {
        "html": "the content of the page",
        "fields": "fields",
        "scrolled": "scroll positions",
        "focus": "the focus",
    }
    return differs + [f"{name}: not as it was" for key, name in names.items() if now[key] != kept.page[key]]


def as_record(kept: BrowserSnapshot, differs: Sequence[Sequence[str]]) -> dict[str, Any]:
    """``{"exact": bool, "tabs": [{"url", "differs": [...]}]}``, for ``info``."""
    tabs = [{"url": tab.url, "differs": list(what)} for tab, what in zip(kept.tabs, differs, strict=True)]
    return {"exact": not any(differs), "tabs": tabs}


async def _seed_session(page: Page, url: str, session: dict[str, str], navigation_ms: float) -> None:
    """Fill the tab's session storage on an empty page of the same origin, before any script of the site runs."""

    async def answer(route: Route) -> None:
        await route.fulfill(status=200, content_type="text/html", body="<!doctype html><title></title>")

    def is_here(asked: str) -> bool:
        return urlsplit(asked)[:2] == urlsplit(url)[:2]

    await page.route(is_here, answer)
    await page.goto(url, wait_until="commit", timeout=navigation_ms)
    await page.evaluate("kept => Object.entries(kept).forEach(([k, v]) => sessionStorage.setItem(k, v))", session)
    await page.unroute(is_here, answer)


async def _run(tab: Tab, what: str, argument: Any = None) -> Any:
    call = f"({SCRIPT})({json.dumps(what)}, {json.dumps(argument)})"
    found = await evaluate(await tab.cdp(), call, READ_S)
    if what == "read":
        # Where a style puts something is left out: a line that goes with the clock is in another place at any moment.
        html = re.sub(r'style="[^"]*"', lambda style: re.sub(r"[\d.]+", "", style[0]), str(found["html"]))
        found["html"] = hashlib.sha256(html.encode()).hexdigest()
    return found


def _said(error: Exception) -> str:
    if isinstance(error, PlaywrightError):
        return first_line(error)
    return str(error) or type(error).__name__
