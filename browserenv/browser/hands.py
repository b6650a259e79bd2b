"""The actions on elements, named by their ids."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from playwright.async_api import ElementHandle, Locator, Position

from browserenv.browser.areas import point_at
from browserenv.browser.elements import Element
from browserenv.browser.failures import DISABLED, ActionFailed
from browserenv.browser.labels import on_label
from browserenv.browser.options import flat, index_of, is_inner_option, listed, place_of, quoted
from browserenv.browser.reach import Reach

Button = Literal["left", "middle", "right"]
Modifier = Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]

# Input types that take no text, and the action that does work on them.
NOT_FILLED = {
    "button": "click",
    "checkbox": "check or uncheck",
    "file": "upload_file",
    "image": "click",
    "radio": "check",
    "reset": "click",
    "submit": "click",
}
# How input types that hold something else than text write it.
WRITTEN_AS = {
    "color": "#a1b2c3",
    "date": "2023-10-15",
    "datetime-local": "2023-10-15T15:34",
    "month": "2023-10",
    "number": "12",
    "range": "30",
    "time": "15:34",
    "week": "2023-W41",
}

_DECIMALS = re.compile(r"[0-9][.,][0-9]{1,2}(?![0-9])")


class Hands:
    """Acts on elements of the active tab."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._ms = reach.ready_ms

    async def click(self, bid: str, button: Button, modifiers: tuple[Modifier, ...]) -> None:
        element, locator = await self._reach.locate(bid)
        if is_inner_option(element) and await self._choose(element, locator):
            return
        given: Any = {"button": button, "modifiers": list(modifiers), "timeout": self._ms}
        await self._point(element, locator, lambda at, **where: at.click(**given, **where))

    async def _choose(self, option: Element, select: Locator) -> bool:
        """A person would open the select and click the option. False when it is in no select."""
        field = await self._reach.field(option, select)
        if field["tag"] != "select":
            return False
        index = await place_of(await self._reach.tab().cdp(), option, field["options"])
        if field["disabled"] or field["options"][index]["disabled"]:
            raise ActionFailed(f"{option} {DISABLED}")
        await self._reach.act(option, select, lambda at: at.select_option(index=index, timeout=self._ms))
        return True

    async def dblclick(self, bid: str, button: Button, modifiers: tuple[Modifier, ...]) -> None:
        element, locator = await self._reach.locate(bid)
        given: Any = {"button": button, "modifiers": list(modifiers), "timeout": self._ms}
        await self._point(element, locator, lambda at, **where: at.dblclick(**given, **where))

    async def hover(self, bid: str) -> None:
        element, locator = await self._reach.locate(bid)
        await self._point(element, locator, lambda at, **where: at.hover(timeout=self._ms, **where))

    async def focus(self, bid: str) -> None:
        await self._on(bid, lambda at: at.focus(timeout=self._ms))

    async def press(self, bid: str, key_comb: str) -> None:
        await self._on(bid, lambda at: at.press(key_comb, timeout=self._ms))

    async def check(self, bid: str) -> None:
        element, locator = await self._reach.locate(bid)
        await self._point(element, locator, lambda at, **where: at.check(timeout=self._ms, **where))

    async def uncheck(self, bid: str) -> None:
        element, locator = await self._reach.locate(bid)
        await self._point(element, locator, lambda at, **where: at.uncheck(timeout=self._ms, **where))

    async def clear(self, bid: str) -> None:
        await self.fill(bid, "", False)

    async def fill(self, bid: str, value: str, enable_autocomplete_menu: bool) -> None:
        """Replace the content; with ``enable_autocomplete_menu``, type it key by key, as suggestions need it."""
        element, locator = await self._reach.locate(bid)
        field = await self._reach.field(element, locator)
        _require_fillable(element, field)
        if enable_autocomplete_menu:
            await self._reach.act(element, locator, lambda at: at.fill("", timeout=self._ms))
            await self._reach.act(element, locator, lambda at: at.press_sequentially(value, timeout=self._ms))
        elif field["type"] == "number" and value.strip() and _number(value) is None:
            raise ActionFailed(f"{element} takes a number, such as {WRITTEN_AS['number']}, not {value[:80]!r}")
        else:
            await self._reach.act(element, locator, lambda at: at.fill(value, timeout=self._ms))
        await self._compare(element, locator, value)

    async def _compare(self, element: Element, locator: Locator, value: str) -> None:
        """A field may take something else than what it was given; the agent has to know."""
        if await locator.count() == 0:
            return  # the page drew the field anew: what it holds is in the next observation
        field = await self._reach.field(element, locator)
        held, written_as = str(field["value"]), WRITTEN_AS.get(field["type"])
        if flat(held) != flat(value) and not (_same(held, value) if written_as else _is_masked(held, value)):
            mend = f"; write it as in {written_as}" if written_as else ""
            raise ActionFailed(f'{element} now holds "{held[:80]}", not what was written into it{mend}')

    async def select_option(self, bid: str, options: tuple[str, ...]) -> None:
        element, locator = await self._reach.locate(bid)
        field = await self._reach.field(element, locator)
        if field["tag"] != "select":
            offered = f"; its options are {quoted(field['offered'])}" if field["offered"] else ""
            mend = "fill it" if field["suggests"] else "click it, then click the option that it shows"
            raise ActionFailed(f"{element} is not a select; {mend}{offered}")
        if field["disabled"]:
            raise ActionFailed(f"{element} {DISABLED}")
        if len(options) > 1 and not field["multiple"]:
            raise ActionFailed(f"{element} takes one option, not {len(options)}")
        indexes = [index_of(element, field["options"], wanted) for wanted in options]
        await self._reach.act(element, locator, lambda at: at.select_option(index=indexes, timeout=self._ms))

    async def drag_and_drop(self, from_bid: str, to_bid: str) -> None:
        element, source = await self._reach.locate(from_bid)
        _, target = await self._reach.locate(to_bid)
        await self._reach.act(element, source, lambda at: at.drag_to(target, timeout=self._ms))

    async def _point(self, element: Element, locator: Locator, do: Callable[..., Awaitable[Any]]) -> None:
        """``do`` something with the pointer on an element; for an area of a picture, on the picture, and for a field
        that is out of sight, on its label, at a place of it that is given as ``position``."""
        if element.is_area:

            def at_place(picture: ElementHandle, place: Position) -> Awaitable[Any]:
                return do(picture, position=place, force=True)

            label = str(element)
            await self._reach.act(element, locator, lambda at: point_at(label, at, self._ms, at_place))
        elif element.is_labelled:

            async def at_label(field: Locator) -> None:
                if not await on_label(field, self._ms, lambda at, place: do(at, position=place)):
                    await do(field)

            await self._reach.act(element, locator, at_label)
        else:
            await self._reach.act(element, locator, do)

    async def _on(self, bid: str, do: Callable[[Locator], Any]) -> None:
        element, locator = await self._reach.locate(bid)
        await self._reach.act(element, locator, do)


def _same(held: str, value: str) -> bool:
    """Whether a date, a number or a colour is the one that was written, in the field's own way of writing."""
    one, other = held.strip().lower(), value.strip().lower().replace(" ", "t")
    return one == other or _number(one) == _number(other) is not None


def _is_masked(held: str, value: str) -> bool:
    """Whether a field holds what was written but for signs and spaces that the page put between it, as masks of
    telephone numbers do. What stands between digits may be another sign than the one written; what makes another number
    of it (a sign in front, a decimal point) may not."""
    if not _bare(value) or _bare(held) != _bare(value) or _figures(held) != _figures(value):
        return False
    rest = iter(held)
    return _bare(value).isdigit() or all(char in rest for char in value)  # each one after the one before


def _figures(text: str) -> tuple[bool, bool, bool]:
    """Whether it begins with a minus, with a plus, and whether it has decimals."""
    return text.strip().startswith("-"), text.strip().startswith("+"), bool(_DECIMALS.search(text))


def _bare(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _require_fillable(element: Element, field: Mapping[str, Any]) -> None:
    if field["tag"] == "select":
        raise ActionFailed(f"{element} is a select; use select_option; its options are {listed(field['options'])}")
    if field["type"] in NOT_FILLED:
        raise ActionFailed(f"{element} is an input of type {field['type']}; use {NOT_FILLED[field['type']]}")
    if field["tag"] not in ("input", "textarea") and not field["editable"]:
        raise ActionFailed(f"{element} takes no text; fill a textbox, or click this")
