"""Whether an action did anything is told by comparing what was seen."""

from __future__ import annotations

from dataclasses import replace

from browserenv.browser.observe import has_changed
from tests.browser.conftest import Room

PAGE = """<!doctype html><title>x</title><p>dead</p><form><input required aria-label=Name><button>Send</button></form>
<button onclick="this.textContent = 'Done'">Do</button><button onclick="document.title = 'y'">Title</button>
<a href="/1" target=_blank>Away</a><button onclick="alert('hello')">Say</button>"""


def test_what_does_nothing_and_what_does_something(room: Room) -> None:
    before = room.open(PAGE, "<title>other</title>")
    for action, words, changed in (
        ("click", "paragraph: dead", False),
        ("click", '"Send"', True),
        ("click", '"Send"', False),
        ("click", '"Do"', True),
        ("click", '"Done"', False),
        ("click", '"Title"', True),
        ("click", '"Say"', True),
    ):
        element = next(line for line in (before.axtree or "").splitlines() if words in line)
        room.well(f'{action}("{element.strip()[1:].partition("]")[0]}")')
        now = room.see()
        assert has_changed(before, now) is changed, (words, before.axtree, now.axtree)
        before = now
    room.well("accept_dialog()")
    before = room.see()
    room.act("click", '"Away"')
    assert has_changed(before, room.see()) is True


def test_without_a_tree_only_a_change_can_be_told(room: Room) -> None:
    before = room.open(PAGE)
    assert has_changed(None, before) is None
    assert has_changed(before, before) is False
    picture = room.see("screenshot")
    assert has_changed(picture, room.see("screenshot")) is None
    assert has_changed(picture, replace(picture, url="http://forum.localhost/1")) is True
    unread = replace(before, axtree="", missing=(("axtree", "the page did not answer within 10 s"),))
    assert has_changed(before, unread) is None
