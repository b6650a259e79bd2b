"""Frames in processes of their own are in all formats, and so is what can be done in them."""

from __future__ import annotations

import re

import pytest

from browserenv.browser.sight import AXTREE_FORMATS
from browserenv.browser.stand_in import StandIns
from browserenv.browser.tree import Node
from tests.browser.conftest import Room

OUTER = """<title>Outer</title><h1>Outer</h1><iframe title=F src="http://shop.localhost/shop" width=600 height=300>
</iframe><button>after</button>"""
SHOP = """<title>Shop</title><h2>Inner</h2><input aria-label=Field value=v><select aria-label=Pick><option>a
<option selected>b</select><input type=checkbox aria-label=tick checked><button disabled>Off</button>
<iframe src="http://forum.localhost/deep" width=300 height=100></iframe>"""
DEEP = """<button onclick="this.textContent = 'hit'">Deep</button>"""


def _open(room: Room) -> None:
    room.site.pages |= {"/shop": SHOP, "/deep": DEEP}
    room.open(OUTER)


@pytest.mark.parametrize("form", AXTREE_FORMATS)
def test_a_frame_of_another_site_is_seen_and_acted_in(room: Room, form: str) -> None:
    _open(room)
    tree = room.see("axtree", axtree_format=form).axtree or ""
    for role, name in (("heading", "Inner"), ("textbox", "Field"), ("combobox", "Pick"), ("checkbox", "tick")):
        assert re.search(rf"\[e?\d+\] {role} ['\"]{name}['\"]", tree), (role, tree)
    deep = re.search(r"\[e?(\d+)\] button ['\"]Deep['\"]", tree)
    field = re.search(r"\[e?(\d+)\] textbox ['\"]Field['\"]", tree)
    assert deep and field
    room.well(f'click("{deep[1]}")')
    room.well(f'fill("{field[1]}", "new")')
    tree = room.see("axtree", axtree_format=form).axtree or ""
    assert re.search(r"button ['\"]hit['\"]", tree) and "new" in tree
    assert tree.index("Inner") < tree.index("hit") < tree.index("after")


def test_states_are_in_chromiums_words(room: Room) -> None:
    _open(room)
    tree = room.see("axtree", axtree_format="webarena").axtree or ""
    for line in ("option 'b' selected: True", "option 'a' selected: False", "checkbox 'tick' checked: true"):
        assert line in tree
    assert "button 'Off' disabled: True" in tree
    assert "textbox 'Field' required: False" in tree and "StaticText 'v'" in tree


def test_properties_are_told_where_they_are_on_the_page(room: Room) -> None:
    _open(room)
    told = room.see("extra_element_properties").extra_element_properties or {}
    deep, inner = told[room.find('button "Deep"')], told[room.find('heading "Inner"')]
    assert deep["clickable"] and deep["set_of_marks"] and deep["visibility"] == 1
    assert not inner["clickable"]
    assert deep["bbox"][1] > inner["bbox"][1] > 50


def test_a_document_with_a_body_that_has_the_focus() -> None:
    link = Node("link", "Home", {"disabled": ""}, ref="e3", url="/home")
    made = StandIns().page([Node("generic", "", {"active": ""}, ref="e1", children=[link])], "T", "http://h/a/b")
    assert [node["role"]["value"] for node in made] == ["RootWebArea", "link"]
    told = [{each["name"]: each["value"]["value"] for each in node["properties"]} for node in made]
    assert told == [{"url": "http://h/a/b", "focused": True}, {"url": "http://h/home", "disabled": True}]
    assert made[0]["childIds"] == [made[1]["nodeId"]] and made[1]["parentId"] == made[0]["nodeId"]
