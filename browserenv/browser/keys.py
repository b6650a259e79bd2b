"""Names of keys, as other tools have them, in Playwright's words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from browserenv.browser.command import ActionError
from browserenv.errors import nearest

NAMED = (
    *("Alt", "AltGraph", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "CapsLock", "ContextMenu"),
    *("Control", "Delete", "End", "Enter", "Escape", "Home", "Insert", "Meta", "NumLock", "PageDown", "PageUp"),
    *("Pause", "PrintScreen", "ScrollLock", "Shift", "Space", "Tab"),
    *(f"F{number}" for number in range(1, 13)),
)
_OTHERWISE = {
    "add": "NumpadAdd",
    "altleft": "AltLeft",
    "altright": "AltRight",
    "apps": "ContextMenu",
    "cmd": "Control",
    "command": "Control",
    "ctrl": "Control",
    "ctrlleft": "ControlLeft",
    "ctrlright": "ControlRight",
    "decimal": "NumpadDecimal",
    "del": "Delete",
    "divide": "NumpadDivide",
    "down": "ArrowDown",
    "esc": "Escape",
    "left": "ArrowLeft",
    "menu": "ContextMenu",
    "multiply": "NumpadMultiply",
    "option": "Alt",
    "pagedn": "PageDown",
    "pgdn": "PageDown",
    "pgup": "PageUp",
    "prntscrn": "PrintScreen",
    "prtsc": "PrintScreen",
    "return": "Enter",
    "right": "ArrowRight",
    "shiftleft": "ShiftLeft",
    "shiftright": "ShiftRight",
    "subtract": "NumpadSubtract",
    "super": "Meta",
    "up": "ArrowUp",
    "win": "Meta",
    "winleft": "MetaLeft",
    "winright": "MetaRight",
    " ": "Space",
    "\n": "Enter",
    "\r": "Enter",
    "\t": "Tab",
    **{f"num{digit}": f"Numpad{digit}" for digit in range(10)},
}
KEYS: Mapping[str, str] = MappingProxyType({name.lower(): name for name in NAMED} | _OTHERWISE)


def key(name: str) -> str:
    """Playwright's name of a key, whatever its case; a single character is its own. Raises ActionError for others."""
    if len(name) == 1 and name not in KEYS:
        return name
    found = KEYS.get(name) or KEYS.get(name.strip().lower())
    if found is None:
        hint = nearest(name.lower(), KEYS) or "; keys are named as in enter, down, ctrl"
        raise ActionError(f"no key {name[:40]!r}{hint}")
    return found
