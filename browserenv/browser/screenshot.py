"""The pixels of a tab's viewport, the same each time for the same page, taken without writing to the page."""

from __future__ import annotations

import asyncio
import base64
import io

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

# Whether a text cursor may be on the page: a field, an editable area, or a frame has the focus.
_CURSOR = """(() => {
  let node = document.activeElement;
  while (node && node.shadowRoot && node.shadowRoot.activeElement) node = node.shadowRoot.activeElement;
  return !!node && (node.isContentEditable || /^(input|textarea|iframe|frame)$/.test(node.localName));
})()"""
_NO_CURSOR = "* { caret-color: transparent !important }"
_SHOT = {"format": "png", "optimizeForSpeed": True}


async def take_screenshot(cdp: CDPSession) -> npt.NDArray[np.uint8]:
    """RGB, shape (height, width, 3). The text cursor, which blinks by the clock, is left out."""
    cursor = await cdp.send("Runtime.evaluate", {"expression": _CURSOR, "returnByValue": True})
    data = await (_without_cursor(cdp) if cursor["result"].get("value") else _capture(cdp))
    with Image.open(io.BytesIO(base64.b64decode(data))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)


async def _capture(cdp: CDPSession) -> str:
    return str((await cdp.send("Page.captureScreenshot", _SHOT))["data"])


async def _without_cursor(cdp: CDPSession) -> str:
    """Capture under a rule in the inspector's style sheet, of which the page's scripts see nothing."""
    answers = await asyncio.gather(cdp.send("Page.getFrameTree"), cdp.send("DOM.enable"), cdp.send("CSS.enable"))
    sheets = await _each(cdp, "CSS.createStyleSheet", [{"frameId": each} for each in _frames(answers[0]["frameTree"])])
    ids = [str(sheet["styleSheetId"]) for sheet in sheets]
    try:
        await _each(cdp, "CSS.setStyleSheetText", [{"styleSheetId": each, "text": _NO_CURSOR} for each in ids])
        return await _capture(cdp)
    finally:
        await _each(cdp, "CSS.setStyleSheetText", [{"styleSheetId": each, "text": ""} for each in ids])
        # Left on, these would report each style sheet of each page.
        await asyncio.gather(cdp.send("CSS.disable"), cdp.send("DOM.disable"))


async def _each(cdp: CDPSession, method: str, calls: list[dict[str, str]]) -> list[dict[str, object]]:
    """The answers to the calls that succeeded: a frame that went away meanwhile needs no rule."""
    answers = await asyncio.gather(*(cdp.send(method, call) for call in calls), return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, PlaywrightError):
            raise answer
    return [answer for answer in answers if isinstance(answer, dict)]


def _frames(tree: dict[str, object]) -> list[str]:
    frame, children = tree["frame"], tree.get("childFrames", [])
    assert isinstance(frame, dict) and isinstance(children, list)
    return [str(frame["id"]), *(found for child in children for found in _frames(child))]
