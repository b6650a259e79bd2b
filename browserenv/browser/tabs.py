"""The tabs of an episode: their order, which one is active, and what happened to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError


@dataclass(eq=False)
class Tab:
    """One tab. ``number`` counts the tabs of the episode and is never given twice; ``cdp`` is its own channel."""

    number: int
    page: Page
    crashed: bool = False
    file_chooser: bool = False
    _cdp: CDPSession | None = field(default=None, repr=False)

    async def cdp(self) -> CDPSession:
        """The tab's channel to Chromium, opened at the first use."""
        if self._cdp is None:
            self._cdp = await self.page.context.new_cdp_session(self.page)
        return self._cdp


class Tabs:
    """Follows the tabs of a context. A tab that opens becomes active; when it closes, the one before it does."""

    def __init__(self, context: BrowserContext, opened: Callable[[Tab], None] = lambda _tab: None) -> None:
        self._context = context
        self._opened = opened
        self._tabs: list[Tab] = []
        self._used: list[Tab] = []
        self._count = 0
        self._arrived = asyncio.Event()
        context.on("page", self._follow)

    @property
    def all(self) -> tuple[Tab, ...]:
        """The open tabs, in the order in which they opened."""
        return tuple(self._tabs)

    @property
    def active(self) -> Tab | None:
        """The tab that the agent sees; None when all are closed."""
        return self._used[-1] if self._used else None

    @property
    def active_index(self) -> int:
        return self._tabs.index(self._used[-1]) if self._used else 0

    def page(self) -> Page | None:
        """The page of the active tab, unless there is none or it crashed."""
        return self.active.page if self.active and not self.active.crashed else None

    async def open(self) -> Tab:
        """Open an empty tab, make it active and return it."""
        page = await self._context.new_page()
        return self._add(page)

    async def focus(self, tab: Tab) -> None:
        """Make ``tab`` the active one."""
        self._use(tab)
        await tab.page.bring_to_front()

    async def arrival(self, deadline: float) -> None:
        """Wait until a tab opens, or the loop's clock passes ``deadline``."""
        self._arrived.clear()
        try:
            await asyncio.wait_for(self._arrived.wait(), max(0.0, deadline - asyncio.get_running_loop().time()))
        except TimeoutError:
            return

    def _follow(self, page: Page) -> None:
        self._add(page)

    def _add(self, page: Page) -> Tab:
        known = next((tab for tab in self._tabs if tab.page is page), None)
        if known:
            return known
        tab = Tab(self._count, page)
        self._count += 1
        self._tabs.append(tab)
        self._use(tab)
        page.on("close", lambda _page: self._remove(tab))
        page.on("crash", lambda _page: setattr(tab, "crashed", True))
        page.on("filechooser", lambda _chooser: setattr(tab, "file_chooser", True))
        if page.is_closed():
            self._remove(tab)
        self._opened(tab)
        self._arrived.set()
        return tab

    def _use(self, tab: Tab) -> None:
        self._used = [*(other for other in self._used if other is not tab), tab]

    def _remove(self, tab: Tab) -> None:
        if tab in self._tabs:
            self._tabs.remove(tab)
            self._used.remove(tab)


async def close_quietly(page: Page) -> None:
    """Close a page that may be closed already."""
    try:
        await page.close()
    except PlaywrightError:
        if not page.is_closed():
            raise
