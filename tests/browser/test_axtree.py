"""The formats of the text tree, on one page with frames, shadow roots, fields, a dialog and a far end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from browserenv.browser.elements import element_of
from tests.browser.conftest import Room
from tests.browser.mixed_page import PAGE

TREE = """
[e1] banner
  [e2] navigation "Site"
    [e3] link "Forums" -> /forums
[e4] main
  [e5] heading "Books" level=1
  [e6] paragraph: Posted yesterday
  [e7] list
    [e8] listitem: one
    [e9] listitem
  Title
  [e10] textbox "Title" required: My post
  Note
  [e11] textbox "Note" readonly: it's
  [e12] combobox "Sort"
    option "New"
    option "Hot" selected
  [e13] checkbox "Pinned" checked
  [e14] button "Off" disabled
  [e15] button "Menu" collapsed
  [e16] img "A cover"
  [e17] dialog
    Sure?
    [e18] button "Yes"
  [e19] iframe
    [e20] button "framed"
    [e21] iframe
      [e22] link "deep" -> /deep
  [e23] button "shadowed"
  generic: light
  [e24] generic: kept
  [e25] button "Far away"
"""
WEBARENA = """
Tab 0 (current): Shop

[26] RootWebArea 'Shop' focused: True url: http://forum.localhost/
	[2] navigation 'Site'
		[3] link 'Forums' url: http://forum.localhost/forums
	[4] main ''
		[5] heading 'Books'
		[27] StaticText 'Posted '
		[28] StaticText 'yesterday'
		[29] ListMarker '• '
		[30] StaticText 'one'
		[31] ListMarker '• '
		[32] StaticText 'Title '
		[10] textbox 'Title' required: True
			[33] StaticText 'My post'
		[34] StaticText 'Note '
		[11] textbox 'Note' required: False
			[35] StaticText "it's"
		[12] combobox 'Sort' hasPopup: menu expanded: False
			[36] option 'New' selected: False
			[37] option 'Hot' selected: True
		[13] checkbox 'Pinned' checked: true
		[14] button 'Off' disabled: True
		[15] button 'Menu' expanded: False
		[16] img 'A cover' url: data:,
		[17] dialog '' modal: False
			[38] StaticText 'Sure? '
			[18] button 'Yes'
		[19] Iframe 'Frame'
			[39] RootWebArea 'Inner' url: about:srcdoc
				[20] button 'framed'
				[21] Iframe ''
					[40] RootWebArea '' url: about:srcdoc
						[22] link 'deep' url: http://forum.localhost/deep
		[23] button 'shadowed'
		[41] StaticText 'light'
		[42] StaticText 'secret '
		[43] StaticText 'kept'
"""
BROWSERGYM = """
RootWebArea 'Shop', focused, url='http://forum.localhost/'
	[e1] banner ''
		[e2] navigation 'Site'
			[e3] link 'Forums', url='http://forum.localhost/forums'
	[e4] main ''
		[e5] heading 'Books'
		[e6] paragraph ''
			StaticText 'Posted'
			StaticText 'yesterday'
		[e7] list ''
			[e8] listitem ''
				ListMarker '•'
				StaticText 'one'
			[e9] listitem ''
				ListMarker '•'
		[e44] LabelText ''
			StaticText 'Title'
			[e10] textbox 'Title' value='My post', required
				StaticText 'My post'
		[e45] LabelText ''
			StaticText 'Note'
			[e11] textbox 'Note' value="it's"
				StaticText "it's"
		[e12] combobox 'Sort' value='Hot', hasPopup='menu', expanded=False
			MenuListPopup ''
				option 'New', selected=False
				option 'Hot', selected=True
		[e13] checkbox 'Pinned', checked='true'
		[e14] button 'Off', disabled=True
		[e15] button 'Menu', expanded=False
		[e16] image 'A cover', url='data:,'
		[e17] dialog '', modal=False
			StaticText 'Sure?'
			[e18] button 'Yes'
		[e19] Iframe 'Frame'
			RootWebArea 'Inner', url='about:srcdoc'
				[e20] button 'framed'
				[e21] Iframe ''
					RootWebArea '', url='about:srcdoc'
						[e22] link 'deep', url='http://forum.localhost/deep'
		[e23] button 'shadowed'
		StaticText 'light'
		StaticText 'secret'
		StaticText 'kept'
		[e25] button 'Far away'
"""


def _see(room: Room, axtree_format: str, **sight: object) -> str:
    seen = room.see("axtree", axtree_format=axtree_format, **sight)
    assert seen.missing == ()
    return seen.axtree or ""


def test_the_formats_tell_the_same_page_by_the_same_ids(room: Room) -> None:
    assert room.open(PAGE).axtree == TREE.strip()
    assert _see(room, "webarena") == WEBARENA.strip()
    assert _see(room, "browsergym") == BROWSERGYM.strip()
    assert _see(room, "tree") == TREE.strip()


def test_the_number_of_a_line_names_its_element_or_the_one_that_holds_it(room: Room) -> None:
    room.open("""<title>one</title><button onclick="document.title = 'two'">Go <b>there</b></button>
        <p>Some <i>text</i></p><p onclick="document.title = 'three'">more text</p>""")
    lines = _see(room, "webarena").splitlines()
    numbers = {line.strip().partition("] ")[2]: line.strip()[1:].partition("]")[0] for line in lines if "[" in line}

    def click(words: str) -> None:
        room.well(f'click("{element_of(numbers[words])}")')

    click("StaticText 'more text'")
    assert _see(room, "webarena").startswith("Tab 0 (current): three\n\n")
    click("button 'Go there'")
    assert _see(room, "webarena").startswith("Tab 0 (current): two\n\n")
    click("RootWebArea 'one' focused: True url: http://forum.localhost/")


def test_tabs_are_told_in_their_order(room: Room) -> None:
    room.site.pages |= {"/": "<title>first</title>", "/1": "<title>second</title>"}
    room.begin(["http://forum.localhost/", "http://forum.localhost/1"])
    assert _see(room, "webarena").splitlines()[0] == "Tab 0 (current): first | Tab 1: second"
    room.well("tab_focus(1)")
    assert _see(room, "webarena").splitlines()[0] == "Tab 0: first | Tab 1 (current): second"


@pytest.mark.parametrize("axtree_format", ["tree", "webarena", "browsergym"])
def test_the_options_leave_out_and_take_in(room: Room, axtree_format: str) -> None:
    room.open(PAGE)
    whole = _see(room, axtree_format, axtree_viewport_only=False)
    in_view = _see(room, axtree_format, axtree_viewport_only=True)
    assert "Far away" in whole
    assert "Far away" not in in_view
    assert "deep" in in_view
    assert "Hot" in in_view, "the options of a closed select are where it is"
    unpruned = _see(room, axtree_format, axtree_viewport_only=False, axtree_prune=False)
    assert len(unpruned.splitlines()) > len(whole.splitlines())
    short = _see(room, axtree_format, axtree_viewport_only=False, axtree_max_chars=300)
    assert len(short) <= 300
    assert whole.startswith(short.rpartition("\n")[0])
    assert short.splitlines()[-1].startswith("... ")


def test_a_text_that_the_lines_before_say_is_told_once(room: Room) -> None:
    room.open("<a href=/x>Books</a> <p>Books</p><h2>a</h2><h2>b</h2><h2>c</h2><p>Books</p>")
    texts = [line for line in _see(room, "webarena").splitlines() if "StaticText 'Books'" in line]
    assert len(texts) == 1, "the second is four lines after the link"
    assert (
        len([line for line in _see(room, "webarena", axtree_prune=False).splitlines() if "StaticText 'Books'" in line])
        == 3
    )


def test_the_examples_of_the_document_are_what_is_seen(room: Room) -> None:
    document = (Path(__file__).parents[2] / "docs" / "observations.md").read_text()
    (page,) = re.findall(r"```html\n(.*?)```", document, re.DOTALL)
    room.open(page)
    for axtree_format in ("tree", "webarena", "browsergym"):
        example = document.split(f"### `{axtree_format}`")[1].split("```\n")[1]
        assert _see(room, axtree_format) == example.strip("\n")


def test_a_page_without_anything_has_a_tree_all_the_same(room: Room) -> None:
    room.open("")
    for axtree_format in ("tree", "webarena", "browsergym"):
        seen = room.see("axtree", "extra_element_properties", axtree_format=axtree_format)
        assert seen.missing == ()
