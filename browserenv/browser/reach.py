"""From the id that an agent names to the element on the page; fails at once, and says why, when there is none."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page

from browserenv.browser.command import short
from browserenv.browser.elements import Element, Elements
from browserenv.browser.failures import ActionFailed, explain, plain
from browserenv.browser.peek import ENGINE
from browserenv.browser.tabs import Tab, Tabs

# What an element is, read without touching it; of a label, what its field is, since that is what an action on it is on.
_FIELD = """(node) => ((element) => ({
  tag: element.localName,
  type: element.localName === "input" ? element.type : "",
  editable: element.isContentEditable,
  multiple: Boolean(element.multiple),
  disabled: element.matches(":disabled"),
  value: element.isContentEditable ? element.innerText : (element.value ?? ""),
  options: element.localName !== "select" ? [] : [...element.options].map((option) => (
    { label: option.label.trim(), value: option.value, disabled: option.disabled || option.parentElement.disabled })),
  offered: [...(element.list?.options ?? []), ...[element, ...(element.getAttribute("aria-controls") ?? "").split(" ")
    .map((id) => id && document.getElementById(id))].flatMap((part) => [
      ...(part && part.querySelectorAll ? part.querySelectorAll('[role="option"], [role="radio"]') : [])])]
    .slice(0, 100).map((option) => ((option.localName === "option" && (option.label || option.value))
      || option.ariaLabel || option.innerText || "").trim()),
  suggests: Boolean(element.list),
}))(node.localName === "label" && node.control ? node.control : node)"""
SAME, CHANGED = f"{ENGINE}=same", f"{ENGINE}=changed"
_DIGITS = re.compile(r"[0-9]{1,9}")
N_NEAREST = 3


class Reach:
    """Finds elements on the active tab. ``ready_ms``: how long an element may take to become ready for an action."""

    def __init__(self, tabs: Tabs, elements: Elements, ready_ms: float) -> None:
        self._tabs = tabs
        self._elements = elements
        self.ready_ms = ready_ms

    def tab(self) -> Tab:
        """The active tab. Raises ActionFailed when there is none."""
        if self._tabs.active is None:
            raise ActionFailed("no tab is open; open one with new_tab()")
        return self._tabs.active

    def page(self) -> Page:
        return self.tab().page

    async def locate(self, bid: str) -> tuple[Element, Locator]:
        """The element of an id. Raises ActionFailed when it is unknown, on another tab, gone, or another one by now:
        see ``identity.js``."""
        element, tab = self._elements.find(bid), self.tab()
        if element is None:
            raise ActionFailed(f"no element {bid[:40]!r}; {self._known(tab)}{self._nearest(bid, tab)}")
        if element.tab_number != tab.number:
            raise ActionFailed(self._elsewhere(element))
        locator = tab.page.locator(f"aria-ref={element.ref}")
        if not await _is_there(locator.locator(SAME)):
            if not await _is_there(locator):
                raise ActionFailed(f"{element} is gone since it was observed; {self._known(tab)}")
            raise ActionFailed(await self._otherwise(element, locator))
        return element, locator

    async def _otherwise(self, element: Element, locator: Locator) -> str:
        """What an element is now that is not what it was observed as."""
        answer = await locator.locator(CHANGED).text_content(timeout=self.ready_ms)
        found = json.loads(answer or "null") or {"isOwn": True, "name": "", "was": "", "now": ""}
        if found["isOwn"]:
            now = f'is "{short(found["name"])}" now'
        elif found["isAddress"]:
            now = f"led to {short(found['was'])}, and leads to {short(found['now'])} now"
        else:
            now = f'was beside "{short(found["was"])}", and is beside "{short(found["now"])}" now'
        return f"{element} {now}: the page put other content in its place since it was observed; look for it again"

    async def field(self, element: Element, locator: Locator) -> dict[str, Any]:
        """tag, type, editable, multiple, value and options (label, value, disabled) of an element; ``offered``: what a
        list that is no select offers; ``suggests``: whether that is a list of suggestions for a text."""
        try:
            field: dict[str, Any] = await locator.evaluate(_FIELD, timeout=self.ready_ms)
        except PlaywrightError as error:
            raise ActionFailed(await self._explain(element, locator, error)) from error
        return field

    async def act(self, element: Element, locator: Locator, do: Callable[[Locator], Awaitable[Any]]) -> None:
        """Do something with an element. Raises ActionFailed with the obstacle when it cannot be done."""
        try:
            await do(locator)
        except PlaywrightError as error:
            # The action was done; what it set off (a slow page) took longer than an action may.
            if "action done" in error.message:
                return
            if "Unknown key" in error.message:
                raise ActionFailed(plain(error)) from error
            begun = "performing" in error.message  # Playwright's word for sending the input
            raise ActionFailed(await self._explain(element, locator, error), begun=begun) from error

    async def _explain(self, element: Element, locator: Locator, error: PlaywrightError) -> str:
        def shown(ref: str) -> str:
            return str(self._elements.of_ref(element.tab_number, ref) or "")[:100]

        return await explain(locator, str(element), error, shown)

    def _known(self, tab: Tab) -> str:
        shown = self._elements.shown(tab.number)
        if not shown:
            return "no element ids were shown for this tab; observe its axtree first"
        return f"the last observation has {len(shown)} elements, {shown[0].element_id} to {shown[-1].element_id}"

    def _nearest(self, bid: str, tab: Tab) -> str:
        """The elements that may be meant: those of that name, or else with the ids next to it."""
        shown = self._elements.shown(tab.number)
        named = [each for each in shown if bid.strip() and f'"{bid.strip().casefold()}"' in each.label.casefold()]
        if not named and (digits := _DIGITS.search(bid)):
            number = int(digits[0])
            named = sorted(shown, key=lambda each: abs(int(each.element_id[1:]) - number))
        return f"\nnearest are {', '.join(str(each)[:80] for each in named[:N_NEAREST])}" if named else ""

    def _elsewhere(self, element: Element) -> str:
        index = next((i for i, tab in enumerate(self._tabs.all) if tab.number == element.tab_number), None)
        where = "was on a tab that is closed" if index is None else f"is on tab {index}; tab_focus({index}) goes there"
        return f"{element} {where}"


async def _is_there(locator: Locator) -> bool:
    try:
        return await locator.count() > 0
    except PlaywrightError as error:
        if "Invalid frame" in error.message or "detached" in error.message:
            return False  # the frame that the element was in is gone
        raise
