"""Why an action failed, in one or two lines for the agent: what is in the way, and what would work."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from browserenv.browser.peek import ENGINE

# Looks at an element and never writes to it. Tells whether it is there, seen, enabled, and what lies over its middle.
_LOOK = """(element) => {
  const name = (node) => {
    const text = (node.innerText || node.getAttribute?.("aria-label") || "").trim().replace(/\\s+/g, " ").slice(0, 60);
    const id = node.id ? "#" + node.id : node.classList?.length ? "." + node.classList[0] : "";
    return "<" + node.localName + id + ">" + (text ? ' "' + text + '"' : "");
  };
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  let top = element.getRootNode().elementFromPoint?.(x, y) ?? null;
  const own = top && (element.contains(top) || top.closest?.("label")?.control === element);
  return {
    connected: element.isConnected,
    visible: box.width > 0 && box.height > 0 && style.visibility === "visible",
    disabled: element.matches(":disabled") || element.closest('[aria-disabled="true"]') !== null,
    readonly: element.matches("input, textarea") && element.readOnly,
    inert: element.closest("[inert]") !== null,
    cover: top && !own ? name(top) : "",
    holds: Boolean(top && top.contains(element)),
    untouchable: style.pointerEvents === "none",
    inside: x >= 0 && y >= 0 && x < innerWidth && y < innerHeight,
  };
}"""
DISABLED = "is disabled; something else has to be done before"
LOOK_TIMEOUT_S = 1.0
MAX_LINE = 600
_PREFIX = re.compile(r"^\w+(\.\w+)*: ")


class ActionFailed(Exception):
    """An action could not be done; the message, one or two lines, is for the agent.

    ``site_failure``: when a site is to blame, ``url: reason``. ``begun``: whether the page had got the input by then.
    """

    def __init__(self, message: str, site_failure: str | None = None, begun: bool = False) -> None:
        super().__init__(message)
        self.site_failure = site_failure
        self.begun = begun


def told(message: str) -> str:
    """A message as an agent gets it: at most two lines, of at most 600 characters each."""
    lines = [" ".join(line.split()) for line in message.splitlines() if line.strip()]
    if len(lines) > 2:
        lines = [lines[0], " ".join(lines[1:])]
    return "\n".join(line if len(line) <= MAX_LINE else line[: MAX_LINE - 3] + "..." for line in lines)


def first_line(error: PlaywrightError) -> str:
    """What went wrong, without Playwright's own name of the call and without its call log."""
    lines = error.message.strip().splitlines() or ["no reason given"]
    return _PREFIX.sub("", lines[0])


def plain(error: PlaywrightError) -> str:
    """A failure that concerns no element, for the agent."""
    line = first_line(error)
    if "Unknown key" in line:
        return f"{line}; keys are named as in Enter, ArrowDown, Control+a"
    if "has been closed" in line:
        return "the tab was closed meanwhile"
    if "Timeout" in line:
        return "the site did not answer in time"
    return line


async def explain(locator: Locator, label: str, error: PlaywrightError, shown: Callable[[str], str]) -> str:
    """Why an action on the element that the agent knows as ``label`` failed. ``shown``: what the agent knows the
    element of a ref as, empty for one that it was not shown."""
    try:
        looked = await _look(locator)
    except TimeoutError:
        return f"{label}: the page does not answer; it may be busy with the action: wait with noop(), or go elsewhere"
    if looked is None:
        return f"{label} is gone since the last observation; look for it in the new one"
    cover = shown(await _cover(locator)) if looked["cover"] else ""
    if reason := _obstacle(looked, cover):
        return f"{label} {reason}"
    if "Timeout" in first_line(error):
        return f"{label} did not become ready in time (it moves, or the page is busy); try again or use another way"
    return f"{label}: {first_line(error)}"


async def _look(locator: Locator) -> dict[str, Any] | None:
    """How it is with an element; None when it is gone. Raises TimeoutError when the page does not answer."""
    try:
        if await asyncio.wait_for(locator.count(), LOOK_TIMEOUT_S) == 0:
            return None
        looked: dict[str, Any] = await asyncio.wait_for(
            locator.evaluate(_LOOK, timeout=LOOK_TIMEOUT_S * 1000), LOOK_TIMEOUT_S
        )
    except PlaywrightError:
        return None
    return looked if looked["connected"] else None


async def _cover(locator: Locator) -> str:
    """The ref of what lies over an element."""
    try:
        answer = await locator.locator(f"{ENGINE}=cover").text_content(timeout=LOOK_TIMEOUT_S * 1000)
    except PlaywrightError:
        return ""  # it went away meanwhile: then what it is called will do
    return str(json.loads(answer or "null") or "")


def _obstacle(looked: dict[str, Any], cover: str) -> str:
    if not looked["visible"]:
        return "is not visible; open what holds it, or scroll, first"
    if looked["disabled"]:
        return DISABLED
    if looked["inert"]:
        return "is inert: the page switched off the part that it is in; something else has to be done before"
    if looked["readonly"]:
        return "is read-only"
    if looked["untouchable"] and looked["cover"]:
        return f"takes no clicks now, {looked['cover']} gets them; something else has to be done before"
    if looked["cover"] and looked["holds"]:
        return f"is cut off: a click on its middle meets {looked['cover']}, which it is in; scroll it into sight first"
    if cover:
        return f"is covered by {looked['cover']}, which is {cover}; click that instead, or close or move it first"
    if looked["cover"]:
        return f"is covered by {looked['cover']}; close or move that first"
    if not looked["inside"]:
        return "is outside the visible part of the page and cannot be scrolled to"
    return ""
