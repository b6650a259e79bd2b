"""Wait until a page has come to rest: by events, bounded, and with the reason why the waiting stopped.

A page is at rest when no navigation and no request that began with the action is on its way, the document has loaded,
nothing in it changed for two animation frames and a short window, and no timer or finite animation is about to end.
Streams (server-sent events, web sockets, long polls) do not count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from browserenv.browser.pagescript import QUIET
from browserenv.browser.traffic import Traffic


@dataclass(frozen=True)
class SettleLimits:
    """How long to wait for what.

    cap_s: for all; window_ms: without a change of the document; churn_ms: for a document that never stops changing;
    load_ms: for the parts of a document; horizon_ms: how far ahead a timer or an animation is waited for;
    timer_depth: timers set by timers count down to this depth, so a poll by chained timers does not.
    """

    cap_s: float = 5.0
    window_ms: float = 20
    churn_ms: float = 1500
    load_ms: float = 2000
    horizon_ms: float = 1000
    timer_depth: int = 3

    def in_page(self) -> dict[str, float]:
        """What the script of the page is told."""
        return {
            "window": self.window_ms,
            "churn": self.churn_ms,
            "load": self.load_ms,
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


async def settle(current: Callable[[], Page | None], traffic: Traffic, limits: SettleLimits) -> Settled:
    """Wait for the page that ``current`` gives (it may change while waiting, as when a tab opens). Never raises."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    reason = await _wait(current, traffic, limits, began + limits.cap_s)
    return Settled(reason, (loop.time() - began) * 1000)


async def _wait(current: Callable[[], Page | None], traffic: Traffic, limits: SettleLimits, deadline: float) -> str:
    loop = asyncio.get_running_loop()
    while True:
        if not await traffic.idle(deadline):
            return "requests"
        page, seen = current(), traffic.changes
        if page is None:
            return "closed"
        reason = await _in_page(page, limits, deadline - loop.time())
        if current() is page and traffic.changes == seen and reason is not None:
            return reason
        if loop.time() >= deadline:
            return reason or "requests"


async def _in_page(page: Page, limits: SettleLimits, timeout_s: float) -> str | None:
    """Why the document is at rest; None when it went away meanwhile, as in a navigation."""
    try:
        return str(await asyncio.wait_for(page.evaluate(QUIET, limits.in_page()), max(timeout_s, 0.05)))
    except TimeoutError:
        return "no answer"
    except PlaywrightError:
        return "closed" if page.is_closed() else None
