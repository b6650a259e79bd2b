"""PyAutoGUI's lines, as OSWorld's agents write them."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.browser.command import MAX_COMMANDS, ActionError, Screen
from browserenv.browser.parse import read

NOTHING = ("press([])", "press('a', presses=0)", "write([])")  # as PyAutoGUI takes them
Taken = list[tuple[str, dict[str, Any]]]


def taken(text: str, screen: Screen | None = None) -> Taken:
    commands = read(text, "pyautogui", screen=screen or Screen(800, 600, pointer=(5, 6)))
    return [(action.name, dict(action.args)) for command in commands for action in command.actions]


def at(name: str, x: float, y: float, **more: Any) -> tuple[str, dict[str, Any]]:
    return name, {"x": x, "y": y, **more}


def click(x: float, y: float, button: str = "left", **more: Any) -> tuple[str, dict[str, Any]]:
    return at("mouse_click", x, y, button=button, **more)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("pyautogui.click(10, 20)", [click(10, 20)]),
        ("pyautogui.click(x=10, y=20, clicks=1, interval=0.5, duration=2)", [click(10, 20)]),
        ("pyautogui.click((10, 20))", [click(10, 20)]),
        ("pyautogui.click()", [click(5, 6)]),
        ("click(10, 20)", [click(10, 20)]),
        ("pyautogui.click(10, 20, button='right')", [click(10, 20, "right")]),
        ("pyautogui.click(10, 20, 2)", [at("mouse_dblclick", 10, 20, button="left")]),
        ("pyautogui.click(10, 20, clicks=3)", [click(10, 20, clicks=3)]),
        ("pyautogui.doubleClick(10, 20)", [at("mouse_dblclick", 10, 20, button="left")]),
        ("pyautogui.tripleClick(10, 20)", [click(10, 20, clicks=3)]),
        ("pyautogui.rightClick(10, 20)", [click(10, 20, "right")]),
        ("pyautogui.middleClick()", [click(5, 6, "middle")]),
        ("pyautogui.moveTo(10, 20, duration=1, tween=pyautogui.easeInQuad)", [at("mouse_move", 10, 20)]),
        ("pyautogui.moveTo(None, 20)", [at("mouse_move", 5, 20)]),
        ("pyautogui.moveRel(3, -4)", [at("mouse_move", 8, 2)]),
        ("pyautogui.move(yOffset=4)", [at("mouse_move", 5, 10)]),
        (
            "pyautogui.dragTo(30, 40, 1.5, button='left')",
            [at("mouse_down", 5, 6, button="left"), at("mouse_up", 30, 40, button="left")],
        ),
        (
            "pyautogui.dragRel(10, 0)",
            [at("mouse_down", 5, 6, button="left"), at("mouse_up", 15, 6, button="left")],
        ),
        ("pyautogui.mouseDown(1, 2)", [at("mouse_down", 1, 2, button="left")]),
        ("pyautogui.mouseUp(button='right')", [at("mouse_up", 5, 6, button="right")]),
        ("pyautogui.write('héllo\\n', interval=0.25)", [("keyboard_type", {"text": "héllo\n"})]),
        ("pyautogui.typewrite(message='hi')", [("keyboard_type", {"text": "hi"})]),
        (
            "pyautogui.write(['a', 'enter'])",
            [("keyboard_press", {"key": "a"}), ("keyboard_press", {"key": "Enter"})],
        ),
        ("pyautogui.typewrite(['enter'])", [("keyboard_press", {"key": "Enter"})]),
        (r"pyautogui.write('\ud83d\ude00')", [("keyboard_type", {"text": "\U0001f600"})]),
        ("pyautogui.press(' ')", [("keyboard_press", {"key": "Space"})]),
        (r"pyautogui.press(['\t', '\n'])", [("keyboard_press", {"key": "Tab"}), ("keyboard_press", {"key": "Enter"})]),
        *((f"pyautogui.{nothing}", [("noop", {"wait_ms": 0})]) for nothing in NOTHING),
        ("pyautogui.press('esc', presses=2)", [("keyboard_press", {"key": "Escape"})] * 2),
        (
            "pyautogui.press(['pgdn', 'f2'])",
            [("keyboard_press", {"key": "PageDown"}), ("keyboard_press", {"key": "F2"})],
        ),
        ("pyautogui.press('é')", [("keyboard_insert_text", {"text": "é"})]),
        ("pyautogui.hotkey('ctrl', 'C')", [("keyboard_press", {"key": "Control+c"})]),
        ("pyautogui.hotkey(['ctrl', 'shift', 'left'])", [("keyboard_press", {"key": "Control+Shift+ArrowLeft"})]),
        ("pyautogui.hotkey('command', 'a', interval=0.1)", [("keyboard_press", {"key": "Control+a"})]),
        ("pyautogui.hotkey('alt', 'left')", [("go_back", {})]),
        ("pyautogui.hotkey('ctrl', 'w')", [("tab_close", {})]),
        ("pyautogui.press('f5')", [("reload", {})]),
        ("pyautogui.hotkey('ctrl', 'R')", [("reload", {})]),
        ("pyautogui.hotkey('ctrl', '2')", [("tab_focus", {"index": 1})]),
        ("pyautogui.keyDown('shift')", [("keyboard_down", {"key": "Shift"})]),
        ("pyautogui.keyUp('shift')", [("keyboard_up", {"key": "Shift"})]),
        ("pyautogui.scroll(5)", [("scroll", {"delta_x": 0, "delta_y": -265})]),
        ("pyautogui.scroll(-2, x=1, y=2)", [at("mouse_move", 1, 2), ("scroll", {"delta_x": 0, "delta_y": 106})]),
        ("pyautogui.hscroll(1)", [("scroll", {"delta_x": 53, "delta_y": 0})]),
        ("time.sleep(3)", [("noop", {"wait_ms": 0})]),
        ("WAIT", [("noop", {"wait_ms": 0})]),
        ("DONE", [("send_msg_to_user", {"text": ""})]),
        ("FAIL", [("report_infeasible", {"reason": ""})]),
        ("send_msg_to_user('42')", [("send_msg_to_user", {"text": "42"})]),
        ("import pyautogui, time; pyautogui.FAILSAFE = False; pyautogui.click(1, 2)", [click(1, 2)]),
        ("from time import sleep\npyautogui.moveTo(9, 9)\nclick()  # there", [at("mouse_move", 9, 9), click(9, 9)]),
        ("I click it.\n```python\nimport pyautogui\npyautogui.click(1, 2)\n```\nDone.", [click(1, 2)]),
        (
            "```pyautogui.click(1, 2)``` and\n```\npyautogui.click()\nDONE\n```",
            [click(1, 2), click(1, 2), ("send_msg_to_user", {"text": ""})],
        ),
    ],
)
def test_lines_are_read(text: str, actions: Taken) -> None:
    assert taken(text) == actions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is nothing to do"),
        ("import pyautogui", "there is nothing to do"),
        ("I will pyautogui.click(1, 2)", "is not an action"),
        ("Sure:\npyautogui.click(1, 2)", "is not an action"),
        ("pyautogui.clik(1, 2)", "did you mean 'click'?"),
        ("os.system('true')", "is no call of pyautogui or time"),
        ("os.write('text')", "is no call of pyautogui or time"),
        ("pyautogui.screenshot().save('/tmp/x')", "is no call of pyautogui or time"),
        ("__import__('os')", "no action '__import__'"),
        ("import os; pyautogui.click(1, 2)", "import os is no call"),
        ("x = 5", "x = 5 is no call"),
        ("for n in range(3): pyautogui.click(1, 2)", "is no call"),
        ("with pyautogui.hold('shift'): pass", "is no call"),
        ("pyautogui.click(x, y)", "x of click must be written out as a number or a pair of numbers"),
        ("pyautogui.click('button.png')", "x of click must be a number or a pair of numbers"),
        ("pyautogui.click(800, 20)", "(800, 20) is outside the picture, which is 800 x 600 pixels"),
        ("pyautogui.moveRel(-50, 0)", "(-45, 6) is outside the picture"),
        ("pyautogui.click(1, 2, button='up')", "no button 'up'"),
        ("pyautogui.press('entr')", "no key 'entr'"),
        ("pyautogui.press('a', presses=10**9)", "presses of press must be written out"),
        ("pyautogui.press('a', presses=1000000)", "at most 100 times"),
        ("pyautogui.hotkey()", "hotkey needs the names of keys"),
        ("DONE\npyautogui.click(1, 2)", "DONE ends the episode, so it must be the last action"),
        ("pyautogui.click(1, 2);" * (MAX_COMMANDS + 1), f"at most {MAX_COMMANDS} are taken"),
        ("1;" * 50_000, "lines in one step"),
        ("a" + ".b" * 30_000 + "()", "is"),
    ],
)  # fmt: skip
def test_all_else_is_refused_with_what_would_work(text: str, words: str) -> None:
    with pytest.raises(ActionError) as refused:
        taken(text)
    assert words in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 2


def test_coordinates_are_those_of_the_scaled_picture() -> None:
    half = Screen(800, 600, scale=0.5, pointer=(100, 100))
    assert taken("pyautogui.click(10, 20)", half) == [click(20, 40)]
    assert taken("pyautogui.moveRel(5, 5)", half) == [at("mouse_move", 110, 110)]
    with pytest.raises(ActionError, match="which is 400 x 300 pixels"):
        taken("pyautogui.click(400, 20)", half)
