"""Native dialogs: shown, answered by the agent or by default, and never in the way."""

from __future__ import annotations

import pytest

from tests.browser.conftest import HOST, Room

BUTTONS = """<!doctype html><title>x</title><script>const tell = value => document.title = String(value)</script>
<button onclick="alert('saved'); tell('after')">alert</button>
<button onclick="tell(confirm('Delete?'))">confirm</button>
<button onclick="tell(prompt('Name?', 'Ada'))">prompt</button>
<button onclick="for (let n = 0; n < 60; n++) alert(n); tell('sixty')">many</button>
<button onclick="setTimeout(() => tell(confirm('Late?')), 100)">late</button>
<button onclick="onbeforeunload = event => event.preventDefault(); tell('guarded')">guard</button>
<input aria-label=Field oninput="tell(confirm('Sure?'))">"""


def opened(room: Room) -> list[str]:
    """The dialogs that the agent sees, with their answers."""
    return [f"{note}{' ' + note.answer if note.answer else ''}" for note in room.see().dialogs]


@pytest.mark.parametrize(
    ("name", "shown", "answer", "title"),
    [
        ("alert", 'alert "saved"', "accept_dialog()", "after"),
        ("alert", 'alert "saved"', "dismiss_dialog()", "after"),
        ("confirm", 'confirm "Delete?"', "accept_dialog()", "true"),
        ("confirm", 'confirm "Delete?"', "dismiss_dialog()", "false"),
        ("confirm", 'confirm "Delete?"', 'keyboard_press("Enter")', "true"),
        ("confirm", 'confirm "Delete?"', 'keyboard_press("Escape")', "false"),
        ("late", 'confirm "Late?"', "accept_dialog()", "true"),
        ("prompt", 'prompt "Name?" (proposed: "Ada")', "accept_dialog()", "Ada"),
        ("prompt", 'prompt "Name?" (proposed: "Ada")', 'accept_dialog("Björk")', "Björk"),
        ("prompt", 'prompt "Name?" (proposed: "Ada")', 'accept_dialog("")', ""),
        ("prompt", 'prompt "Name?" (proposed: "Ada")', "dismiss_dialog()", "null"),
    ],
)
def test_a_dialog_is_shown_and_waits_for_its_answer(room: Room, name: str, shown: str, answer: str, title: str) -> None:
    room.open(BUTTONS)
    done = room.act("click", f'button "{name}"')
    assert (done.error, done.settled.reason) == (None, "dialog")
    assert opened(room) == [shown]
    room.well(answer)
    assert room.see().open_pages_titles == (title,)
    assert opened(room) == []


def test_what_was_seen_before_is_seen_behind_a_dialog(room: Room) -> None:
    room.open(BUTTONS)
    button = room.find('button "confirm"')
    before = room.see("axtree", "screenshot", "open_pages_titles")
    room.well(f'click("{button}")')
    behind = room.see("axtree", "screenshot", "open_pages_titles")
    first, _, rest = (behind.axtree or "").partition("\n")
    assert first.startswith('[dialog] confirm "Delete?": answer it with accept_dialog() or dismiss_dialog()')
    assert rest == before.axtree
    assert (behind.screenshot == before.screenshot).all()  # type: ignore[union-attr]
    assert behind.open_pages_titles == before.open_pages_titles
    assert [part for part, _ in behind.missing] == ["axtree", "screenshot"]


def test_typing_into_a_prompt_replaces_what_it_proposes(room: Room) -> None:
    room.open(BUTTONS)
    room.act("click", 'button "prompt"')
    room.well('keyboard_type("Gra")')
    room.well('keyboard_type("ce")')
    room.well('keyboard_press("Enter")')
    assert room.see().open_pages_titles == ("Grace",)


def test_an_agent_that_goes_on_is_told_once_and_then_let_on(room: Room) -> None:
    room.open(BUTTONS)
    field = room.find("Field")
    room.act("click", 'button "confirm"')
    assert room.error("scroll(0, 10)") == (
        'a dialog (confirm "Delete?") is open; answer it with accept_dialog() or dismiss_dialog(), or by the keys '
        "Enter and Escape"
    )
    room.well(f'focus("{field}")')
    assert opened(room) == ['confirm "Delete?" dismissed']
    assert room.see().open_pages_titles == ("false",)


def test_without_a_dialog_there_is_nothing_to_answer(room: Room) -> None:
    room.open(BUTTONS)
    assert room.error("accept_dialog()") == "no dialog is open"
    assert room.error("dismiss_dialog()") == "no dialog is open"


def test_an_action_that_a_dialog_came_between_goes_on_after_it(room: Room) -> None:
    room.open(BUTTONS)
    assert room.act("fill", "Field", "text").settled.reason == "dialog"
    room.well("accept_dialog()")
    assert room.see().open_pages_titles == ("true",)
    assert room.js("document.querySelector('input').value") == "text"


def test_a_page_that_opens_with_a_dialog_can_be_begun_with(room: Room) -> None:
    seen = room.open("<title>Loud</title><script>alert('welcome')</script><h1>after</h1>")
    assert (seen.axtree or "").startswith('[dialog] alert "welcome"')
    room.well("accept_dialog()")
    assert 'heading "after"' in (room.see().axtree or "")


def test_leaving_a_guarded_page_is_the_agent_s_decision(room: Room) -> None:
    room.open(BUTTONS, "<title>Left</title>")
    for answer, title in (("dismiss_dialog()", "guarded"), ("accept_dialog()", "Left")):
        if answer == "dismiss_dialog()":
            room.act("click", "guard")
        room.well(f'goto("{HOST}/1")')
        assert [note.kind for note in room.see().dialogs] == ["beforeunload"]
        room.well(answer)
        assert room.see().open_pages_titles == (title,)


def test_a_guarded_page_is_left_by_default(room: Room) -> None:
    room.open(BUTTONS, "<title>Left</title>")
    room.act("click", "guard")
    room.well(f'goto("{HOST}/1")')
    room.run(room.session.answer_dialogs())
    room.well("noop()")
    assert room.see().open_pages_titles == ("Left",)


def test_a_page_that_opens_many_in_a_row_is_answered_by_default(room: Room) -> None:
    room.open(BUTTONS)
    room.act("click", "many")
    for _ in range(5):
        room.well("accept_dialog()")
    shown = opened(room)
    assert shown[:2] == ['alert "0" accepted', 'alert "1" accepted']
    assert len(shown) == 20
    assert room.see().open_pages_titles == ("sixty",)


def test_dialogs_in_a_frame_and_a_new_tab_are_shown_in_turn(room: Room) -> None:
    room.open("<a href=/1 target=_blank>open</a><iframe srcdoc=\"<script>alert('framed')</script>\"></iframe>",
              "<title>Popup</title><script>alert('popup')</script>")  # fmt: skip
    assert opened(room) == ['alert "framed"']
    room.well("accept_dialog()")
    assert room.act("click", 'link "open"').error is None
    assert opened(room) == ['alert "popup"']
    room.well("accept_dialog()")
    assert (room.see().open_pages_titles or ())[1:] == ("Popup",)


def test_a_closed_tab_takes_its_dialog_along(room: Room) -> None:
    room.open("<title>First</title><button onclick=\"window.open('/1')\">open</button>",
              "<title>Popup</title><script>setTimeout(() => alert('bye'), 200)</script>")  # fmt: skip
    room.act("click", '"open"')
    assert opened(room) == ['alert "bye"']
    popup = room.session._current()._tabs.page
    assert popup is not None
    room.run(popup.close())
    assert opened(room) == []
    room.well("noop()")
    assert room.see().open_pages_titles == ("First",)
