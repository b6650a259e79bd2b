"""What can be clicked has an id, although it has no role and stands in the midst of a text."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import Room

PAGE = """<!doctype html><title>W</title><style>.p { cursor: pointer }</style>
<p>Posted by <span onclick="say('handler')">ann</span>, <span class=p id=listened>bob</span> or <a id=a class=p>anchor
</a> today</p><table width=600><tr><td><span class=p onclick="say('cell')">Edit</span></td><td>x</td></tr></table>
<div style="width: 700px"><div tabindex=0 style="width: 50px" onkeydown="say('key')">boxed</div></div>
<ul><li><span class=p onclick="say('item')">entry</span></li></ul>
<img alt="" src="data:," width=20 height=20 onclick="say('picture')">
<svg width=40 height=40><circle r=10 cx=20 cy=20 onclick="say('circle')"/></svg>
<div id=host></div><button class=p><span>Save</span></button><p class=p><b>plain</b> words</p><script>
const say = what => { document.title = what };
listened.addEventListener("click", () => say("listener")); a.onclick = () => say("anchor");
host.attachShadow({mode: "open"}).innerHTML = "<p>in <i onclick=\\"say('shadow')\\">shade</i></p>"</script>"""
WORDS = {"ann": "handler", "bob": "listener", "anchor": "anchor", "Edit": "cell", "entry": "item", "shade": "shadow"}


@pytest.mark.parametrize("name", WORDS)
def test_a_word_that_can_be_clicked_is_an_element(room: Room, name: str) -> None:
    room.open(PAGE)
    assert room.act("click", f'generic "{name}"').error is None
    assert room.see().open_pages_titles == (WORDS[name],)


def test_what_has_the_keyboard_gets_it(room: Room) -> None:
    room.open(PAGE)
    assert room.act("press", 'generic "boxed"', "Enter").error is None
    assert room.see().open_pages_titles == ("key",)


def test_pictures_and_shapes_without_a_name(room: Room) -> None:
    tree = room.open(PAGE).axtree or ""
    bare = re.findall(r"\[(e\d+)\] generic$", tree, re.MULTILINE)
    titles: list[str] = []
    for bid in bare:
        room.well(f'click("{bid}")')
        titles += room.see().open_pages_titles or ()
    assert titles == ["picture", "circle"]


def test_the_text_around_it_is_told_as_before(room: Room) -> None:
    tree = room.open(PAGE).axtree or ""
    assert 'button "Save"' in tree and 'generic "Save"' not in tree
    assert 'generic "plain"' not in tree
    assert re.search(r"paragraph\n +Posted by\n", tree) and re.search(r"\n +today\n", tree)


@pytest.mark.parametrize("name", WORDS)
def test_it_can_be_clicked_in_the_other_formats(room: Room, name: str) -> None:
    room.open(PAGE)
    tree = room.see("axtree", axtree_format="browsergym").axtree or ""
    found = re.search(rf"\[(e\d+)\] [^\n]*clickable\n\s*StaticText '{name}'", tree)
    found = found or re.search(rf"\[(e\d+)\] \w+ '{name}', clickable", tree)
    assert found, tree
    room.well(f'click("{found[1]}")')
    assert room.see().open_pages_titles == (WORDS[name],)
    room.open(PAGE)
    tree = room.see("axtree", axtree_format="webarena").axtree or ""
    numbers = re.findall(rf"\[(\d+)\] (?:StaticText|generic|link) '{name}\s*'", tree)
    room.well(f'click("{numbers[-1]}")')
    assert room.see().open_pages_titles == (WORDS[name],)


def test_what_a_click_cannot_meet_is_as_before(room: Room) -> None:
    tree = (
        room.open("""<canvas width=0 height=0></canvas><span tabindex=0></span><p>see <i onclick="1" style="
      pointer-events: none">dead</i> <b role=presentation onclick="1">live</b></p>""").axtree
        or ""
    )
    assert "tooltip" not in tree and "canvas" not in tree
    assert 'generic "dead"' not in tree and "see dead" in tree
    assert 'generic "live"' in tree


def test_it_gets_a_mark(room: Room) -> None:
    room.open(PAGE)
    told = room.see("extra_element_properties").extra_element_properties or {}
    for name in WORDS:
        bid = room.find(f'generic "{name}"')
        assert told[bid]["set_of_marks"], name


def test_its_id_stays(room: Room) -> None:
    room.open(PAGE)
    before = [room.find(f'generic "{name}"') for name in WORDS]
    room.see("axtree", axtree_format="browsergym")
    room.well("noop()")
    assert [room.find(f'generic "{name}"') for name in WORDS] == before
