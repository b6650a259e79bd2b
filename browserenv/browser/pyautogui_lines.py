"""OSWorld's lines: calls of PyAutoGUI with literal arguments, read and never run; see docs/actions.md.

Source: PyAutoGUI's documented signatures; WAIT, FAIL and DONE as OSWorld has them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import SPECS, ActionSpec, Kind, Parameter
from browserenv.browser.command import MAX_COMMANDS, ActionError, Command, Screen, short
from browserenv.browser.desktop import Actions, Desk
from browserenv.browser.fences import blocks
from browserenv.browser.literals import bind, source_of, syntax
from browserenv.errors import nearest

EXAMPLE = "pyautogui.click(100, 200)"
_WRITE = f"write lines such as {EXAMPLE}, or WAIT, FAIL, DONE"
MODULES = frozenset({"pyautogui", "time"})
# What calls may be written after: the modules, and the names that they are imported as.
NAMES = MODULES | {"gui", "pag", "pg"}
SETTINGS = frozenset({"FAILSAFE", "PAUSE", "MINIMUM_DURATION", "MINIMUM_SLEEP"})
WORDS: Mapping[str, Callable[[Desk], Actions]] = MappingProxyType(
    {"WAIT": Desk.wait, "FAIL": Desk.fail, "DONE": Desk.done}
)
# As in OSWorld, everything is taken in order; the setting multi_action makes no difference here.


def read_pyautogui(text: str, allowed: Collection[str], several: bool, screen: Screen) -> tuple[Command, ...]:
    """All lines of the text, or those of its code blocks where the text itself is no program."""
    source = text.strip()
    try:
        commands = _commands(source, Desk(screen))
    except ActionError:
        fenced = [block for block in blocks(source) if block]
        if not fenced:
            raise
        desk = Desk(screen)
        commands = [command for block in fenced for command in _commands(block, desk)]
    if not commands:
        raise ActionError(f"there is nothing to do; {_WRITE}")
    return tuple(commands)


def _commands(source: str, desk: Desk) -> list[Command]:
    statements = syntax(source, _WRITE)
    if len(statements) > 2 * MAX_COMMANDS:
        raise ActionError(f"{len(statements)} lines in one step; at most {MAX_COMMANDS} actions are taken")
    commands: list[Command] = []
    for statement in statements:
        text = source_of(source, statement)
        if not _does_nothing(statement):
            commands.append(Command(text, _actions(text, statement, desk)))
    return commands


def _does_nothing(statement: ast.stmt) -> bool:
    """Imports of PyAutoGUI and time, and PyAutoGUI's own settings: tolerated, and without effect."""
    if isinstance(statement, ast.Import):
        return all(alias.name in MODULES for alias in statement.names)
    if isinstance(statement, ast.ImportFrom):
        return statement.module in MODULES
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return (
            isinstance(target, ast.Attribute) and target.attr in SETTINGS and isinstance(statement.value, ast.Constant)
        )
    return isinstance(statement, ast.Pass)


def _actions(text: str, statement: ast.stmt, desk: Desk) -> Actions:
    value = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(value, ast.Name) and value.id in WORDS:
        return WORDS[value.id](desk)
    if not isinstance(value, ast.Call):
        raise ActionError(f"{short(text)} is no call; {_WRITE}")
    name = _name(value.func)
    if not name:
        raise ActionError(f"{short(text)} is no call of pyautogui or time; {_WRITE}")
    if name not in CALLS:
        raise ActionError(f"no action {short(name, 40)!r}{nearest(name, CALLS) or '; there are ' + ', '.join(CALLS)}")
    spec, do = CALLS[name]
    return do(desk, _bound(spec, value))


def _name(function: ast.expr) -> str:
    """The plain name of a call, with or without the module's; empty for any other expression."""
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id in NAMES:
        return function.attr
    return ""


def _bound(spec: ActionSpec, call: ast.Call) -> dict[str, Any]:
    """The arguments; ``hotkey`` alone takes any number of them, and x may hold both coordinates."""
    if spec is _HOTKEY:
        listed = ast.List(call.args) if not _is_list(call.args) else call.args[0]
        call = ast.Call(call.func, [listed], call.keywords)
    args = bind(spec, call)
    for first, second in (("x", "y"), ("xOffset", "yOffset")):
        if isinstance(args.get(first), tuple):
            args[first], args[second] = args[first]
    return args


def _is_list(args: list[ast.expr]) -> bool:
    return len(args) == 1 and isinstance(args[0], ast.List | ast.Tuple)


# --- the calls: PyAutoGUI's parameters in its order; how long a thing takes, and along which curve, has no effect

_X, _Y = Parameter("x", Kind.PLACE, None), Parameter("y", Kind.NUMBER, None)
_BY = (Parameter("xOffset", Kind.PLACE, 0), Parameter("yOffset", Kind.NUMBER, 0))
_BUTTON = Parameter("button", Kind.TEXT, "left")


def _ignored(*names: str) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, Kind.IGNORED, None) for name in names)


_LAST = _ignored("duration", "tween", "logScreenshot", "_pause")
_CLICK = (
    *(_X, _Y, Parameter("clicks", Kind.INTEGER, 1), *_ignored("interval"), _BUTTON),
    *_LAST,
)
_ONE_BUTTON = (_X, _Y, *_ignored("interval", "duration", "tween", "logScreenshot", "_pause"))
_ANY_BUTTON = (_X, _Y, *_ignored("interval"), _BUTTON, *_LAST)
_PRESSED = (_X, _Y, _BUTTON, *_LAST)
_DRAG = (*_ignored("duration", "tween"), _BUTTON, *_ignored("logScreenshot", "_pause", "mouseDownUp"))
_WHEEL = (Parameter("clicks", Kind.NUMBER), _X, _Y, *_ignored("logScreenshot", "_pause"))
_KEY = (Parameter("key"), *_ignored("logScreenshot", "_pause"))
_MESSAGE = (Parameter("message", Kind.TEXT_OR_KEYS), *_ignored("interval", "logScreenshot", "_pause"))
_KEYS = (
    *(Parameter("keys", Kind.TEXT_OR_TEXTS), Parameter("presses", Kind.INTEGER, 1)),
    *_ignored("interval", "logScreenshot", "_pause"),
)
_HOTKEY = ActionSpec(
    "hotkey", "", "", (Parameter("keys", Kind.TEXTS), *_ignored("interval", "logScreenshot", "_pause"))
)


def _write(desk: Desk, args: dict[str, Any]) -> Actions:
    """A text, or a list of keys."""
    message = args["message"]
    return desk.write(message) if isinstance(message, str) else desk.press(message)


def _clicks(button: str, clicks: int) -> Callable[[Desk, dict[str, Any]], Actions]:
    return lambda desk, args: desk.click(args["x"], args["y"], args.get("button") or button, clicks)


Call = tuple[ActionSpec, Callable[[Desk, dict[str, Any]], Actions]]


def _call(name: str, parameters: tuple[Parameter, ...], do: Callable[[Desk, dict[str, Any]], Actions]) -> Call:
    return ActionSpec(name, "", "", parameters), do


def _move_by(desk: Desk, args: dict[str, Any]) -> Actions:
    return desk.move_by(args["xOffset"] or 0, args["yOffset"] or 0)


def _drag_by(desk: Desk, args: dict[str, Any]) -> Actions:
    return desk.drag_by(args["xOffset"] or 0, args["yOffset"] or 0, args["button"])


_ALL: tuple[Call, ...] = (
    _call("click", _CLICK, lambda desk, a: desk.click(a["x"], a["y"], a["button"], a["clicks"])),
    _call("leftClick", _ONE_BUTTON, _clicks("left", 1)),
    _call("rightClick", _ONE_BUTTON, _clicks("right", 1)),
    _call("middleClick", _ONE_BUTTON, _clicks("middle", 1)),
    _call("doubleClick", _ANY_BUTTON, _clicks("left", 2)),
    _call("tripleClick", _ANY_BUTTON, _clicks("left", 3)),
    _call("moveTo", (_X, _Y, *_LAST), lambda desk, a: desk.move(a["x"], a["y"])),
    _call("moveRel", (*_BY, *_LAST), _move_by),
    _call("move", (*_BY, *_LAST), _move_by),
    _call("dragTo", (_X, _Y, *_DRAG), lambda desk, a: desk.drag(a["x"], a["y"], a["button"])),
    _call("dragRel", (*_BY, *_DRAG), _drag_by),
    _call("drag", (*_BY, *_DRAG), _drag_by),
    _call("mouseDown", _PRESSED, lambda desk, a: desk.down(a["x"], a["y"], a["button"])),
    _call("mouseUp", _PRESSED, lambda desk, a: desk.up(a["x"], a["y"], a["button"])),
    _call("scroll", _WHEEL, lambda desk, a: desk.scroll(0, a["clicks"], a["x"], a["y"])),
    _call("vscroll", _WHEEL, lambda desk, a: desk.scroll(0, a["clicks"], a["x"], a["y"])),
    _call("hscroll", _WHEEL, lambda desk, a: desk.scroll(a["clicks"], 0, a["x"], a["y"])),
    _call("write", _MESSAGE, _write),
    _call("typewrite", _MESSAGE, _write),
    _call("press", _KEYS, lambda desk, a: desk.press(a["keys"], a["presses"])),
    (_HOTKEY, lambda desk, a: desk.hotkey(a["keys"])),
    _call("keyDown", _KEY, lambda desk, a: desk.key_down(a["key"])),
    _call("keyUp", _KEY, lambda desk, a: desk.key_up(a["key"])),
    _call("sleep", _ignored("seconds"), lambda desk, a: desk.wait()),
    # Ours: OSWorld has no way to give an answer or a reason.
    (SPECS["send_msg_to_user"], lambda desk, a: desk.done(a["text"])),
    (SPECS["report_infeasible"], lambda desk, a: desk.fail(a["reason"])),
)
CALLS: Mapping[str, Call] = MappingProxyType({spec.name: (spec, do) for spec, do in _ALL})
