"""BrowserGym's form: calls of the actions' own names with literal arguments, such as ``click("e12")``."""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import SPECS, Action, ActionSpec
from browserenv.browser.command import EXAMPLE, MAX_COMMANDS, ActionError, Command, Screen, short
from browserenv.browser.fences import FENCE, blocks
from browserenv.browser.literals import bind, source_of, syntax
from browserenv.errors import nearest

_WRITE = f"write one call and nothing else, such as {EXAMPLE}"
_POINTS = (("x", "y"), ("from_x", "from_y"), ("to_x", "to_y"))


def read_calls(text: str, allowed: Collection[str], several: bool, screen: Screen) -> tuple[Command, ...]:
    """The whole text is the call, or the call is alone in a code block; with ``several``, any number of calls and
    blocks. Whatever a text says outside its code blocks is not executed."""
    source = text.strip()
    if not source:
        raise ActionError(f"the action is empty; write one call, such as {EXAMPLE}, or noop()")
    try:
        return _commands(source, syntax(source, _WRITE), allowed, several, screen)
    except ActionError:
        fenced = [block for block in blocks(source) if block] if FENCE in source else []
        if not fenced:
            raise
    if len(fenced) > 1 and not several:
        raise ActionError(f"{len(fenced)} code blocks; write exactly one, with one call such as {EXAMPLE}") from None
    commands: list[Command] = []
    for block in fenced:
        commands += _commands(block, syntax(block, _WRITE), allowed, several, screen)
    return tuple(commands)


def _commands(
    source: str, statements: list[ast.stmt], allowed: Collection[str], several: bool, screen: Screen
) -> tuple[Command, ...]:
    if len(statements) > 1 and not several:
        raise ActionError(f"{len(statements)} statements; write exactly one call, such as {EXAMPLE}")
    if len(statements) > MAX_COMMANDS:
        raise ActionError(f"{len(statements)} actions in one step; at most {MAX_COMMANDS} are taken")
    if not statements:
        raise ActionError(f"{short(source)} is not a call; write one, such as {EXAMPLE}")
    return tuple(_command(source_of(source, each), each, allowed, screen) for each in statements)


def _command(text: str, statement: ast.stmt, allowed: Collection[str], screen: Screen) -> Command:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        raise ActionError(f"{short(text)} is not a call; write one, such as {EXAMPLE}")
    spec = _spec(statement.value, allowed)
    args = _on_screen(bind(spec, statement.value), screen)
    return Command(text, (Action(spec.name, MappingProxyType(args), text),))


def _spec(call: ast.Call, allowed: Collection[str]) -> ActionSpec:
    if not isinstance(call.func, ast.Name):
        raise ActionError(f"call an action by its plain name, such as {EXAMPLE}")
    name = call.func.id
    if name not in SPECS:
        raise ActionError(f"no action {name!r}{nearest(name, allowed) or f'; there are {_names(allowed)}'}")
    return SPECS[name]


def _names(allowed: Collection[str]) -> str:
    return ", ".join(name for name in SPECS if name in allowed)


def _on_screen(args: dict[str, Any], screen: Screen) -> dict[str, Any]:
    """Coordinates as the viewport's pixels; the pointer's own check tells of those outside."""
    if screen.scale != 1:
        for x, y in _POINTS:
            if x in args:
                args[x], args[y] = screen.point(args[x], args[y])
    return args
