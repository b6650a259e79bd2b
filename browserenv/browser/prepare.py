"""The steps of an active check: what must be done on a page before it can be read, such as opening a section."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Route

from browserenv.browser.failures import first_line
from browserenv.browser.isolated import ScriptError, evaluate
from browserenv.browser.tabs import Tab

READS = ("GET", "HEAD", "OPTIONS")
EVERYTHING = "**/*"


async def prepare(tab: Tab, steps: Sequence[str], rest: Callable[[], Awaitable[object]], timeout_s: float) -> str:
    """Run each step, an expression, and wait with ``rest`` until the page is quiet. Returns what went wrong, or "".

    A judge reads: a request that would write is not let through, and counts as a failure of its step.
    """
    refused: list[str] = []

    async def only_reads(route: Route) -> None:
        if route.request.method in READS:
            await route.continue_()
        else:
            refused.append(f"{route.request.method} {route.request.url}")
            await route.abort()

    await tab.page.route(EVERYTHING, only_reads)
    try:
        for number, step in enumerate(steps, start=1):
            if wrong := await _run(tab, step, rest, timeout_s):
                return f"step {number} failed: {wrong}"
            if refused:
                return f"step {number} would write: {refused[0]}"
        return ""
    finally:
        await tab.page.unroute(EVERYTHING, only_reads)


async def _run(tab: Tab, step: str, rest: Callable[[], Awaitable[object]], timeout_s: float) -> str:
    try:
        await evaluate(await tab.cdp(), f"void ({step})", timeout_s)
        await rest()
    except ScriptError as error:
        return str(error)
    except TimeoutError:
        return f"no answer within {timeout_s:g} s"
    except PlaywrightError as error:
        return first_line(error)
    return ""
