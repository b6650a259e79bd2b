"""Read of a page what Playwright's snapshot leaves out, without a trace on it; see ``peek.js``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import repeat
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Playwright
from playwright.async_api import TimeoutError as PlaywrightTimeout

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


@dataclass(frozen=True)
class Answers:
    """What the frames of a page answered, the main frame's first; ``silent``: those that did not, and why."""

    given: list[Any]
    silent: Mapping[Frame, str]


async def ask_all(
    page: Page,
    wish: str,
    timeout_s: float,
    frame_timeout_s: float | None = None,
    busy: Collection[Frame] = (),
    busy_timeout_s: float = 0.0,
) -> Answers:
    """The answers of all frames, the main frame's first.

    ``frame_timeout_s``: for the frames inside, where it is another; ``busy_timeout_s``: for those of them in ``busy``.
    A frame that never began to load is not asked. Raises Playwright's errors when the main frame does not answer.
    """
    inner_s = timeout_s if frame_timeout_s is None else frame_timeout_s
    main, *others = [frame for frame in page.frames if frame.url or frame is page.main_frame]
    limits = [busy_timeout_s if frame in busy else inner_s for frame in others]
    first, *rest = await asyncio.gather(
        ask(main, wish, timeout_s), *map(ask, others, repeat(wish), limits), return_exceptions=True
    )
    if isinstance(first, BaseException):
        raise first
    given, silent = [first], {}
    for frame, limit_s, answer in zip(others, limits, rest, strict=True):
        if isinstance(answer, PlaywrightError):
            late = isinstance(answer, PlaywrightTimeout) and not frame.is_detached()
            silent[frame] = f"did not answer within {limit_s:.1f} s" if late else "went away while it was read"
        elif isinstance(answer, BaseException):
            raise answer
        else:
            given.append(answer)
    return Answers(given, silent)
