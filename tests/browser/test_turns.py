"""What becomes of an action that a dialog came between."""

from __future__ import annotations

import asyncio

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.perform import ActionLimits
from tests.browser.conftest import Room

PAGE = """<!doctype html><title>x</title><button onclick="document.title = confirm('Sure?')">Ask</button>
<input aria-label=Eager oninput="confirm('Sure?'); this.value = 'other'">
<input aria-label=Keys onkeydown="if (!window.asked) { window.asked = true; confirm('Sure?') }">"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """An agent that thinks for longer than an action may take need not be waited for."""
    return SessionLimits(action=ActionLimits(ready_ms=700))


def think(room: Room) -> None:
    """As long as an action may take."""
    behind = room.session._current()._turns._behind
    assert behind is not None
    room.run(asyncio.wait({behind.task}))


def test_an_action_that_fails_after_the_dialog_is_told(room: Room) -> None:
    room.open(PAGE)
    assert room.act("fill", '"Eager"', "text").settled.reason == "dialog"
    error = room.error("accept_dialog()")
    assert error.startswith("the action that the dialog came between failed: ")
    assert 'now holds "other", not what was written into it' in error
    room.well("noop()")


def test_a_click_that_the_page_got_is_done_however_late_its_dialog_is_answered(room: Room) -> None:
    room.open(PAGE)
    room.act("click", '"Ask"')
    think(room)
    room.well("accept_dialog()")
    assert room.see().open_pages_titles == ("true",)


def test_a_key_that_the_page_got_is_done_and_a_text_may_be_cut_short(room: Room) -> None:
    room.open(PAGE)
    room.well(f'focus("{room.find("Keys")}")')
    room.well('keyboard_press("a")')
    room.well("accept_dialog()")
    assert room.js("document.querySelector('[aria-label=Keys]').value") == "a"
    room.open(PAGE)
    assert room.act("fill", '"Keys"', "long", True).settled.reason == "dialog"
    think(room)
    assert room.error("accept_dialog()") == "fill was cut short by the dialog; see how much of it was done"
