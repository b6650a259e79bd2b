"""WebArena's form: a verb and its arguments in brackets, such as ``type [7] [a text] [1]``; see docs/actions.md.

Source of the grammar: WebArena's ``create_id_based_action`` and the extraction of its prompts; ``clear`` and
``upload`` are VisualWebArena's, ``accept_dialog`` and ``dismiss_dialog`` ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import Action
from browserenv.browser.command import ActionError, Command, Screen, short
from browserenv.browser.fences import blocks
from browserenv.browser.keys import key
from browserenv.errors import nearest

Match = re.Match[str]
CANNOT = "n/a"


def read_brackets(text: str, allowed: Collection[str], several: bool, screen: Screen) -> tuple[Command, ...]:
    """One action: the text itself, or what is in its first code block; with ``several``, one or more in each."""
    source = text.strip()
    sources = [source]
    if not source:
        raise ActionError("the action is empty; write one, such as click [12]")
    if not _STARTS.match(source):
        fenced = [block for block in blocks(source) if block]
        sources = (fenced if several else fenced[:1]) or [source]
    parts = [part for each in sources for part in _split(each)]
    if len(parts) > 1 and not several:
        raise ActionError(f"{len(parts)} actions; write exactly one, such as click [12]")
    return tuple(_command(part, screen) for part in parts)


def _split(source: str) -> list[str]:
    """The actions of a text: each begins a line with its verb; other lines go on with the text of the one before."""
    parts: list[str] = []
    for line in source.split("\n"):
        is_open = bool(parts) and "[" in parts[-1] and not parts[-1].rstrip().endswith("]")
        if parts and (is_open or not _STARTS.match(line)):
            parts[-1] += f"\n{line}"
        else:
            parts.append(line)
    return [part.strip() for part in parts]


def _command(text: str, screen: Screen) -> Command:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ActionError("half of a character (a lone surrogate) cannot be typed")
    verb = (text.partition("[")[0] if "[" in text else text.partition(" ")[0]).strip()
    verb = verb if verb in VERBS else (text.split() or [""])[0]
    if verb not in VERBS:
        raise ActionError(_unknown(verb, text))
    pattern, form, read = VERBS[verb].pattern, VERBS[verb].form, VERBS[verb].read
    matched = pattern.match(text)
    if matched is None:
        raise ActionError(f"{short(text)} cannot be read; write {form}")
    actions = read(matched, screen)
    return Command(text, actions, "fill" if verb == "type" else "")


def _unknown(verb: str, text: str) -> str:
    """What would work instead of a verb that there is not."""
    if _STARTS.search(text) or _WITHIN.search(text):
        return f"{short(text, 40)!r} is no action as a whole\nwrite the action alone, or between triple backticks"
    known = ", ".join(verb.form for verb in VERBS.values())
    # "stop" ends the episode, so it is never what a word is guessed to mean.
    guess = MEANT.get(verb.casefold()) or nearest(verb.casefold(), VERBS.keys() - {"stop"}).removeprefix("; ")
    return f"no action {short(verb, 40)!r}{'; ' if guess else ''}{guess}\nthere are {known}"


class _Verb:
    def __init__(self, pattern: str, form: str, read: Callable[[Match, Screen], tuple[Action, ...]]) -> None:
        self.pattern = re.compile(pattern, re.DOTALL)
        self.form = form
        self.read = read


def _do(name: str, **args: Any) -> Action:
    return Action(name, MappingProxyType(args))


def _plain(name: str, **args: Any) -> Callable[[Match, Screen], tuple[Action, ...]]:
    return lambda matched, screen: (_do(name, **args),)


def _click(matched: Match, screen: Screen) -> tuple[Action, ...]:
    return (_do("click", bid=matched[1], button="left", modifiers=()),)


def _type(matched: Match, screen: Screen) -> tuple[Action, ...]:
    """Click, type key by key without emptying the field, and press Enter unless the last argument is 0."""
    actions = (*_click(matched, screen), _do("keyboard_type", text=matched[2]))
    return actions if matched[3] == "0" else (*actions, _do("keyboard_press", key="Enter"))


def _press(matched: Match, screen: Screen) -> tuple[Action, ...]:
    # "+" itself is a key, and stands at the end: Control++.
    parts = re.split(r"\+(?=.)", matched[1], flags=re.DOTALL)
    names = [key(part) for part in parts]
    return (_do("keyboard_press", key="+".join("Control" if name == "Meta" else name for name in names)),)


def _scroll(matched: Match, screen: Screen) -> tuple[Action, ...]:
    down = screen.height_px if matched[1] == "down" else -screen.height_px
    return (_do("scroll", delta_x=0, delta_y=down, document=True),)


def _stop(matched: Match, screen: Screen) -> tuple[Action, ...]:
    """The answer; "N/A" is how an agent says there that a task cannot be done."""
    answer = matched[1] or ""
    if answer.strip().lower() == CANNOT:
        return (_do("report_infeasible", reason=answer),)
    return (_do("send_msg_to_user", text=answer),)


VERBS: Mapping[str, _Verb] = MappingProxyType(
    {
        "click": _Verb(r"click ?\[\s*(\w+)\s*\]", "click [id]", _click),
        "hover": _Verb(r"hover ?\[\s*(\w+)\s*\]", "hover [id]", lambda m, screen: (_do("hover", bid=m[1]),)),
        "type": _Verb(
            r"type ?\[(\w+)\] ?\[(.*?)\](?: ?\[(?:press_enter_after=)?([01])\])?\Z", "type [id] [text] [0 or 1]", _type
        ),
        "press": _Verb(r"press ?\[(.+)\]", "press [key]", _press),
        "scroll": _Verb(r"scroll ?\[?(?:direction=)?(up|down)\]?", "scroll [up or down]", _scroll),
        "goto": _Verb(r"goto ?\[(.+)\]", "goto [url]", lambda m, screen: (_do("goto", url=m[1]),)),
        "new_tab": _Verb(r"new_tab\Z", "new_tab", _plain("new_tab")),
        "close_tab": _Verb(r"close_tab\Z", "close_tab", _plain("tab_close")),
        "go_back": _Verb(r"go_back\Z", "go_back", _plain("go_back")),
        "go_forward": _Verb(r"go_forward\Z", "go_forward", _plain("go_forward")),
        "tab_focus": _Verb(
            r"tab_focus ?\[(\d{1,6})\]", "tab_focus [n]", lambda m, screen: (_do("tab_focus", index=int(m[1])),)
        ),
        "stop": _Verb(r"stop(?:\s*\[(.*)\].*)?\Z", "stop [answer]", _stop),
        "clear": _Verb(r"clear ?\[\s*(\w+)\s*\]", "clear [id]", lambda m, screen: (_do("clear", bid=m[1]),)),
        "upload": _Verb(
            r"upload ?\[(.+)\] ?\[(\w+)\]",
            "upload [file] [id]",
            lambda m, screen: (_do("upload_file", bid=m[2], file=(m[1],)),),
        ),
        "accept_dialog": _Verb(
            r"accept_dialog(?:\s*\[(.*)\].*)?\Z",
            "accept_dialog [text]",
            lambda m, screen: (_do("accept_dialog", text=m[1]),),
        ),
        "dismiss_dialog": _Verb(r"dismiss_dialog\Z", "dismiss_dialog", _plain("dismiss_dialog")),
    }
)
# What agents write that know other grammars, and what would work.
MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("noop", "wait", "none"), "every action waits for the page by itself"),
        **dict.fromkeys(("answer", "done", "finish", "send_msg_to_user"), "write stop [answer]"),
        **dict.fromkeys(("fill", "input", "write"), "write type [id] [text]"),
        **dict.fromkeys(
            ("select", "select_option"), "write click [id] with the number of the option, also where its list is closed"
        ),
        **dict.fromkeys(("check", "uncheck", "tap"), "write click [id]"),
        **dict.fromkeys(("navigate", "open"), "write goto [url]"),
        "back": "write go_back",
        "page_focus": "write tab_focus [n]",
    }
)
_WITHIN = re.compile(rf"\s(?:{'|'.join(VERBS)}) ?\[")
_STARTS = re.compile(rf"\s*(?:(?:{'|'.join(VERBS)})\s*(?:\[|$)|scroll (?:up|down)\b)", re.MULTILINE)
