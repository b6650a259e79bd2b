"""The tabs of an episode: their order, which one is active, and what happened to them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

ARRIVAL_S = 2.0


@dataclass(eq=False)
class Tab:
    """One tab. ``number`` counts the tabs of the episode and is never given twice; ``cdp`` is its own channel."""

    number: int
    page: Page
    crashed: bool = False
    _cdp: CDPSession | None = field(default=None, repr=False)

    @property
    def crash(self) -> str | None:
        """What became of the page, when its process crashed."""
        return f"the page {self.page.url} crashed" if self.crashed else None

    async def cdp(self) -> CDPSession:
        """The tab's channel to Chromium, opened at the first use."""
        if self._cdp is None:
            self._cdp = await self.page.context.new_cdp_session(self.page)
        return self._cdp


class Tabs:
    """Follows the tabs of a context. A tab that opens becomes active; when it closes, the one used before it does.

    Playwright tells of a tab that a page opens only when it has taken hold of it, which can be after the page's own
    script went on. Chromium's browser channel tells at once, so ``arrivals`` knows what is still to come.
    """

    def __init__(self, context: BrowserContext, browser_cdp: CDPSession) -> None:
        self._context = context
        self._browser_cdp = browser_cdp
        self._tabs: list[Tab] = []
        self._used: list[Tab] = []
        self._in_front: Tab | None = None
        self._count = 0
        self._opening = 0
        self._context_id = ""
        self._coming: list[str] = []
        self._came = asyncio.Event()
        self._looks: set[asyncio.Task[None]] = set()
        context.on("page", self._follow)
        browser_cdp.on("Target.targetCreated", self._announced)
        browser_cdp.on("Target.targetDestroyed", self._withdrawn)

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
        """The place of the active tab among all; 0 when there is none."""
        return self._tabs.index(self._used[-1]) if self._used else 0

    @property
    def page(self) -> Page | None:
        """The page of the active tab, unless there is none or it crashed."""
        return self.active.page if self.active and not self.active.crashed else None

    async def open(self, ready: Tab | None = None) -> Tab:
        """Open an empty tab, or take over ``ready``, which is one; make it active and return it."""
        self._opening += 1
        try:
            page = ready.page if ready else await self._context.new_page()
        finally:
            self._opening -= 1
        tab = self._in_front = self._add(page, ready)
        if not self._context_id:
            info = await (await tab.cdp()).send("Target.getTargetInfo")
            self._context_id = info["targetInfo"]["browserContextId"]
        return tab

    async def focus(self, tab: Tab) -> None:
        """Make ``tab`` the active one, and show it: Chromium hardly runs the tabs behind."""
        self._use(tab)
        self._in_front = tab
        await tab.page.bring_to_front()

    async def arrivals(self, deadline: float) -> None:
        """Wait, up to ``deadline`` on the loop's clock, for the tabs that are opening; then show the active one."""
        loop = asyncio.get_running_loop()
        while self._coming and loop.time() < deadline:
            self._came.clear()
            try:
                await asyncio.wait_for(self._came.wait(), min(deadline - loop.time(), ARRIVAL_S))
            except TimeoutError:
                await self._give_up()
        if self.active and self.active is not self._in_front and not self.active.crashed:
            await self.focus(self.active)

    async def _give_up(self) -> None:
        """Close the tabs that never came: Chromium refused their address (a window with data:, say)."""
        coming, self._coming = self._coming, []
        for target_id in coming:
            await self._browser_cdp.send("Target.closeTarget", {"targetId": target_id})

    def stop(self) -> None:
        """Follow no longer."""
        for look in self._looks:
            look.cancel()
        self._browser_cdp.remove_listener("Target.targetCreated", self._announced)
        self._browser_cdp.remove_listener("Target.targetDestroyed", self._withdrawn)

    def _announced(self, event: dict[str, Any]) -> None:
        target = event["targetInfo"]
        if target["type"] == "page" and "openerId" in target and target.get("browserContextId") == self._context_id:
            self._coming.append(target["targetId"])

    def _withdrawn(self, event: dict[str, Any]) -> None:
        if event["targetId"] in self._coming:
            self._coming.remove(event["targetId"])
            self._came.set()

    def _follow(self, page: Page) -> None:
        self._add(page)
        if not self._opening and self._coming:
            self._coming.pop(0)  # they come in the order in which they were announced
        self._came.set()

    def _add(self, page: Page, ready: Tab | None = None) -> Tab:
        known = next((tab for tab in self._tabs if tab.page is page), None)
        if known:
            return known
        tab = ready or Tab(self._count, page)
        self._count += 1
        self._tabs.append(tab)
        self._use(tab)
        page.on("domcontentloaded", self._open_eyes)
        page.on("close", lambda _page: self._remove(tab))
        page.on("crash", lambda _page: setattr(tab, "crashed", True))
        if page.is_closed():
            self._remove(tab)
        return tab

    def _open_eyes(self, page: Page) -> None:
        """Look at a document as soon as it is put together, while its pictures are still on their way."""
        look = asyncio.ensure_future(_look(page))
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)

    def _use(self, tab: Tab) -> None:
        self._used = [*(other for other in self._used if other is not tab), tab]

    def _remove(self, tab: Tab) -> None:
        if tab in self._tabs:
            self._tabs.remove(tab)
            self._used.remove(tab)


async def _look(page: Page) -> None:
    """Let Playwright bring its scripts into the document, in a world of their own, which the first observation would
    else wait for (a third of its time)."""
    try:
        await page.locator(":root").count()
    except PlaywrightError:
        return  # the document went away


async def close_quietly(page: Page) -> None:
    """Close a page that may be closed already."""
    try:
        await page.close()
    except PlaywrightError:
        if not page.is_closed():
            raise
