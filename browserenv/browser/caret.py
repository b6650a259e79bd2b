"""The text cursor: it blinks by the clock, so pictures are taken without it, and equal pages have equal pixels."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from browserenv.browser.peek import ask, ask_all


@asynccontextmanager
async def hidden_caret(page: Page, timeout_s: float) -> AsyncIterator[None]:
    """Keep the cursor out of sight meanwhile. One round trip when no text field has the focus, two when one has."""
    where = await ask(page.main_frame, "hide", timeout_s)
    if where == "frame":
        await ask_all(page, "hide", timeout_s)
    try:
        yield
    finally:
        if where != "none":
            await _show(page, timeout_s, in_frames=where == "frame")


async def _show(page: Page, timeout_s: float, *, in_frames: bool) -> None:
    try:
        await (ask_all(page, "show", timeout_s) if in_frames else ask(page.main_frame, "show", timeout_s))
    except PlaywrightError:
        return  # the document went away, and the animation with it
