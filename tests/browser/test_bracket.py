"""WebArena's bracket form: what is taken, how it differs from the original's misreadings, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.browser.command import ActionError, Screen
from browserenv.browser.parse import read

Taken = list[tuple[str, dict[str, Any]]]
CLICK = ("click", {"bid": "7", "button": "left", "modifiers": ()})


def taken(text: str, **options: Any) -> Taken:
    commands = read(text, "webarena", screen=Screen(800, 600), **options)
    return [(action.name, dict(action.args)) for command in commands for action in command.actions]


def typed(text: str, enter: bool = True) -> Taken:
    keys: Taken = [("keyboard_press", {"key": "Enter"})] if enter else []
    return [CLICK, ("keyboard_type", {"text": text}), *keys]


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("click [7]", [CLICK]),
        ("click[7]", [CLICK]),
        ("  click [7] where 7 is the button\n", [CLICK]),
        ("Let me see.\nIn summary, the next action I will perform is ```click [7]```", [CLICK]),
        ("Either ```click [7]``` or ```click [8]```", [CLICK]),
        ("```\nclick [7]\n```", [CLICK]),
        ("<think>click [8]?</think>\n<action>click [7]</action>", [CLICK]),
        ("`click [7]`", [CLICK]),
        ("click [ 7 ]", [CLICK]),
        ("hover [7]", [("hover", {"bid": "7"})]),
        ("type [7] [a text]", typed("a text")),
        ("type [7] [a text] [1]", typed("a text")),
        ("type [7][a text][0]", typed("a text", enter=False)),
        ("type [7] [a text] [press_enter_after=0]", typed("a text", enter=False)),
        ("type [7] [with ] and [ inside] [0]", typed("with ] and [ inside", enter=False)),
        ("type [7] [five of [5]] [1]", typed("five of [5]")),
        ("type [7] [a] [5]", typed("a] [5")),
        ("type [7] [Björk\u2019s 💡\nsecond line] [0]", typed("Björk\u2019s 💡\nsecond line", enter=False)),
        ("type [7] [] [1]", typed("")),
        ("press [enter]", [("keyboard_press", {"key": "Enter"})]),
        ("press [ArrowDown]", [("keyboard_press", {"key": "ArrowDown"})]),
        ("press [ctrl+a]", [("keyboard_press", {"key": "Control+a"})]),
        ("press [Meta+Shift+z]", [("keyboard_press", {"key": "Control+Shift+z"})]),
        ("press [+]", [("keyboard_press", {"key": "+"})]),
        ("press [control++]", [("keyboard_press", {"key": "Control++"})]),
        ("scroll [down]", [("scroll", {"delta_x": 0, "delta_y": 600, "document": True})]),
        ("scroll up", [("scroll", {"delta_x": 0, "delta_y": -600, "document": True})]),
        ("scroll [direction=down]", [("scroll", {"delta_x": 0, "delta_y": 600, "document": True})]),
        ("goto [http://forum.localhost/f/books]", [("goto", {"url": "http://forum.localhost/f/books"})]),
        ("new_tab", [("new_tab", {})]),
        ("close_tab", [("tab_close", {})]),
        ("go_back", [("go_back", {})]),
        ("go_forward", [("go_forward", {})]),
        ("tab_focus [1]", [("tab_focus", {"index": 1})]),
        ("stop [an answer, with [brackets]]", [("send_msg_to_user", {"text": "an answer, with [brackets]"})]),
        ("stop", [("send_msg_to_user", {"text": ""})]),
        ("stop []", [("send_msg_to_user", {"text": ""})]),
        ("stop [N/A]", [("report_infeasible", {"reason": "N/A"})]),
        ("stop [use ```code```]", [("send_msg_to_user", {"text": "use ```code```"})]),
        ("clear [7]", [("clear", {"bid": "7"})]),
        ("upload [a.png] [7]", [("upload_file", {"bid": "7", "file": ("a.png",)})]),
        ("accept_dialog [Ada]", [("accept_dialog", {"text": "Ada"})]),
        ("accept_dialog", [("accept_dialog", {"text": None})]),
        ("dismiss_dialog", [("dismiss_dialog", {})]),
    ],
)
def test_actions_are_read(text: str, actions: Taken) -> None:
    assert taken(text) == actions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the action is empty"),
        ("I will click [7]", "write the action alone"),
        ("noop", "every action waits for the page by itself"),
        ("finish [it]", "write stop [answer]"),
        ("select [7] [Books]", "write click [id] with the number of the option, also where its list is closed"),
        ("stop_now [x]", "no action"),
        ("`I do not know`", "no action"),
        ("clik [7]", "did you mean 'click'?"),
        ('click("7")', "no action"),
        ("click 7", "click 7 cannot be read; write click [id]"),
        ("click []", "write click [id]"),
        ("type [7]", "write type [id] [text] [0 or 1]"),
        ("type [7] text", "write type [id] [text] [0 or 1]"),
        ("press [entr]", "no key 'entr'; did you mean 'enter'?"),
        ("scroll [left]", "write scroll [up or down]"),
        ("tab_focus [x]", "write tab_focus [n]"),
        ("tab_focus [-1]", "write tab_focus [n]"),
        ("stop it, I am done", "write stop [answer]"),
        ("go_back to the list", "write go_back"),
        ("click [7]\nclick [8]", "2 actions; write exactly one"),
        ("type [7] [\ud800] [0]", "half of a character"),
        ("No action here ```I do not know```", "no action 'I'"),
    ],
)
def test_all_else_is_refused_with_what_would_work(text: str, words: str) -> None:
    with pytest.raises(ActionError) as refused:
        taken(text)
    assert words in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 2


def test_several_are_read_line_by_line_and_block_by_block() -> None:
    both: Taken = [("new_tab", {}), ("go_back", {})]
    assert taken("new_tab\ngo_back", several=True) == both
    assert taken("First ```new_tab``` then ```go_back```", several=True) == both
    assert taken("type [7] [two\nlines\nstop] [0]\ngo_back", several=True) == [
        *typed("two\nlines\nstop", enter=False),
        ("go_back", {}),
    ]


def test_typing_is_allowed_where_filling_is() -> None:
    assert taken("type [7] [x]", allowed={"fill"})
    with pytest.raises(ActionError, match="goto may not be used in this task; allowed: fill"):
        taken("goto [http://forum.localhost]", allowed={"fill"})
