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
from playwright.async_api import Page

from browserenv.browser.pagescript import QUIET
from browserenv.browser.traffic import Traffic


@dataclass(frozen=True)
class SettleLimits:
    """How long to wait for what.

    cap_s: for all; window_ms: without a change of the document; churn_ms: for a document that never stops changing;
    load_ms: for the parts of a document to be put together, late_ms: when a request for one of them outlasted the
    patience with it; horizon_ms: how far ahead a timer or an animation is waited for;
    timer_depth: timers set by timers count down to this depth, so a poll by chained timers does not.
    """

    cap_s: float = 5.0
    window_ms: float = 20
    churn_ms: float = 1500
    load_ms: float = 2000
    late_ms: float = 200
    horizon_ms: float = 1000
    timer_depth: int = 3

    def in_page(self, *, late: bool) -> dict[str, float]:
        """What the script of the page is told; ``late``: a request is on its way that is not waited for."""
        return {
            "window": self.window_ms,
            "churn": self.churn_ms,
            "load": self.late_ms if late else self.load_ms,
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


async def settle(pages: Pages, traffic: Traffic, limits: SettleLimits, *, to_be_seen: bool = False) -> Settled:
    """Wait for the active page to come to rest. Raises nothing: how it ended is in the result.

    ``to_be_seen``: an observation comes next, so meanwhile the page is made ready for it.
    """
    loop = asyncio.get_running_loop()
    began = loop.time()
    reason = await _wait(pages, traffic, limits, began + limits.cap_s, to_be_seen)
    return Settled(reason, (loop.time() - began) * 1000)


async def _wait(pages: Pages, traffic: Traffic, limits: SettleLimits, deadline: float, to_be_seen: bool) -> str:
    loop = asyncio.get_running_loop()
    while True:
        if not await traffic.idle(deadline):
            return "requests"
        if not await _arrivals(pages, deadline):
            return "no answer"
        page, seen = pages.page, traffic.changes
        if page is None:
            return "closed"
        at_rest = _in_page(page, limits.in_page(late=traffic.late), deadline - loop.time())
        if to_be_seen:
            reason, _ = await asyncio.gather(at_rest, _open_eyes(page, deadline - loop.time()))
        else:
            reason = await at_rest
        if reason is not None and pages.page is page and traffic.changes == seen:
            return reason
        if loop.time() >= deadline:
            return reason or "requests"


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


async def _open_eyes(page: Page, timeout_s: float) -> None:
    """Let Playwright bring its scripts into the document, in a world of their own, which the first look at it would
    else wait for (a third of its time). While the page comes to rest there is nothing else to do."""
    try:
        await asyncio.wait_for(page.locator(":root").count(), max(timeout_s, 0.05))
    except (TimeoutError, PlaywrightError):
        return  # no page to look at, or none that answers: how it comes to rest tells so


async def _in_page(page: Page, limits: dict[str, float], timeout_s: float) -> str | None:
    """Why the document is at rest; None when it went away meanwhile, as in a navigation."""
    try:
        return str(await asyncio.wait_for(page.evaluate(QUIET, limits), max(timeout_s, 0.05)))
    except TimeoutError:
        return "no answer"
    except PlaywrightError:
        # A closed page is no longer among the tabs at the next turn; here nothing is known but that it is not this one.
        return "closed" if page.is_closed() else None
