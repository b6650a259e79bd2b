"""The actions that go places: addresses, history, tabs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from browserenv.browser.dialogs import Dialogs
from browserenv.browser.failures import ActionFailed, plain
from browserenv.browser.reach import Reach
from browserenv.browser.tabs import Tabs, close_quietly
from browserenv.browser.wall import BLANK, refusal

# The page took another way by itself; it did not answer, which the wall's check tells; it is a file.
_NO_FAILURES = ("interrupted by another navigation", "net::", "Download is starting")


class Travel:
    """Goes to addresses of ``hosts``, along the history, and from tab to tab."""

    def __init__(
        self, reach: Reach, tabs: Tabs, dialogs: Dialogs, hosts: Collection[str], navigation_ms: float
    ) -> None:
        self._reach = reach
        self._dialogs = dialogs
        self._tabs = tabs
        self._hosts = hosts
        self._navigation_ms = navigation_ms

    async def goto(self, url: str) -> None:
        if refused := refusal(url, self._hosts):
            raise ActionFailed(refused)
        page = self._reach.page()
        await self._load(page, url, partial(page.goto, url))

    async def reload(self) -> None:
        page = self._reach.page()
        await self._load(page, page.url, page.reload)

    async def _load(self, page: Page, url: str, load: Callable[..., Awaitable[object]]) -> None:
        try:
            with self._dialogs.leaving(page):
                await load(wait_until="commit", timeout=self._navigation_ms)
        except PlaywrightError as error:
            if any(words in error.message for words in _NO_FAILURES):
                return
            late = f"{url}: no answer within {self._navigation_ms / 1000:g} s" if "Timeout" in error.message else None
            raise ActionFailed(f"{url} could not be opened: {plain(error)}", late) from error

    async def go_back(self) -> None:
        await self._along(-1, "back")

    async def go_forward(self) -> None:
        await self._along(1, "forward")

    async def _along(self, by: int, way: str) -> None:
        tab = self._reach.tab()
        history = await (await tab.cdp()).send("Page.getNavigationHistory")
        at, entries = history["currentIndex"] + by, history["entries"]
        # A tab begins with a blank page, which is no place that the agent has been to.
        if not 0 <= at < len(entries) or (at == 0 and entries[0]["url"] == BLANK):
            raise ActionFailed(f"there is no page to go {way} to in this tab")
        step = tab.page.go_back if by < 0 else tab.page.go_forward
        with self._dialogs.leaving(tab.page):
            await step(wait_until="commit", timeout=self._navigation_ms)

    async def new_tab(self) -> None:
        await self._tabs.open()

    async def tab_close(self) -> None:
        page = self._reach.page()
        with self._dialogs.leaving(page):
            await close_quietly(page)

    async def tab_focus(self, index: int) -> None:
        tabs = self._tabs.all
        if not 0 <= index < len(tabs):
            raise ActionFailed(f"no tab {index}; there are tabs 0 to {len(tabs) - 1}")
        await self._tabs.focus(tabs[index])
