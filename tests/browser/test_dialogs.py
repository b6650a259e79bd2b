"""Native dialogs: answered at once, told, and never in the way."""

from __future__ import annotations

from browserenv.browser.dialogs import DialogNote
from tests.browser.conftest import HOST, Room

BUTTONS = """<!doctype html><title>x</title><script>const tell = value => document.title = String(value)</script>
<button onclick="alert('saved'); tell('after')">alert</button>
<button onclick="tell(confirm('Delete?'))">confirm</button>
<button onclick="tell(prompt('Name?', 'Ada'))">prompt</button>
<button onclick="for (let n = 0; n < 60; n++) alert(n); tell('sixty')">many</button>
<button onclick="onbeforeunload = event => event.preventDefault(); tell('guarded')">guard</button>"""


def test_dialogs_are_dismissed_and_told(room: Room) -> None:
    room.open(BUTTONS)
    for name, note, title in [
        ("alert", DialogNote("alert", "saved", "dismissed"), "after"),
        ("confirm", DialogNote("confirm", "Delete?", "dismissed"), "false"),
        ("prompt", DialogNote("prompt", "Name?", "dismissed"), "null"),
    ]:
        done = room.act("click", f'button "{name}"')
        assert (done.error, done.dialogs) == (None, (note,))
        assert room.see().open_pages_titles == (title,)
    assert room.do("noop()").dialogs == ()


def test_a_dialog_of_a_page_that_opens_is_told_too(room: Room) -> None:
    room.open(BUTTONS, "<title>Loud</title><script>alert('welcome')</script>")
    done = room.well(f'goto("{HOST}/1")')
    assert [str(note) for note in done.dialogs] == ["alert dialog 'welcome' opened and was dismissed"]
    assert room.see().open_pages_titles == ("Loud",)


def test_a_page_can_always_be_left(room: Room) -> None:
    room.open(BUTTONS, "<title>Left</title>")
    room.act("click", "guard")
    done = room.well(f'goto("{HOST}/1")')
    assert room.see().open_pages_titles == ("Left",)
    assert {note.answer for note in done.dialogs} <= {"accepted"}


def test_many_dialogs_are_answered_and_the_first_are_told(room: Room) -> None:
    room.open(BUTTONS)
    done = room.act("click", "many")
    room.well("noop()")
    assert [note.message for note in done.dialogs] == [str(n) for n in range(20)]
    assert room.see().open_pages_titles == ("sixty",)


def test_a_dialog_in_a_frame_or_a_new_tab_holds_nothing_up(room: Room) -> None:
    room.open("<iframe srcdoc=\"<script>alert('framed')</script>\"></iframe><a href=/1 target=_blank>open</a>",
              "<title>Popup</title><script>alert('popup')</script>")  # fmt: skip
    done = room.act("click", 'link "open"')
    assert [note.message for note in done.dialogs] == ["framed", "popup"]
    assert (room.see().open_pages_titles or ())[1:] == ("Popup",)
