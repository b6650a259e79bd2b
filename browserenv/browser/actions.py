"""The actions an agent can take, as data: names, parameters, defaults.

Names, signatures and subsets are those of BrowserGym's high-level action set (browsergym.core.action, 0.14.3), so that
agents written for it work unchanged; a test compares them. One default differs: ``noop()`` waits until the page is
quiet and no longer, where BrowserGym sleeps for a second. ``check`` and ``uncheck``, which BrowserGym has and puts into
no subset, are in ``bid``. The subset ``dialog`` is an addition. Every other grammar comes to these actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class Kind(StrEnum):
    """What a parameter takes."""

    TEXT = "a text"
    NUMBER = "a number"
    INTEGER = "an integer"
    FLAG = "True or False"
    TEXTS = "a list of texts"
    TEXT_OR_TEXTS = "a text or a list of texts"
    TEXT_OR_KEYS = "a text or a list of keys"
    PLACE = "a number or a pair of numbers"
    IGNORED = "anything"


REQUIRED: Any = object()


@dataclass(frozen=True)
class Parameter:
    """One parameter of an action. ``choices``, if any, are the only values (or items of a list) it takes."""

    name: str
    kind: Kind = Kind.TEXT
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def __str__(self) -> str:
        default = [] if self.default == () else self.default
        return self.name if self.required else f"{self.name}={default!r}"


@dataclass(frozen=True)
class ActionSpec:
    """An action that exists. ``subset`` is BrowserGym's (bid, coord, nav, tab, chat, infeas, noop), or ours: dialog."""

    name: str
    subset: str
    doc: str
    parameters: tuple[Parameter, ...] = ()

    @property
    def signature(self) -> str:
        """Such as ``click(bid, button='left', modifiers=[])``."""
        return f"{self.name}({', '.join(map(str, self.parameters))})"


@dataclass(frozen=True)
class Action:
    """One action to take. ``args`` holds every parameter of its spec, defaults filled in; ``text`` is its source."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""

    @property
    def ends_episode(self) -> bool:
        """Whether the action speaks to the environment rather than to the browser (the environment decides)."""
        return SPECS[self.name].subset in ("chat", "infeas")


_BUTTONS = ("left", "middle", "right")
_MODIFIERS = ("Alt", "Control", "ControlOrMeta", "Meta", "Shift")
_BID = Parameter("bid")
_BUTTON = Parameter("button", Kind.TEXT, "left", _BUTTONS)
_HELD = Parameter("modifiers", Kind.TEXTS, (), _MODIFIERS)
_XY = (Parameter("x", Kind.NUMBER), Parameter("y", Kind.NUMBER))
_FILE = Parameter("file", Kind.TEXT_OR_TEXTS)

_ALL = (
    ActionSpec("click", "bid", "Click an element.", (_BID, _BUTTON, _HELD)),
    ActionSpec("dblclick", "bid", "Double click an element.", (_BID, _BUTTON, _HELD)),
    ActionSpec("hover", "bid", "Move the pointer over an element.", (_BID,)),
    ActionSpec("focus", "bid", "Give an element the keyboard focus.", (_BID,)),
    ActionSpec(
        "fill",
        "bid",
        "Replace the content of a text field, date field or editable area.",
        (_BID, Parameter("value"), Parameter("enable_autocomplete_menu", Kind.FLAG, False)),
    ),
    ActionSpec("clear", "bid", "Empty a text field.", (_BID,)),
    ActionSpec("check", "bid", "Tick a checkbox, radio button or switch.", (_BID,)),
    ActionSpec("uncheck", "bid", "Untick a checkbox or switch.", (_BID,)),
    ActionSpec(
        "select_option",
        "bid",
        "Choose one or several options of a select, by label or by value.",
        (_BID, Parameter("options", Kind.TEXT_OR_TEXTS)),
    ),
    ActionSpec(
        "press",
        "bid",
        "Focus an element and press a key or a combination, such as Enter or Control+a.",
        (_BID, Parameter("key_comb")),
    ),
    ActionSpec(
        "drag_and_drop",
        "bid",
        "Drag one element onto another.",
        (Parameter("from_bid"), Parameter("to_bid")),
    ),
    ActionSpec("upload_file", "bid", "Put offered files into a file field.", (_BID, _FILE)),
    ActionSpec(
        "scroll",
        "bid",
        "Turn the wheel under the pointer, in pixels: positive goes right and down.",
        (Parameter("delta_x", Kind.NUMBER), Parameter("delta_y", Kind.NUMBER)),
    ),
    ActionSpec(
        "scroll_at",
        "coord",
        "Move the pointer to viewport pixels and turn the wheel there: positive goes right and down.",
        (*_XY, Parameter("dx", Kind.NUMBER), Parameter("dy", Kind.NUMBER)),
    ),
    ActionSpec("mouse_move", "coord", "Move the pointer to viewport pixels.", _XY),
    ActionSpec("mouse_click", "coord", "Click at viewport pixels.", (*_XY, _BUTTON)),
    ActionSpec("mouse_dblclick", "coord", "Double click at viewport pixels.", (*_XY, _BUTTON)),
    ActionSpec("mouse_down", "coord", "Press a button at viewport pixels and hold it.", (*_XY, _BUTTON)),
    ActionSpec("mouse_up", "coord", "Release a button at viewport pixels.", (*_XY, _BUTTON)),
    ActionSpec(
        "mouse_drag_and_drop",
        "coord",
        "Drag from one place of the viewport to another.",
        tuple(Parameter(name, Kind.NUMBER) for name in ("from_x", "from_y", "to_x", "to_y")),
    ),
    ActionSpec(
        "mouse_upload_file",
        "coord",
        "Click at viewport pixels, and give offered files to the file chooser that this opens.",
        (*_XY, _FILE),
    ),
    ActionSpec("keyboard_press", "coord", "Press a key or a combination where the focus is.", (Parameter("key"),)),
    ActionSpec("keyboard_down", "coord", "Press a key and hold it.", (Parameter("key"),)),
    ActionSpec("keyboard_up", "coord", "Release a key.", (Parameter("key"),)),
    ActionSpec("keyboard_type", "coord", "Type a text, key by key, where the focus is.", (Parameter("text"),)),
    ActionSpec("keyboard_insert_text", "coord", "Insert a text where the focus is.", (Parameter("text"),)),
    ActionSpec("goto", "nav", "Go to an address of this world.", (Parameter("url"),)),
    ActionSpec("go_back", "nav", "Go back in the history of this tab."),
    ActionSpec("go_forward", "nav", "Go forward in the history of this tab."),
    ActionSpec("new_tab", "tab", "Open an empty tab and go to it."),
    ActionSpec("tab_close", "tab", "Close this tab."),
    ActionSpec("tab_focus", "tab", "Go to a tab, counted from 0.", (Parameter("index", Kind.INTEGER),)),
    ActionSpec(
        "noop",
        "noop",
        "Do nothing; wait for so many milliseconds, then until the page is quiet.",
        (Parameter("wait_ms", Kind.NUMBER, 0),),
    ),
    ActionSpec("send_msg_to_user", "chat", "Give the answer, or tell that the task is done.", (Parameter("text"),)),
    ActionSpec("report_infeasible", "infeas", "Tell that the task cannot be done, and why.", (Parameter("reason"),)),
    # Ours, which BrowserGym does not have.
    ActionSpec("reload", "nav", "Load the page of this tab anew."),
    ActionSpec(
        "accept_dialog",
        "dialog",
        "Answer the open dialog with OK; a prompt is given the text, or keeps its own where none is given.",
        (Parameter("text", Kind.TEXT, None),),
    ),
    ActionSpec("dismiss_dialog", "dialog", "Answer the open dialog with Cancel, or leave a file chooser."),
    ActionSpec("choose_files", "dialog", "Give files to the open file chooser.", (_FILE,)),
)

SPECS: Mapping[str, ActionSpec] = MappingProxyType({spec.name: spec for spec in _ALL})
