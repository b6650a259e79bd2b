"""OSWorld's ``computer_13``: dictionaries, as JSON or as Python literals, such as
``{"action_type": "CLICK", "parameters": {"x": 100, "y": 200}}``; see docs/actions.md.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import Kind, Parameter
from browserenv.browser.command import ActionError, Command, Screen, short
from browserenv.browser.desktop import Actions, Desk
from browserenv.browser.fences import blocks
from browserenv.browser.literals import UNREADABLE, fit
from browserenv.errors import nearest

EXAMPLE = '{"action_type": "CLICK", "parameters": {"x": 100, "y": 200}}'


def read_computer13(text: str, allowed: Collection[str], several: bool, screen: Screen) -> tuple[Command, ...]:
    """One dictionary, alone or alone in a code block; with ``several``, a list of them or one in each block."""
    source = text.strip()
    values = _values(source)
    if not values:
        raise ActionError(f"nothing to do; write one dictionary, such as {EXAMPLE}")
    if len(values) > 1 and not several:
        raise ActionError(f"{len(values)} actions; write exactly one, such as {EXAMPLE}")
    desk = Desk(screen)
    return tuple(_command(value, desk) for value in values)


def _values(source: str) -> list[Any]:
    try:
        return _listed(_value(source))
    except ActionError:
        fenced = [block for block in blocks(source) if block]
        if not fenced:
            raise
    return [value for block in fenced for value in _listed(_value(block))]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _value(source: str) -> Any:
    if source in WORDS:
        return source
    try:
        return json.loads(source)
    except (ValueError, RecursionError):
        pass  # not JSON: a Python literal, perhaps
    try:
        return ast.literal_eval(source)
    except UNREADABLE:
        raise ActionError(f"{short(source)} is no dictionary; write one and nothing else, such as {EXAMPLE}") from None


def _command(value: Any, desk: Desk) -> Command:
    given = {"action_type": value} if isinstance(value, str) else value
    if not isinstance(given, Mapping) or "action_type" not in given:
        raise ActionError(f"{short(repr(value))} has no action_type; write a dictionary such as {EXAMPLE}")
    name = str(given["action_type"]).upper()
    if name not in TYPES:
        raise ActionError(
            f"no action_type {short(name, 40)!r}{nearest(name, TYPES) or '; there are ' + ', '.join(TYPES)}"
        )
    parameters, do = TYPES[name]
    beside = {key: each for key, each in given.items() if key not in ("action_type", "parameters")}
    inner = beside if given.get("parameters") is None else given["parameters"]
    return Command(short(repr(value), 200), do(desk, _fitted(name, parameters, inner)))


def _fitted(name: str, parameters: tuple[Parameter, ...], given: Any) -> dict[str, Any]:
    names = [parameter.name for parameter in parameters]
    if not isinstance(given, Mapping):
        raise ActionError(f"parameters of {name} must be a dictionary, not {short(repr(given))}")
    for key in given:
        if key not in names:
            takes = f"; it takes {', '.join(names)}" if names else "; it takes none"
            raise ActionError(f"{name} has no parameter {short(repr(key), 40)}{takes}")
    for parameter in parameters:
        if parameter.required and parameter.name not in given:
            raise ActionError(f"{name} needs {parameter.name}; its parameters are {', '.join(names)}")
    return {each.name: fit(name, each, given[each.name]) if each.name in given else each.default for each in parameters}


def _number(name: str) -> Parameter:
    return Parameter(name, Kind.NUMBER)


def _maybe(name: str, kind: Kind = Kind.NUMBER) -> Parameter:
    return Parameter(name, kind, None)


_AT = (_maybe("x"), _maybe("y"))
_BUTTON = Parameter("button", Kind.TEXT, "left")
_CLICKS = Parameter("num_clicks", Kind.INTEGER, 1)
_KEY = (Parameter("key"),)
Type = tuple[tuple[Parameter, ...], Callable[[Desk, dict[str, Any]], Actions]]

TYPES: Mapping[str, Type] = MappingProxyType(
    {
        "MOVE_TO": ((_number("x"), _number("y")), lambda desk, a: desk.move(a["x"], a["y"])),
        "CLICK": (
            (_BUTTON, *_AT, _CLICKS),
            lambda desk, a: desk.click(a["x"], a["y"], a["button"], a["num_clicks"]),
        ),
        "MOUSE_DOWN": ((_BUTTON,), lambda desk, a: desk.down(None, None, a["button"])),
        "MOUSE_UP": ((_BUTTON,), lambda desk, a: desk.up(None, None, a["button"])),
        "RIGHT_CLICK": (_AT, lambda desk, a: desk.click(a["x"], a["y"], "right")),
        "DOUBLE_CLICK": (_AT, lambda desk, a: desk.click(a["x"], a["y"], "left", 2)),
        "DRAG_TO": ((_number("x"), _number("y")), lambda desk, a: desk.drag(a["x"], a["y"])),
        "SCROLL": (
            (Parameter("dx", Kind.NUMBER, 0), Parameter("dy", Kind.NUMBER, 0)),
            lambda desk, a: desk.scroll(a["dx"], a["dy"]),
        ),
        "TYPING": ((Parameter("text"),), lambda desk, a: desk.write(a["text"])),
        "PRESS": (_KEY, lambda desk, a: desk.press((a["key"],))),
        "KEY_DOWN": (_KEY, lambda desk, a: desk.key_down(a["key"])),
        "KEY_UP": (_KEY, lambda desk, a: desk.key_up(a["key"])),
        "HOTKEY": ((Parameter("keys", Kind.TEXTS),), lambda desk, a: desk.hotkey(a["keys"])),
        "WAIT": ((Parameter("seconds", Kind.IGNORED, None),), lambda desk, a: desk.wait()),
        # Ours: the answer and the reason, for which OSWorld has no place.
        "FAIL": ((Parameter("reason", Kind.TEXT, ""),), lambda desk, a: desk.fail(a["reason"])),
        "DONE": ((Parameter("answer", Kind.TEXT, ""),), lambda desk, a: desk.done(a["answer"])),
    }
)
WORDS = frozenset({"WAIT", "FAIL", "DONE"})
