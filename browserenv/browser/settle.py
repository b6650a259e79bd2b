"""Wait until a page has come to rest: by events, bounded, and with the reason why the waiting stopped.

A page is at rest when no navigation and no request that began with the action is on its way, the document has loaded,
nothing in it changed for two animation frames and a short window, and no timer or finite animation is about to end.
Streams (server-sent events, web sockets, long polls) do not count.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from browserenv.browser.pagescript import QUIET
from browserenv.browser.traffic import Traffic

SHORT_S = 0.15  # in which frames answer where nothing goes on


@dataclass(frozen=True)
class SettleLimits:
    """How long to wait for what.

    cap_s: for all; window_ms: without a change of the document; churn_ms: for a document that never stops changing;
    load_ms: for the parts of a document to be put together, late_ms: when a request for one of them outlasted the
    patience with it; horizon_ms: how far ahead a timer or an animation is waited for;
    timer_depth: timers set by timers count down to this depth, so a poll by chained timers does not; frame_s: for the
    frames inside a page.
    """

    cap_s: float = 5.0
    window_ms: float = 20
    churn_ms: float = 1500
    load_ms: float = 2000
    late_ms: float = 200
    horizon_ms: float = 1000
    timer_depth: int = 3
    frame_s: float = 1.2

    def for_load_ms(self, *, late: bool) -> float:
        """How long to wait for a document's parts; ``late``: a request is on its way that is not waited for."""
        return self.late_ms if late else self.load_ms

    def in_page(self, load_ms: float) -> dict[str, float]:
        """What the script of the page is told; ``load_ms``: what is left of the wait for its parts."""
        return {
            "window": self.window_ms,
            "churn": self.churn_ms,
            "load": load_ms,
            "horizon": self.horizon_ms,
            "depth": self.timer_depth,
        }


@dataclass(frozen=True)
class Settled:
    """How a settle ended.

    ``reason``: ``quiet``; ``busy``, the document never stops changing; ``loading``, a part of it never came;
    ``requests``, the cap came while requests were on their way; ``no answer``, the page's thread is blocked;
    ``closed``, there is no page.
    """

    reason: str
    elapsed_ms: float


class Pages(Protocol):
    """Where the page to wait for is; it may change while waiting, as when a tab opens."""

    @property
    def page(self) -> Page | None: ...

    async def arrivals(self, deadline: float) -> None: ...


class OnePage:
    """A page that stays the only one."""

    def __init__(self, page: Page) -> None:
        self.page: Page | None = page

    async def arrivals(self, deadline: float) -> None:
        """None comes."""


async def settle(pages: Pages, traffic: Traffic, limits: SettleLimits) -> Settled:
    """Wait for the active page to come to rest. Raises nothing: how it ended is in the result."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    reason = await _wait(pages, traffic, limits, began + limits.cap_s)
    return Settled(reason, (loop.time() - began) * 1000)


async def _wait(pages: Pages, traffic: Traffic, limits: SettleLimits, deadline: float) -> str:
    loop = asyncio.get_running_loop()
    while True:
        if not await traffic.idle(deadline):
            return "requests"
        if not await _arrivals(pages, deadline):
            return "no answer"
        page = pages.page
        if page is None:
            return "closed"
        reason, undisturbed = await _at_rest(page, traffic, limits, deadline)
        if reason is not None and pages.page is page and undisturbed:
            return reason
        if loop.time() >= deadline:
            return reason or "requests"


async def _at_rest(page: Page, traffic: Traffic, limits: SettleLimits, deadline: float) -> tuple[str | None, bool]:
    """Why one document is at rest, None when it went away; and whether no request began or ended meanwhile.

    What a document loads is waited for first, since each part of it would disturb the rest that comes after.
    """
    loop = asyncio.get_running_loop()
    until = loop.time() + limits.for_load_ms(late=traffic.late) / 1000
    await _loaded(page, min(until, deadline) - loop.time())
    if not await traffic.idle(deadline):
        return None, False
    seen = traffic.changes
    left_ms = max(until - loop.time(), 0) * 1000
    told = limits.in_page(left_ms)
    reason = await _in_page(page, told, deadline - loop.time())
    if len(page.frames) > 1 and await _in_frames(page, told, min(limits.frame_s, deadline - loop.time())):
        reason = await _in_page(page, told, deadline - loop.time())  # what a frame did may show around it
    return reason, traffic.changes == seen


async def _loaded(page: Page, timeout_s: float) -> None:
    """Wait for a document's load event; at once when it was. Why it does not come is found out later."""
    try:
        await page.wait_for_load_state(timeout=max(timeout_s, 0.05) * 1000)
    except PlaywrightError:
        return


async def _arrivals(pages: Pages, deadline: float) -> bool:
    """Whether the tabs that are opening came in time."""
    loop = asyncio.get_running_loop()
    try:
        await asyncio.wait_for(pages.arrivals(deadline), max(deadline - loop.time(), 0.05))
    except TimeoutError:
        return False
    except PlaywrightError:
        return True  # the tab to be shown closed meanwhile
    return True


async def _in_frames(page: Page, limits: dict[str, float], timeout_s: float) -> bool:
    """Wait for the frames inside a page, which hold nothing up when they do not answer; whether it took long."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    inside = [frame for frame in page.frames if frame.url and frame is not page.main_frame]
    await asyncio.gather(*(_in_frame(frame, limits, max(timeout_s, 0.05)) for frame in inside))
    return loop.time() - began > SHORT_S


async def _in_frame(frame: Frame, limits: dict[str, float], timeout_s: float) -> None:
    try:
        await asyncio.wait_for(frame.evaluate(QUIET, limits), timeout_s)
    except (TimeoutError, PlaywrightError):
        return  # busy, of another process that is not there any more, or gone: the observation says which


async def _in_page(page: Page, limits: dict[str, float], timeout_s: float) -> str | None:
    """Why the document is at rest; None when it went away meanwhile, as in a navigation."""
    try:
        return str(await asyncio.wait_for(page.evaluate(QUIET, limits), max(timeout_s, 0.05)))
    except TimeoutError:
        return "no answer"
    except PlaywrightError:
        # A closed page is no longer among the tabs at the next turn; here nothing is known but that it is not this one.
        return "closed" if page.is_closed() else None
