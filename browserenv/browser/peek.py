"""Read of a page what Playwright's snapshot leaves out, without a trace on it; see ``peek.js``."""

from __future__ import annotations

import asyncio
import json
from importlib.resources import files
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Playwright

ENGINE = "browserenv"


async def register(playwright: Playwright) -> None:
    """Teach Playwright the engine; once, before a page is opened."""
    folder = files(__package__)
    source = folder.joinpath("peek.js").read_text("utf-8")
    for part in ("identity", "areas"):
        source = source.replace(part.upper(), folder.joinpath(f"{part}.js").read_text("utf-8"))
    await playwright.selectors.register(ENGINE, source, content_script=True)


async def ask(frame: Frame, wish: str, timeout_s: float) -> Any:
    """The engine's answer for one frame. Raises Playwright's errors when the frame does not answer in time."""
    answer = await frame.locator(f"{ENGINE}={wish}").text_content(timeout=timeout_s * 1000)
    return json.loads(answer or "null")


async def ask_all(page: Page, wish: str, timeout_s: float, frame_timeout_s: float | None = None) -> list[Any]:
    """The answers of all frames, the main frame's first.

    ``frame_timeout_s``: for the frames inside, where it is another.
    A frame that goes away meanwhile, or never began to load, has none. Raises Playwright's errors when the main frame
    does not answer.
    """
    inner_s = timeout_s if frame_timeout_s is None else frame_timeout_s
    main, *others = [frame for frame in page.frames if frame.url or frame is page.main_frame]
    first, *rest = await asyncio.gather(
        ask(main, wish, timeout_s), *(ask(frame, wish, inner_s) for frame in others), return_exceptions=True
    )
    if isinstance(first, BaseException):
        raise first
    for answer in rest:
        if isinstance(answer, BaseException) and not isinstance(answer, PlaywrightError):
            raise answer
    return [first, *(answer for answer in rest if not isinstance(answer, BaseException))]
