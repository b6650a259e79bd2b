"""Read actions from a text, in one of several forms. Nothing that an agent writes is ever run as code."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from browserenv.browser.actions import SPECS, Action
from browserenv.browser.bracket import read_brackets
from browserenv.browser.calls import read_calls
from browserenv.browser.command import EXAMPLE, MAX_COMMANDS, ActionError, Command, Screen
from browserenv.browser.computer13 import read_computer13
from browserenv.browser.pyautogui_lines import read_pyautogui

MAX_CHARS = 100_000
Reader = Callable[[str, Collection[str], bool, Screen], tuple[Command, ...]]


@dataclass(frozen=True)
class Form:
    """A grammar of actions: how a text is read, and some texts that can be."""

    read: Reader
    samples: tuple[str, ...]


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "browsergym": Form(
            read_calls, ("noop()", "scroll(0, 200)", "scroll(0, -200)", 'keyboard_press("Tab")', "go_back()")
        ),
        "webarena": Form(
            read_brackets, ("scroll [down]", "scroll [up]", "press [tab]", "go_back", "tab_focus [0]", "press [enter]")
        ),
        "pyautogui": Form(
            read_pyautogui,
            (
                "WAIT",
                "pyautogui.scroll(-5)",
                "pyautogui.moveTo(100, 200); pyautogui.click()",
                "pyautogui.press('tab')",
                "pyautogui.hotkey('alt', 'left')",
                "pyautogui.write('hello', interval=0.1)",
            ),
        ),
        "computer_13": Form(
            read_computer13,
            (
                '{"action_type": "WAIT"}',
                '{"action_type": "SCROLL", "parameters": {"dx": 0, "dy": -5}}',
                '{"action_type": "CLICK", "parameters": {"x": 100, "y": 200}}',
                '{"action_type": "PRESS", "parameters": {"key": "tab"}}',
                '{"action_type": "HOTKEY", "parameters": {"keys": ["alt", "left"]}}',
                '{"action_type": "TYPING", "parameters": {"text": "hello"}}',
            ),
        ),
    }
)


def read(
    text: Any,
    form: str = "browsergym",
    *,
    several: bool = False,
    allowed: Collection[str] | None = None,
    screen: Screen | None = None,
) -> tuple[Command, ...]:
    """All that an agent asks for in one step, at least one command; nothing of it is done yet. Raises ActionError.

    ``form``: a key of FORMS. ``several``: whether more than one action may be asked for (``pyautogui`` always may).
    ``allowed``: names of the actions that this agent may take; None means all, and dialogs may always be answered.
    ``screen``: what coordinates refer to.
    """
    if isinstance(text, dict | list) and form == "computer_13":
        text = _as_json(text)
    if not isinstance(text, str):
        raise ActionError(f"an action is a text, such as {EXAMPLE}, not {type(text).__name__}")
    if len(text) > MAX_CHARS:
        raise ActionError(f"the action has {len(text)} characters; at most {MAX_CHARS} are read")
    may_use = SPECS.keys() if allowed is None else allowed
    commands = FORMS[form].read(text, may_use, several, screen or Screen())
    if len(commands) > MAX_COMMANDS:
        raise ActionError(f"{len(commands)} actions in one step; at most {MAX_COMMANDS} are taken")
    _check_allowed(commands, may_use)
    _check_order(commands)
    return commands


def _as_json(given: dict[Any, Any] | list[Any]) -> str:
    """Dictionaries that were given as such; NumPy's numbers are numbers. Raises ActionError."""
    try:
        return json.dumps(given, default=_number)
    except (TypeError, ValueError, RecursionError) as error:
        raise ActionError(f"the dictionary holds what is neither text nor number ({error})") from None


def _number(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.item()
    raise TypeError(type(value).__name__)


def parse(text: str, allowed: Collection[str] | None = None) -> Action:
    """The one action of a text in BrowserGym's form. Raises ActionError."""
    (command,) = read(text, allowed=allowed)
    (action,) = command.actions
    return action


def _check_allowed(commands: tuple[Command, ...], allowed: Collection[str]) -> None:
    for command in commands:
        for name in command.permissions:
            if name not in allowed and SPECS[name].subset != "dialog":
                raise ActionError(f"{name} may not be used in this task; allowed: {', '.join(sorted(allowed))}")


def _check_order(commands: tuple[Command, ...]) -> None:
    for command in commands[:-1]:
        if command.ends_episode:
            raise ActionError(f"{command.text[:60]} ends the episode, so it must be the last action of a step")
