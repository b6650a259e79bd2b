"""Every action with an argument that cannot be right is told, by every face of the environment, and nothing raises."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import gymnasium as gym
import pytest

from browserenv.browser.actions import SPECS
from browserenv.env import AsyncBrowserEnv
from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden
from browserenv.worlds.embedded import EmbeddedWorld

NOWHERE = ("mouse_click", "mouse_dblclick", "mouse_down", "mouse_move", "mouse_up")
NOBODY = ("check", "clear", "click", "dblclick", "focus", "hover", "uncheck")
BAD = {
    **{name: f'{name}("e99999")' for name in NOBODY},
    **{name: f"{name}(-1, 5)" for name in NOWHERE},
    **{name: f'{name}("Entr")' for name in ("keyboard_down", "keyboard_press", "keyboard_up")},
    **{name: f"{name}(5)" for name in ("keyboard_insert_text", "keyboard_type", "report_infeasible")},
    **{name: f"{name}(1)" for name in ("dismiss_dialog", "go_back", "go_forward", "new_tab", "reload", "tab_close")},
    "accept_dialog": 'accept_dialog("none is open")',
    "choose_files": 'choose_files("/etc/passwd")',
    "drag_and_drop": 'drag_and_drop("e1", "e99999")',
    "fill": 'fill("e99999", "x")',
    "goto": 'goto("http://example.com/")',
    "mouse_drag_and_drop": "mouse_drag_and_drop(1, 1, 9000, 1)",
    "mouse_upload_file": 'mouse_upload_file(1, 1, "/etc/passwd")',
    "noop": 'noop("long")',
    "press": 'press("e1", "Entr")',
    "scroll": 'scroll("down", 1)',
    "scroll_at": "scroll_at(-1, 1, 0, 10)",
    "select_option": 'select_option("e1", "Books")',
    "send_msg_to_user": "send_msg_to_user(None)",
    "tab_focus": "tab_focus(99)",
    "upload_file": 'upload_file("e1", "/etc/passwd")',
}
Step = Callable[[str], str]
OPTIONS: dict[str, Any] = {"size": "small", "observe": ("axtree",), "max_steps": len(SPECS) + 1}


@contextmanager
def single() -> Iterator[Step]:
    env = BrowserEnv("580", **OPTIONS)
    try:
        env.reset(seed=0)
        yield lambda action: str(env.step(action)[0]["last_action_error"])
    finally:
        env.close()


@contextmanager
def vector() -> Iterator[Step]:
    envs: Any = gym.make_vec("browserenv/task-580", num_envs=1, **OPTIONS)
    try:
        envs.reset(seed=0)
        yield lambda action: str(envs.step([action])[0]["last_action_error"][0])
    finally:
        envs.close()


@contextmanager
def asynchronous() -> Iterator[Step]:
    made = BrowserEnv("580", **OPTIONS)
    with asyncio.Runner() as loop:
        core = AsyncBrowserEnv(made.core._draw, EmbeddedWorld(["forum"], size="small"), made.settings)
        try:
            loop.run(core.reset(0))
            yield lambda action: str(loop.run(core.step(action))[0]["last_action_error"])
        finally:
            loop.run(core.close())


def test_all_actions_are_tried() -> None:
    assert BAD.keys() == SPECS.keys()


@pytest.mark.parametrize("face", [single, vector, asynchronous])
def test_a_bad_argument_is_told_by_every_face(forum_golden: Golden, face: Any) -> None:
    with face() as step:
        told = {name: step(action) for name, action in BAD.items()}
        assert step("noop()") == ""
    assert [name for name, error in told.items() if not error] == []
    assert all(len(error.splitlines()) <= 2 for error in told.values())
