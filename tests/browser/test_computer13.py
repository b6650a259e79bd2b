"""OSWorld's dictionaries."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from browserenv.browser.command import ActionError, Screen
from browserenv.browser.parse import read

SCREEN = Screen(800, 600, pointer=(5, 6))
AT = {"x": 10, "y": 20}
HERE = {"x": 5, "y": 6}


def taken(text: Any, **options: Any) -> list[tuple[str, dict[str, Any]]]:
    commands = read(text, "computer_13", screen=SCREEN, **options)
    return [(action.name, dict(action.args)) for command in commands for action in command.actions]


@pytest.mark.parametrize(
    ("name", "parameters", "actions"),
    [
        ("MOVE_TO", AT, [("mouse_move", AT)]),
        ("CLICK", AT, [("mouse_click", AT | {"button": "left"})]),
        ("CLICK", {}, [("mouse_click", HERE | {"button": "left"})]),
        ("CLICK", AT | {"button": "right"}, [("mouse_click", AT | {"button": "right"})]),
        ("CLICK", AT | {"num_clicks": 2}, [("mouse_dblclick", AT | {"button": "left"})]),
        ("CLICK", AT | {"num_clicks": 3}, [("mouse_click", AT | {"button": "left", "clicks": 3})]),
        ("MOUSE_DOWN", {}, [("mouse_down", HERE | {"button": "left"})]),
        ("MOUSE_UP", {"button": "middle"}, [("mouse_up", HERE | {"button": "middle"})]),
        ("RIGHT_CLICK", AT, [("mouse_click", AT | {"button": "right"})]),
        ("DOUBLE_CLICK", AT, [("mouse_dblclick", AT | {"button": "left"})]),
        ("DRAG_TO", AT, [("mouse_down", HERE | {"button": "left"}), ("mouse_up", AT | {"button": "left"})]),
        ("SCROLL", {"dx": 1, "dy": -2}, [("scroll", {"delta_x": 53, "delta_y": 106})]),
        ("TYPING", {"text": "héllo"}, [("keyboard_type", {"text": "héllo"})]),
        ("PRESS", {"key": " "}, [("keyboard_press", {"key": "Space"})]),
        ("PRESS", {"key": "enter"}, [("keyboard_press", {"key": "Enter"})]),
        ("KEY_DOWN", {"key": "shift"}, [("keyboard_down", {"key": "Shift"})]),
        ("KEY_UP", {"key": "shift"}, [("keyboard_up", {"key": "Shift"})]),
        ("HOTKEY", {"keys": ["ctrl", "a"]}, [("keyboard_press", {"key": "Control+a"})]),
        ("WAIT", {}, [("noop", {"wait_ms": 0})]),
        ("FAIL", {}, [("report_infeasible", {"reason": ""})]),
        ("DONE", {}, [("send_msg_to_user", {"text": ""})]),
        ("DONE", {"answer": "42"}, [("send_msg_to_user", {"text": "42"})]),
    ],
)
def test_each_type_is_read_in_every_notation(
    name: str, parameters: dict[str, Any], actions: list[tuple[str, dict[str, Any]]]
) -> None:
    nested = {"action_type": name, "parameters": parameters}
    flat = {"action_type": name, **parameters}
    fenced = f"So:\n```json\n{json.dumps(nested)}\n```"
    for written in (json.dumps(nested), json.dumps(flat), repr(nested), nested, fenced):
        assert taken(written) == actions


def test_no_parameters_may_be_told_as_such() -> None:
    assert taken('{"action_type": "DONE", "parameters": null}') == [("send_msg_to_user", {"text": ""})]


def test_numbers_of_numpy_are_numbers() -> None:
    given = {"action_type": "CLICK", "parameters": {"x": np.int64(10), "y": np.float32(20)}}
    assert taken(given) == [("mouse_click", AT | {"button": "left"})]
    with pytest.raises(ActionError, match="holds what is neither text nor number"):
        taken({"action_type": "CLICK", "x": {1}, "y": 2})


def test_the_words_alone_are_read() -> None:
    assert [taken(word)[0][0] for word in ("WAIT", "FAIL", "DONE", "```DONE```")] == [
        "noop",
        "report_infeasible",
        "send_msg_to_user",
        "send_msg_to_user",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is no dictionary"),
        ("click there", "is no dictionary"),
        ('Now {"action_type": "WAIT"}', "is no dictionary"),
        ("{}", "has no action_type"),
        ("5", "has no action_type"),
        ("[]", "nothing to do"),
        ('{"action_type": "CLIK"}', "did you mean 'CLICK'?"),
        ('{"action_type": ["CLICK"]}', "no action_type"),
        ('{"action_type": "CLICK", "parameters": [1, 2]}', "must be a dictionary"),
        ('{"action_type": "CLICK", "parameters": {"z": 1}}', "no parameter 'z'; it takes button, x, y, num_clicks"),
        ('{"action_type": "MOVE_TO", "parameters": {"x": 1}}', "MOVE_TO needs y"),
        ('{"action_type": "MOVE_TO", "parameters": {"x": "1", "y": 2}}', "x of MOVE_TO must be a number"),
        ('{"action_type": "MOVE_TO", "parameters": {"x": NaN, "y": 2}}', "x of MOVE_TO must be a number"),
        ('{"action_type": "CLICK", "x": 800, "y": 1}', "is outside the picture"),
        ('{"action_type": "CLICK", "num_clicks": 1000}', "clicks cannot be 1000"),
        ('{"action_type": "PRESS", "key": "entr"}', "no key 'entr'"),
        ('{"action_type": "TYPING", "text": "\\ud800"}', "must be a text"),
        ('[{"action_type": "WAIT"}, {"action_type": "WAIT"}]', "2 actions; write exactly one"),
        ("{'action_type': __import__('os')}", "is no dictionary"),
        ("[" * 100_000, "is no dictionary"),
    ],
)
def test_all_else_is_refused_with_what_would_work(text: str, words: str) -> None:
    with pytest.raises(ActionError) as refused:
        taken(text)
    assert words in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 2


def test_several_are_read_as_a_list_or_in_blocks() -> None:
    wait, done = ("noop", {"wait_ms": 0}), ("send_msg_to_user", {"text": ""})
    assert taken('[{"action_type": "WAIT"}, "DONE"]', several=True) == [wait, done]
    assert taken('```\n{"action_type": "WAIT"}\n``` ```json\n{"action_type": "DONE"}\n```', several=True) == [
        wait,
        done,
    ]
    with pytest.raises(ActionError, match="ends the episode, so it must be the last"):
        taken('["DONE", "WAIT"]', several=True)
