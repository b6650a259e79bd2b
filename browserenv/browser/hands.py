"""Take actions on the active tab. Every way is bounded in time; a failure says why, for the agent to read."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page

from browserenv.browser.actions import Action
from browserenv.browser.elements import Element, Elements
from browserenv.browser.failures import ActionFailed, explain, first_line
from browserenv.browser.tabs import Tab, Tabs, close_quietly
from browserenv.browser.wall import refusal

Button = Literal["left", "middle", "right"]
_FIELD = """(element) => ({
  tag: element.localName,
  type: element.localName === "input" ? element.type : "",
  editable: element.isContentEditable,
  multiple: Boolean(element.multiple),
  value: element.isContentEditable ? element.innerText : (element.value ?? ""),
  options: element.localName !== "select" ? [] : [...element.options].map((option) => (
    { label: option.label.trim(), value: option.value, disabled: option.disabled || option.parentElement.disabled })),
})"""
_UNFILLABLE = {
    "checkbox": "check or uncheck",
    "radio": "check",
    "file": "upload_file",
    "button": "click",
    "submit": "click",
    "reset": "click",
    "image": "click",
}


@dataclass(frozen=True)
class ActionLimits:
    """action_ms: for an element to become ready and take the action; navigation_ms: for a site to answer;
    wait_ms: the longest that ``noop`` waits; total_s: for anything."""

    action_ms: float = 3000
    navigation_ms: float = 15_000
    wait_ms: float = 10_000
    total_s: float = 25.0


class Hands:
    """Takes actions for one episode."""

    def __init__(
        self,
        tabs: Tabs,
        elements: Elements,
        hosts: Collection[str],
        *,
        viewport: tuple[int, int],
        uploads: Path | None,
        limits: ActionLimits,
    ) -> None:
        self._tabs = tabs
        self._elements = elements
        self._hosts = hosts
        self._viewport = viewport
        self._uploads = uploads
        self._limits = limits

    async def do(self, action: Action) -> None:
        """Take an action. Raises ActionFailed with a message for the agent; never waits longer than the limits."""
        method: Callable[..., Awaitable[None]] = getattr(self, f"_do_{action.name}")
        try:
            await asyncio.wait_for(method(**action.args), self._limits.total_s)
        except TimeoutError:
            raise ActionFailed(
                f"{action.name}: the page does not answer; go to another page or close the tab"
            ) from None
        except PlaywrightError as error:
            raise ActionFailed(f"{action.name}: {_plain(error)}") from error

    # --- elements

    async def _do_click(self, bid: str, button: Button, modifiers: tuple[str, ...]) -> None:
        await self._on(bid, lambda at: at.click(button=button, modifiers=_held(modifiers), timeout=self._ms))

    async def _do_dblclick(self, bid: str, button: Button, modifiers: tuple[str, ...]) -> None:
        await self._on(bid, lambda at: at.dblclick(button=button, modifiers=_held(modifiers), timeout=self._ms))

    async def _do_hover(self, bid: str) -> None:
        await self._on(bid, lambda at: at.hover(timeout=self._ms))

    async def _do_focus(self, bid: str) -> None:
        await self._on(bid, lambda at: at.focus(timeout=self._ms))

    async def _do_press(self, bid: str, key_comb: str) -> None:
        await self._on(bid, lambda at: at.press(key_comb, timeout=self._ms))

    async def _do_check(self, bid: str) -> None:
        await self._on(bid, lambda at: at.check(timeout=self._ms))

    async def _do_uncheck(self, bid: str) -> None:
        await self._on(bid, lambda at: at.uncheck(timeout=self._ms))

    async def _do_clear(self, bid: str) -> None:
        await self._do_fill(bid, "", False)

    async def _do_fill(self, bid: str, value: str, enable_autocomplete_menu: bool) -> None:
        element, locator = await self._locate(bid)
        field = await self._field(locator, element)
        _require_fillable(element, field)
        if enable_autocomplete_menu:
            await self._run(element, locator, lambda at: at.fill("", timeout=self._ms))
            await self._run(element, locator, lambda at: at.press_sequentially(value, timeout=self._ms))
        else:
            await self._run(element, locator, lambda at: at.fill(value, timeout=self._ms))
        await self._compare(element, locator, value)

    async def _compare(self, element: Element, locator: Locator, value: str) -> None:
        """A field may take something else than what it was given; the agent has to know."""
        try:
            held = str((await self._field(locator, element))["value"])
        except ActionFailed:
            return  # the page redrew the field: that it took the value is seen in the observation
        if _flat(held) != _flat(value):
            raise ActionFailed(f'{element.label} holds "{held[:80]}" now, not what was written into it')

    async def _do_select_option(self, bid: str, options: tuple[str, ...]) -> None:
        element, locator = await self._locate(bid)
        field = await self._field(locator, element)
        if field["tag"] != "select":
            raise ActionFailed(f"{element.label} is not a select; click it, then click the option that it shows")
        if len(options) > 1 and not field["multiple"]:
            raise ActionFailed(f"{element.label} takes one option, not {len(options)}")
        indexes = [_option_index(element, field["options"], wanted) for wanted in options]
        await self._run(element, locator, lambda at: at.select_option(index=indexes, timeout=self._ms))

    async def _do_drag_and_drop(self, from_bid: str, to_bid: str) -> None:
        element, source = await self._locate(from_bid)
        _, target = await self._locate(to_bid)
        await self._run(element, source, lambda at: at.drag_to(target, timeout=self._ms))

    async def _do_upload_file(self, bid: str, file: tuple[str, ...]) -> None:
        element, locator = await self._locate(bid)
        field = await self._field(locator, element)
        if field["type"] != "file":
            raise ActionFailed(f"{element.label} is not a file field")
        if len(file) > 1 and not field["multiple"]:
            raise ActionFailed(f"{element.label} takes one file, not {len(file)}")
        paths = [self._offered(name) for name in file]
        await self._run(element, locator, lambda at: at.set_input_files(paths, timeout=self._ms))

    def _offered(self, name: str) -> Path:
        """A file of the folder that the task offers; nothing else of this machine can be read."""
        offered = sorted(path.name for path in self._uploads.iterdir()) if self._uploads else []
        if self._uploads and name in offered and (self._uploads / name).is_file():
            return self._uploads / name
        mend = f"offered are {', '.join(offered)}" if offered else "this task offers no files"
        raise ActionFailed(f"no file {name!r}; {mend}")

    # --- coordinates and keys

    async def _do_scroll(self, delta_x: float, delta_y: float) -> None:
        await self._page().mouse.wheel(delta_x, delta_y)

    async def _do_mouse_move(self, x: float, y: float) -> None:
        await self._page().mouse.move(*self._inside(x, y))

    async def _do_mouse_click(self, x: float, y: float, button: Button) -> None:
        await self._page().mouse.click(*self._inside(x, y), button=button)

    async def _do_mouse_dblclick(self, x: float, y: float, button: Button) -> None:
        await self._page().mouse.dblclick(*self._inside(x, y), button=button)

    async def _do_mouse_down(self, x: float, y: float, button: Button) -> None:
        await self._do_mouse_move(x, y)
        await self._page().mouse.down(button=button)

    async def _do_mouse_up(self, x: float, y: float, button: Button) -> None:
        await self._do_mouse_move(x, y)
        await self._page().mouse.up(button=button)

    async def _do_mouse_drag_and_drop(self, from_x: float, from_y: float, to_x: float, to_y: float) -> None:
        self._inside(to_x, to_y)
        await self._do_mouse_down(from_x, from_y, "left")
        await self._do_mouse_up(to_x, to_y, "left")

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        width, height = self._viewport
        if not (0 <= x < width and 0 <= y < height):
            raise ActionFailed(f"({x:g}, {y:g}) is outside the viewport, which is {width} x {height} pixels")
        return x, y

    async def _do_keyboard_press(self, key: str) -> None:
        await self._page().keyboard.press(key)

    async def _do_keyboard_down(self, key: str) -> None:
        await self._page().keyboard.down(key)

    async def _do_keyboard_up(self, key: str) -> None:
        await self._page().keyboard.up(key)

    async def _do_keyboard_type(self, text: str) -> None:
        await self._page().keyboard.type(text)

    async def _do_keyboard_insert_text(self, text: str) -> None:
        await self._page().keyboard.insert_text(text)

    # --- navigation and tabs

    async def _do_goto(self, url: str) -> None:
        if refused := refusal(url, self._hosts):
            raise ActionFailed(refused)
        try:
            await self._page().goto(url, wait_until="commit", timeout=self._limits.navigation_ms)
        except PlaywrightError as error:
            if "interrupted by another navigation" not in error.message:
                raise ActionFailed(f"{url} could not be opened: {_plain(error)}") from error

    async def _do_go_back(self) -> None:
        await self._travel(-1, "back")

    async def _do_go_forward(self) -> None:
        await self._travel(1, "forward")

    async def _travel(self, by: int, way: str) -> None:
        tab = self._tab()
        history = await (await tab.cdp()).send("Page.getNavigationHistory")
        at = history["currentIndex"] + by
        # The blank page that every tab begins with is not a place the agent has been to.
        if not 0 <= at < len(history["entries"]) or (at == 0 and history["entries"][0]["url"] == "about:blank"):
            raise ActionFailed(f"there is no page to go {way} to in this tab")
        step = tab.page.go_back if by < 0 else tab.page.go_forward
        await step(wait_until="commit", timeout=self._limits.navigation_ms)

    async def _do_new_tab(self) -> None:
        await self._tabs.open()

    async def _do_tab_close(self) -> None:
        await close_quietly(self._tab().page)

    async def _do_tab_focus(self, index: int) -> None:
        tabs = self._tabs.all
        if not 0 <= index < len(tabs):
            raise ActionFailed(f"no tab {index}; there are tabs 0 to {len(tabs) - 1}")
        await self._tabs.focus(tabs[index])

    async def _do_noop(self, wait_ms: float) -> None:
        # The one wait by the clock, because the agent asks for it; bounded.
        await asyncio.sleep(min(max(wait_ms, 0), self._limits.wait_ms) / 1000)

    async def _do_send_msg_to_user(self, text: str) -> None:
        """The environment's business."""

    async def _do_report_infeasible(self, reason: str) -> None:
        """The environment's business."""

    # --- finding things

    @property
    def _ms(self) -> float:
        return self._limits.action_ms

    def _tab(self) -> Tab:
        if self._tabs.active is None:
            raise ActionFailed("no tab is open; open one with new_tab()")
        return self._tabs.active

    def _page(self) -> Page:
        return self._tab().page

    async def _on(self, bid: str, act: Callable[[Locator], Awaitable[Any]]) -> None:
        element, locator = await self._locate(bid)
        await self._run(element, locator, act)

    async def _locate(self, bid: str) -> tuple[Element, Locator]:
        """The element of an id; fails at once when it is unknown, on another tab, or gone."""
        element = self._elements.find(bid)
        tab = self._tab()
        if element is None:
            raise ActionFailed(f"no element {bid!r}; {self._known(tab)}")
        if element.tab_number != tab.number:
            raise ActionFailed(self._elsewhere(element))
        locator = tab.page.locator(f"aria-ref={element.ref}")
        if not await self._is_there(locator):
            raise ActionFailed(
                f"{element.element_id} {element.label} is gone since it was observed; {self._known(tab)}"
            )
        return element, locator

    async def _is_there(self, locator: Locator) -> bool:
        try:
            return await locator.count() > 0
        except PlaywrightError as error:
            if "Invalid frame" in error.message or "detached" in error.message:
                return False
            raise

    def _known(self, tab: Tab) -> str:
        shown = self._elements.shown(tab.number)
        if not shown:
            return "no element ids were shown for this tab; observe its axtree first"
        return f"the last observation has {len(shown)} elements, {shown[0].element_id} to {shown[-1].element_id}"

    def _elsewhere(self, element: Element) -> str:
        index = next((i for i, tab in enumerate(self._tabs.all) if tab.number == element.tab_number), None)
        where = "on a tab that is closed" if index is None else f"on tab {index}; go there with tab_focus({index})"
        return f"{element.element_id} {element.label} is {where}"

    async def _field(self, locator: Locator, element: Element) -> dict[str, Any]:
        try:
            return cast(dict[str, Any], await locator.evaluate(_FIELD, timeout=self._ms))
        except PlaywrightError as error:
            raise ActionFailed(await explain(locator, _named(element), error)) from error

    async def _run(self, element: Element, locator: Locator, act: Callable[[Locator], Awaitable[Any]]) -> None:
        try:
            await act(locator)
        except PlaywrightError as error:
            # The action was done, and what it set off (a slow page) took longer than the action may take.
            if "action done" in error.message:
                return
            if "Unknown key" in error.message:
                raise ActionFailed(_plain(error)) from error
            raise ActionFailed(await explain(locator, _named(element), error)) from error


def _named(element: Element) -> str:
    return f"{element.element_id} {element.label}"


def _held(modifiers: tuple[str, ...]) -> Any:
    return list(modifiers)


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _plain(error: PlaywrightError) -> str:
    line = first_line(error)
    if "Unknown key" in line:
        return f"{line}; keys are named as in Enter, ArrowDown, Control+a"
    if "has been closed" in line:
        return "the tab was closed meanwhile"
    return line


def _require_fillable(element: Element, field: Mapping[str, Any]) -> None:
    if field["tag"] == "select":
        labels = _options_text(field["options"])
        raise ActionFailed(f"{_named(element)} is a select; use select_option; its options are {labels}")
    if field["type"] in _UNFILLABLE:
        raise ActionFailed(f"{_named(element)} is a {field['type']} field; use {_UNFILLABLE[field['type']]}")
    if field["tag"] not in ("input", "textarea") and not field["editable"]:
        raise ActionFailed(f"{_named(element)} takes no text; fill a textbox, or click this")


def _options_text(options: list[dict[str, Any]], n_options: int = 20) -> str:
    labels = [f'"{option["label"]}"' for option in options[:n_options]]
    return ", ".join(labels) + (f" and {len(options) - n_options} more" if len(options) > n_options else "")


def _option_index(element: Element, options: list[dict[str, Any]], wanted: str) -> int:
    """By value, by label, then by label whatever its case and spaces; the first that fits."""
    ways: tuple[Callable[[dict[str, Any]], bool], ...] = (
        lambda option: option["value"] == wanted,
        lambda option: option["label"] == wanted,
        lambda option: _flat(option["label"]).casefold() == _flat(wanted).casefold(),
    )
    for fits in ways:
        for index, option in enumerate(options):
            if fits(option):
                if option["disabled"]:
                    raise ActionFailed(f'option "{option["label"]}" of {_named(element)} is disabled')
                return index
    raise ActionFailed(f"{_named(element)} has no option {wanted!r}; its options are {_options_text(options)}")
