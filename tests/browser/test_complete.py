"""What Playwright's snapshot leaves out and an agent needs: editors, line breaks, long names, canvases, labels."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browserenv.browser.complete import complete
from browserenv.browser.tree import Node, render
from tests.browser.conftest import Room

EDITORS = """<title>E</title><div contenteditable aria-label=Bare style="height: 40px"></div>
<div contenteditable role=textbox aria-label=Rich>first<div>second</div><p>third</p></div>
<div contenteditable=plaintext-only aria-label=Plain>pt</div>
<div contenteditable aria-label=Linked>see <a href=/x>this</a></div>"""


def _line(room: Room, words: str) -> str:
    return next(line.strip() for line in (room.see().axtree or "").splitlines() if words in line)


def test_an_editor_is_a_field_with_its_text(room: Room) -> None:
    tree = room.open(EDITORS).axtree or ""
    assert re.search(r'textbox "Rich": first second third$', tree, re.MULTILINE)
    assert re.search(r'textbox "Plain": pt$', tree, re.MULTILINE)
    assert re.search(r'textbox "Linked": see this\n.*\n?  \[e\d+\] link "this" -> /x$', tree, re.MULTILINE)


@pytest.mark.parametrize("name", ["Bare", "Rich", "Plain"])
def test_an_editor_is_filled(room: Room, name: str) -> None:
    room.open(EDITORS)
    assert room.act("fill", f'textbox "{name}"', "one\ntwo").error is None
    assert re.fullmatch(rf'\[e\d+\] textbox "{name}"( focused)?: one two', _line(room, f'"{name}"'))
    room.well('keyboard_press("Control+a")')
    room.well('keyboard_type("new")')
    assert _line(room, f'"{name}"').endswith("focused: new")


def test_a_line_break_parts_words(room: Room) -> None:
    tree = room.open("<p>12<br>34</p><a href=/x>Ada<br/>Lovelace</a><p>no<wbr>break</p>").axtree or ""
    assert "paragraph: 12 34" in tree and 'link "Ada Lovelace"' in tree and "nobreak" in tree


def test_a_long_name_is_told_whole(room: Room) -> None:
    words = "word " * 300 + "end"
    tree = room.open(f"<button>{words}</button><a href=/x>{words}<b>bold</b></a><h2>{words}</h2>").axtree or ""
    assert tree.count("word end") == 3


def test_a_canvas_can_be_clicked(room: Room) -> None:
    room.open("<canvas id=c width=300 height=200></canvas><script>c.onclick = e => document.title = 'at ' + e.offsetX")
    assert room.do(f'click("{room.find("] canvas")}")').error is None


def test_a_label_stands_for_a_hidden_field(room: Room) -> None:
    room.open("""<input type=checkbox id=z style="position: absolute; width: 0; height: 0; opacity: 0">
      <label for=z>Fancy</label><label><input type=radio style="display: none"><i>*</i> Drawn <b>one</b></label>
      <label><input type=checkbox>Plain</label><input type=file id=f hidden><label for=f>Upload</label>""")
    assert room.act("click", 'generic "Fancy"').error is None
    assert room.js("document.getElementById('z').checked") is True
    assert 'generic "Plain"' not in (room.see().axtree or "")
    room.well(f'click("{room.find("Upload")}")')
    assert [note.kind for note in room.see().dialogs] == ["file chooser"]


def test_the_only_element_that_has_the_focus_is_told(room: Room) -> None:
    room.open("<title>x</title><button>One</button>")
    bid = room.find('button "One"')
    room.well(f'focus("{bid}")')
    assert room.see().focused_element == bid
    room.open("<title>x</title><p>nothing <b>has</b> it</p>")
    assert room.see().focused_element == ""


def test_what_is_filled_in_another_way_of_writing_is_the_same(room: Room) -> None:
    room.open("""<input type=datetime-local aria-label=When><input type=color aria-label=Colour>
      <input type=number aria-label=Count><input type=range aria-label=Loud>""")
    for name, value in (("When", "2023-10-15 10:00"), ("Colour", "#FF0000"), ("Count", "1e2"), ("Loud", "30.0")):
        assert room.act("fill", f'"{name}"', value).error is None, name
    assert "takes a number, such as 12, not 'abc'" in (room.act("fill", '"Count"', "abc").error or "")
    assert "write it as in 30" in (room.act("fill", '"Loud"', "abc").error or "")


def test_a_disabled_select_is_told_as_that(room: Room) -> None:
    room.open("<select disabled aria-label=Off><option>a<option>b</select>")
    assert 'combobox "Off" is disabled' in (room.act("select_option", 'combobox "Off"', "b").error or "")


def test_the_number_of_an_option_chooses_it(room: Room) -> None:
    room.open('<select id=s aria-label=Sort><option>New films<option>New<option>It\'s "hot"</select>')
    for name in ('It\\\'s "hot"', "New"):
        tree = room.see("axtree", axtree_format="webarena").axtree or ""
        found = next(line for line in tree.splitlines() if f"option '{name}'" in line)
        room.well(f'click("{found.strip()[1 : found.strip().index("]")]}")')
        assert room.js("document.getElementById('s').value") == name.replace("\\", "")


def test_a_name_is_added_only_where_nothing_else_tells_it() -> None:
    bare, told = Node("link", ref="e1"), Node("row", ref="e2", children=[Node("text", text="a")])
    answer: dict[str, dict[str, Any]] = {
        "states": {"e2": ["clickable"]},
        "roles": {},
        "texts": {},
        "names": {"e1": "a name", "e2": "a"},
        "groups": {},
        "wrong": {},
        "placeholders": {},
        "options": {},
        "stands": {},
    }
    complete([bare, told], [answer, {key: {} for key in answer}])
    assert (bare.name, told.name, told.states) == ("a name", "", {"clickable": ""})


def _completed(groups: list[tuple[str, int, bool]]) -> list[str]:
    select = Node("combobox", "Fruit", ref="e1", children=[Node("option", name) for name in "abc"])
    keys = ("states", "roles", "texts", "names", "wrong", "placeholders", "options", "stands")
    empty: dict[str, Any] = {key: {} for key in keys}
    complete([select], [{**empty, "groups": {"e1": groups}}])
    return render([select], lambda node: node.ref).splitlines()[1:]


def test_options_come_below_their_groups_when_all_are_there() -> None:
    assert _completed([("", 1, False), ("Far", 2, True)]) == [
        '  option "a"',
        '  group "Far" disabled',
        '    option "b"',
        '    option "c"',
    ]
    assert _completed([("Far", 2, False)]) == [f'  option "{name}"' for name in "abc"], "one is hidden, which?"
