"""The actions on elements, named by their ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from playwright.async_api import Locator

from browserenv.browser.choosers import Choosers
from browserenv.browser.elements import Element
from browserenv.browser.failures import DISABLED, ActionFailed
from browserenv.browser.files import Files
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


OPTION, LABEL_CHARS = "option ", 60  # how the label of an option begins, and how much of its name it holds


class Hands:
    """Acts on elements of the active tab, and gives files to its fields and choosers."""

    def __init__(self, reach: Reach, files: Files, choosers: Choosers) -> None:
        self._reach = reach
        self._files = files
        self._choosers = choosers
        self._ms = reach.ready_ms

    async def click(self, bid: str, button: Button, modifiers: tuple[Modifier, ...]) -> None:
        element, locator = await self._reach.locate(bid)
        if element.label.startswith(OPTION) and (option := await self._option(element, locator)):
            await self.select_option(bid, (option,))
            return
        await self._reach.act(
            element, locator, lambda at: at.click(button=button, modifiers=list(modifiers), timeout=self._ms)
        )

    async def _option(self, element: Element, locator: Locator) -> str:
        """The option of a closed select that an id stands for, as numbers of the ``webarena`` format do; else empty.

        A person would open the select and click the option.
        """
        field, name = await self._reach.field(element, locator), element.label.removeprefix(OPTION)[1:-1]
        labels = [str(option["label"]) for option in field["options"]]
        return next((label for label in labels if label[:LABEL_CHARS] == name), "")

    async def dblclick(self, bid: str, button: Button, modifiers: tuple[Modifier, ...]) -> None:
        await self._on(bid, lambda at: at.dblclick(button=button, modifiers=list(modifiers), timeout=self._ms))

    async def hover(self, bid: str) -> None:
        await self._on(bid, lambda at: at.hover(timeout=self._ms))

    async def focus(self, bid: str) -> None:
        await self._on(bid, lambda at: at.focus(timeout=self._ms))

    async def press(self, bid: str, key_comb: str) -> None:
        await self._on(bid, lambda at: at.press(key_comb, timeout=self._ms))

    async def check(self, bid: str) -> None:
        await self._on(bid, lambda at: at.check(timeout=self._ms))

    async def uncheck(self, bid: str) -> None:
        await self._on(bid, lambda at: at.uncheck(timeout=self._ms))

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
        if _flat(held) != _flat(value) and not (written_as and _same(held, value)):
            mend = f"; write it as in {written_as}" if written_as else ""
            raise ActionFailed(f'{element} now holds "{held[:80]}", not what was written into it{mend}')

    async def select_option(self, bid: str, options: tuple[str, ...]) -> None:
        element, locator = await self._reach.locate(bid)
        field = await self._reach.field(element, locator)
        if field["tag"] != "select":
            offered = f"; its options are {_quoted(field['offered'])}" if field["offered"] else ""
            raise ActionFailed(f"{element} is not a select; click it, then click the option that it shows{offered}")
        if field["disabled"]:
            raise ActionFailed(f"{element} {DISABLED}")
        if len(options) > 1 and not field["multiple"]:
            raise ActionFailed(f"{element} takes one option, not {len(options)}")
        indexes = [_option_index(element, field["options"], wanted) for wanted in options]
        await self._reach.act(element, locator, lambda at: at.select_option(index=indexes, timeout=self._ms))

    async def drag_and_drop(self, from_bid: str, to_bid: str) -> None:
        element, source = await self._reach.locate(from_bid)
        _, target = await self._reach.locate(to_bid)
        await self._reach.act(element, source, lambda at: at.drag_to(target, timeout=self._ms))

    async def upload_file(self, bid: str, file: tuple[str, ...]) -> None:
        element, locator = await self._reach.locate(bid)
        field = await self._reach.field(element, locator)
        if field["type"] != "file":
            raise ActionFailed(f"{element} is not a file field")
        if len(file) > 1 and not field["multiple"]:
            raise ActionFailed(f"{element} takes one file, not {len(file)}")
        paths = [self._files.find(name) for name in file]
        await self._reach.act(element, locator, lambda at: at.set_input_files(paths, timeout=self._ms))
        self._choosers.leave()  # it asked for what the field has now

    async def choose_files(self, file: tuple[str, ...]) -> None:
        await self._choosers.choose([self._files.find(name) for name in file])

    async def _on(self, bid: str, do: Callable[[Locator], Any]) -> None:
        element, locator = await self._reach.locate(bid)
        await self._reach.act(element, locator, do)


def _same(held: str, value: str) -> bool:
    """Whether a date, a number or a colour is the one that was written, in the field's own way of writing."""
    one, other = held.strip().lower(), value.strip().lower().replace(" ", "t")
    return one == other or _number(one) == _number(other) is not None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _require_fillable(element: Element, field: Mapping[str, Any]) -> None:
    if field["tag"] == "select":
        raise ActionFailed(f"{element} is a select; use select_option; its options are {_listed(field['options'])}")
    if field["type"] in NOT_FILLED:
        raise ActionFailed(f"{element} is an input of type {field['type']}; use {NOT_FILLED[field['type']]}")
    if field["tag"] not in ("input", "textarea") and not field["editable"]:
        raise ActionFailed(f"{element} takes no text; fill a textbox, or click this")


def _listed(options: list[dict[str, Any]], n_options: int = 20) -> str:
    return _quoted([option["label"] for option in options], n_options)


def _quoted(labels: list[str], n_labels: int = 20) -> str:
    listed = ", ".join(f'"{_flat(label)[:60]}"' for label in labels[:n_labels])
    return listed + (f" and {len(labels) - n_labels} more" if len(labels) > n_labels else "")


def _option_index(element: Element, options: list[dict[str, Any]], wanted: str) -> int:
    """By value, by label, then by label whatever its case and spaces; the first that fits and can be chosen."""
    ways: tuple[Callable[[dict[str, Any]], bool], ...] = (
        lambda option: option["value"] == wanted,
        lambda option: option["label"] == wanted,
        lambda option: _flat(option["label"]).casefold() == _flat(wanted).casefold(),
    )
    disabled = False
    for fits in ways:
        for index, option in enumerate(options):
            if fits(option) and not option["disabled"]:
                return index
            disabled = disabled or fits(option)
    if disabled:
        raise ActionFailed(f"option {wanted!r} of {element} is disabled")
    raise ActionFailed(f"{element} has no option {wanted[:80]!r}; its options are {_listed(options)}")


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
