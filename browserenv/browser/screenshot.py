"""The pixels of a tab, the same each time for the same page, taken without writing to the page."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.async_api import CDPSession, Page

from browserenv.browser.caret import hidden_caret
from browserenv.browser.sight import scaled_side

Pixels = npt.NDArray[np.uint8]
# The longest side of a full-page picture; Chromium's own pictures repeat themselves beyond.
MOST_PX = 16_384


async def take_screenshot(page: Page, cdp: CDPSession, timeout_s: float) -> Pixels:
    """The viewport: RGB, shape (height, width, 3). The text cursor, which blinks by the clock, is left out."""
    async with hidden_caret(page, timeout_s):
        return await _capture(cdp)


async def take_full_screenshot(page: Page, cdp: CDPSession, timeout_s: float) -> Pixels:
    """The whole page from its top left corner, at most MOST_PX wide and high, as it looks without scrolling.

    Chromium cannot do it wholly unseen: it tells the page of a resize to the same size, and now and then the page is of
    1 x 1 px for one frame. The events are stopped (see ``page.js``); layout and media queries may notice the latter.
    """
    metrics = await cdp.send("Page.getLayoutMetrics")
    content, view = metrics["cssContentSize"], metrics["cssLayoutViewport"]
    width = min(max(content["width"], view["clientWidth"]), MOST_PX)
    height = min(max(content["height"], view["clientHeight"]), MOST_PX)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    async with hidden_caret(page, timeout_s):
        return await _capture(cdp, clip=clip, captureBeyondViewport=True)


async def _capture(cdp: CDPSession, **options: Any) -> Pixels:
    answer = await cdp.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, **options})
    with Image.open(io.BytesIO(base64.b64decode(answer["data"]))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


def scaled(pixels: Pixels, scale: float) -> Pixels:
    """A picture with each side multiplied by ``scale`` and rounded."""
    if scale == 1:
        return pixels
    height, width = pixels.shape[:2]
    size = (scaled_side(width, scale), scaled_side(height, scale))
    return np.array(Image.fromarray(pixels).resize(size, Image.Resampling.BICUBIC), dtype=np.uint8)
