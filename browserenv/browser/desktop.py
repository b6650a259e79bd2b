"""Mouse and keyboard as tools for whole desktops have them, in terms of the actions that there are.

Such tools know one pointer and act where it is; here each action says where. Shortcuts that are a browser's own come
to the actions that they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import Action
from browserenv.browser.command import ActionError, Screen
from browserenv.browser.keys import key

# A notch of the wheel under X11, where these tools are mostly run: Chromium's kWheelScrollAmount.
NOTCH_PX = 53
MAX_TIMES = 100
BUTTONS: Mapping[str, str] = MappingProxyType(
    {"left": "left", "middle": "middle", "right": "right", "primary": "left", "secondary": "right"}
)
_RELOAD = ("F5", "Control+F5", "Shift+F5", "Control+r", "Control+Shift+r")
_TAB = re.compile(r"(?:Control|Alt)\+([1-8])")
_SHORTCUTS: Mapping[str, str] = MappingProxyType(
    {
        "Alt+ArrowLeft": "go_back",
        "Alt+ArrowRight": "go_forward",
        "Control+t": "new_tab",
        "Control+w": "tab_close",
        "Control+F4": "tab_close",
        **dict.fromkeys(_RELOAD, "reload"),
    }
)
Actions = tuple[Action, ...]


class Desk:
    """Turns what is asked of a pointer and a keyboard into actions, and follows where the pointer is meanwhile."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._at = screen.pointer

    # --- the pointer; x and y are pixels of the picture, None where they stay as they are

    def move(self, x: float | None, y: float | None) -> Actions:
        return (self._point("mouse_move", x, y),)

    def move_by(self, dx: float, dy: float) -> Actions:
        return self.move(*self._beside(dx, dy))

    def click(self, x: float | None, y: float | None, button: str = "left", clicks: int = 1) -> Actions:
        if not 0 <= clicks <= MAX_TIMES:
            raise ActionError(f"clicks cannot be {clicks}; it is from 0 to {MAX_TIMES}")
        if clicks == 0:
            return self.move(x, y)
        if clicks == 2:
            return (self._point("mouse_dblclick", x, y, button=_button(button)),)
        more = {"clicks": clicks} if clicks > 1 else {}
        return (self._point("mouse_click", x, y, button=_button(button), **more),)

    def down(self, x: float | None, y: float | None, button: str = "left") -> Actions:
        return (self._point("mouse_down", x, y, button=_button(button)),)

    def up(self, x: float | None, y: float | None, button: str = "left") -> Actions:
        return (self._point("mouse_up", x, y, button=_button(button)),)

    def drag(self, x: float | None, y: float | None, button: str = "left") -> Actions:
        return (*self.down(None, None, button), *self.up(x, y, button))

    def drag_by(self, dx: float, dy: float, button: str = "left") -> Actions:
        return self.drag(*self._beside(dx, dy), button)

    def scroll(self, right: float, up: float, x: float | None = None, y: float | None = None) -> Actions:
        """By notches of the wheel: positive is to the right and up."""
        wheel = _do("scroll", delta_x=right * NOTCH_PX, delta_y=-up * NOTCH_PX)
        return (wheel,) if x is None and y is None else (*self.move(x, y), wheel)

    # --- the keyboard

    def write(self, text: str) -> Actions:
        return (_do("keyboard_type", text=text),)

    def press(self, keys: Sequence[str], presses: int = 1) -> Actions:
        if not 0 <= presses <= MAX_TIMES or len(keys) > MAX_TIMES:
            raise ActionError(f"a key is pressed at most {MAX_TIMES} times, and at most {MAX_TIMES} keys")
        return tuple(_press(name) for name in keys) * presses or self.wait()

    def hotkey(self, keys: Sequence[str]) -> Actions:
        if not keys:
            raise ActionError("hotkey needs the names of keys, such as 'ctrl', 'a'")
        names = [_part(name, holds=len(keys) > 1) for name in keys]
        return (_keys("+".join(names)),)

    def key_down(self, name: str) -> Actions:
        return (_do("keyboard_down", key=key(name)),)

    def key_up(self, name: str) -> Actions:
        return (_do("keyboard_up", key=key(name)),)

    # --- what is said to the environment

    def wait(self) -> Actions:
        """Until the page is quiet, which every action waits for."""
        return (_do("noop", wait_ms=0),)

    def done(self, answer: str = "") -> Actions:
        return (_do("send_msg_to_user", text=answer),)

    def fail(self, reason: str = "") -> Actions:
        return (_do("report_infeasible", reason=reason),)

    def _point(self, name: str, x: float | None, y: float | None, **more: Any) -> Action:
        here_x, here_y = self._seen()
        if x is not None or y is not None:
            self._at = self._screen.point(here_x if x is None else x, here_y if y is None else y)
        return _do(name, x=self._at[0], y=self._at[1], **more)

    def _seen(self) -> tuple[float, float]:
        """Where the pointer is in the picture."""
        return self._at[0] * self._screen.scale, self._at[1] * self._screen.scale

    def _beside(self, dx: float, dy: float) -> tuple[float, float]:
        x, y = self._seen()
        return x + dx, y + dy


def _do(name: str, **args: Any) -> Action:
    return Action(name, MappingProxyType(args))


def _press(name: str) -> Action:
    """A key; a character that no key gives is inserted, as an input method does it."""
    if len(name) == 1 and not name.isascii():
        return _do("keyboard_insert_text", text=name)
    return _keys(key(name))


def _keys(combination: str) -> Action:
    """A key or a combination; one that is a browser's own is what it stands for."""
    if shortcut := _SHORTCUTS.get(combination):
        return _do(shortcut)
    if tab := _TAB.fullmatch(combination):
        return _do("tab_focus", index=int(tab[1]) - 1)
    return _do("keyboard_press", key=combination)


def _part(name: str, *, holds: bool) -> str:
    """A key of a combination; letters are lower case there, as the keys without Shift are."""
    return name.lower() if holds and len(name) == 1 and name.isalpha() else key(name)


def _button(name: str) -> str:
    found = BUTTONS.get(name.lower())
    if found is None:
        raise ActionError(f"no button {name[:40]!r}; there are left, middle, right")
    return found
