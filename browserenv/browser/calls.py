"""BrowserGym's form: calls of the actions' own names with literal arguments, such as ``click("e12")``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import SPECS, Action, ActionSpec
from browserenv.browser.command import EXAMPLE, MAX_COMMANDS, ActionError, Command, Screen, short
from browserenv.browser.fences import blocks
from browserenv.browser.literals import bind, source_of, syntax
from browserenv.errors import nearest

_WRITE = f"write one call and nothing else, such as {EXAMPLE}"
_QUOTES = str.maketrans("\u201c\u201d\u201e\u2018\u2019\u201a", "\"\"\"'''")
# What agents write that know other grammars, and what would work.
MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("answer", "done", "finish", "respond", "stop", "submit"), 'send_msg_to_user("...")'),
        **dict.fromkeys(("input", "type", "write"), "fill(bid, value)"),
        **dict.fromkeys(("select", "select_dropdown"), "select_option(bid, options)"),
        **dict.fromkeys(("navigate", "open"), "goto(url)"),
        **dict.fromkeys(("scroll_down", "scroll_up"), "scroll(0, 500), which goes down; -500 goes up"),
        **dict.fromkeys(("none", "sleep", "wait"), "noop()"),
        "close_tab": "tab_close()",
        "back": "go_back()",
    }
)
_POINTS = (("x", "y"), ("from_x", "from_y"), ("to_x", "to_y"))
_DISTANCES = ("delta_x", "delta_y", "dx", "dy")


def read_calls(text: str, allowed: Collection[str], several: bool, screen: Screen) -> tuple[Command, ...]:
    """The whole text is the call, or the call is alone in a code block; with ``several``, any number of calls and
    blocks. Whatever a text says outside its code blocks is not executed."""
    source = text.strip()
    if not source:
        raise ActionError(f"the action is empty; write one call, such as {EXAMPLE}, or noop()")
    try:
        return _commands(_straight(source), allowed, several, screen)
    except ActionError:
        fenced = [block for block in blocks(source) if block]
        if not fenced:
            raise
    if len(fenced) > 1 and not several:
        raise ActionError(f"{len(fenced)} code blocks; write exactly one, with one call such as {EXAMPLE}") from None
    commands: list[Command] = []
    for block in fenced:
        commands += _commands(_straight(block), allowed, several, screen)
    return tuple(commands)


def _straight(source: str) -> str:
    """A text whose arguments stand in a printer's quotes, with quotes as Python has them; all others as they are."""
    try:
        syntax(source, _WRITE)
    except ActionError:
        return source.translate(_QUOTES)
    return source


def _commands(source: str, allowed: Collection[str], several: bool, screen: Screen) -> tuple[Command, ...]:
    statements = syntax(source, _WRITE)
    if len(statements) > 1 and not several:
        raise ActionError(f"{len(statements)} statements; write exactly one call, such as {EXAMPLE}")
    if len(statements) > MAX_COMMANDS:
        raise ActionError(f"{len(statements)} actions in one step; at most {MAX_COMMANDS} are taken")
    if not statements:
        raise ActionError(f"{short(source)} is not a call; write one, such as {EXAMPLE}")
    return tuple(_command(source_of(source, each), each, allowed, screen) for each in statements)


def _command(text: str, statement: ast.stmt, allowed: Collection[str], screen: Screen) -> Command:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        if text in SPECS:
            raise ActionError(f"{text} is an action; call it: {SPECS[text].signature}")
        raise ActionError(f"{short(text)} is not a call; write one, such as {EXAMPLE}")
    spec = _spec(statement.value, allowed)
    args = _on_screen(bind(spec, statement.value), screen)
    return Command(text, (Action(spec.name, MappingProxyType(args), text),))


def _spec(call: ast.Call, allowed: Collection[str]) -> ActionSpec:
    if not isinstance(call.func, ast.Name):
        raise ActionError(f"call an action by its plain name, such as {EXAMPLE}")
    name = call.func.id
    if name not in SPECS:
        # What ends the episode is never what a word is guessed to mean.
        guesses = [each for each in SPECS if each in allowed and SPECS[each].subset not in ("chat", "infeas")]
        meant = MEANT.get(name.casefold(), "")
        guess = f"; write {meant}" if meant else nearest(name.casefold(), guesses)
        raise ActionError(f"no action {name!r}{guess or f'; there are {_names(allowed)}'}")
    return SPECS[name]


def _names(allowed: Collection[str]) -> str:
    return ", ".join(name for name in SPECS if name in allowed)


def _on_screen(args: dict[str, Any], screen: Screen) -> dict[str, Any]:
    """Places and distances as the viewport's pixels; the pointer's own check tells of places outside."""
    if screen.scale != 1:
        for x, y in _POINTS:
            if x in args:
                args[x], args[y] = screen.point(args[x], args[y])
        args |= {name: args[name] / screen.scale for name in _DISTANCES if name in args}
    return args
