"""Pages that lost parts of themselves, since the machine's network changed, are loaded again.

Chromium drops every request that waits for a connection when a network interface of the machine comes or goes, as one
does with each container. A person would load the page again; so it is done before the agent sees it. A page that may
hold what the agent put in is left as it is, and so is one that was posted to.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from playwright.async_api import Error as PlaywrightError

from browserenv.browser.traffic import Traffic

MAX_LOADS = 3
T = TypeVar("T")


async def load_again_what_was_cut_off(
    traffic: Traffic, rest: Callable[[], Awaitable[T]], navigation_ms: float
) -> T | None:
    """Load each page again that was asked for since ``traffic.mark`` and lost a part, at most ``MAX_LOADS`` times.

    ``rest``: waits until the pages have loaded. Returns what it returned last, None when nothing was loaded again. What
    is still missing then is among ``traffic``'s broken ones.
    """
    rested = None
    for _ in range(MAX_LOADS):
        pages = traffic.torn()
        if not pages:
            break
        for page in pages:
            traffic.forget_cut_off(page)
            try:
                await page.reload(wait_until="commit", timeout=navigation_ms)
            except PlaywrightError:
                continue  # how its request failed is among the traffic, as with any navigation
        rested = await rest()
    return rested
