"""States of elements, and how each format of the tree tells them."""

from __future__ import annotations

import pytest

from browserenv.browser.sight import AXTREE_FORMATS
from tests.browser.conftest import Room

SELECTS = """<!doctype html><title>x</title>
<select multiple aria-label=Many size=4>
<option selected>One<option>Two<option selected>Three<option disabled>Four</select>
<select aria-label=Fruit><option>none<optgroup label=Near><option>apple<option disabled>pear</optgroup>
<optgroup label=Far disabled><option>mango</optgroup></select>"""
MODAL = """<!doctype html><title>x</title><button>behind</button><p>words behind</p>
<dialog id=d><button>Yes</button></dialog><div inert><a href=/x>never</a></div><script>d.showModal()</script>"""
STATES = """<!doctype html><button aria-pressed=true>Bold</button><button aria-pressed=mixed>Half</button>
<button aria-pressed=false>Thin</button><input type=checkbox id=c aria-label=Native>
<div role=checkbox aria-checked=mixed tabindex=0>Tri</div><input aria-invalid=true aria-label=Wrong>
<script>c.indeterminate = true</script>"""
HIDDEN = (
    """<!doctype html><p aria-hidden=true>not for readers</p><button aria-hidden=true>skipped</button><p>for all</p>"""
)
FORM = """<!doctype html><form action=/sent><label>Name <input required></label>
<label>Mail <input type=email></label><button>Send</button></form>"""
SAYS = "Please fill out this field."


def _lines(room: Room, axtree_format: str) -> list[str]:
    """The lines without indent and ids."""
    seen = room.see("axtree", axtree_format=axtree_format)
    assert seen.missing == ()
    lines = (line.strip() for line in (seen.axtree or "").splitlines())
    return [line.partition("] ")[2] if line.startswith("[") else line for line in lines]


def test_options_tell_whether_they_are_chosen_and_can_be_and_their_group(room: Room) -> None:
    room.open(SELECTS)
    tree = (room.see().axtree or "").splitlines()
    assert tree[0].endswith('listbox "Many"')
    assert [line.partition("] ")[2] for line in tree[1:5]] == [
        'option "One" selected',
        'option "Two"',
        'option "Three" selected',
        'option "Four" disabled',
    ]
    assert tree[6:] == [
        '  option "none" selected',
        '  group "Near"',
        '    option "apple"',
        '    option "pear" disabled',
        '  group "Far" disabled',
        '    option "mango" disabled',
    ]
    for axtree_format, tells in (("webarena", "{}: {}"), ("browsergym", "{}={}")):
        lines = _lines(room, axtree_format)
        comma = "," if axtree_format == "browsergym" else ""
        for name, key, value in (
            ("One", "selected", True),
            ("Two", "selected", False),
            ("Four", "disabled", True),
            ("apple", "selected", False),
            ("pear", "disabled", True),
            ("mango", "disabled", True),
        ):
            assert f"option '{name}'{comma} {tells.format(key, value)}" in lines
        assert lines.index("group 'Near'") < lines.index(f"option 'pear'{comma} {tells.format('disabled', True)}")
        assert "group 'Far'" in lines


def test_a_group_in_an_open_list_has_its_label(room: Room) -> None:
    room.open("<select size=4 aria-label=l><optgroup label=Near><option>apple</optgroup></select>")
    assert 'group "Near"' in _lines(room, "tree")


@pytest.mark.parametrize("axtree_format", AXTREE_FORMATS)
def test_another_choice_is_seen(room: Room, axtree_format: str) -> None:
    room.open(SELECTS)
    was = _lines(room, axtree_format)
    assert room.act("select_option", '"Fruit"', "apple").error is None
    chosen = {
        "tree": 'option "apple" selected',
        "webarena": "option 'apple' selected: True",
        "browsergym": "option 'apple', selected=True",
    }[axtree_format]
    assert chosen not in was
    assert chosen in _lines(room, axtree_format)
    assert room.act("select_option", '"Many"', ["Two"]).error is None
    assert chosen.replace("apple", "Two") in _lines(room, axtree_format)


def test_behind_a_modal_dialog_nothing_can_be_done(room: Room) -> None:
    room.open(MODAL)
    tree = _lines(room, "tree")
    assert {'button "behind" inert', "dialog modal", 'button "Yes" focused', 'link "never" inert -> /x'} <= set(tree)
    assert any("words behind" in line for line in tree)
    for axtree_format in ("webarena", "browsergym"):
        lines = "\n".join(_lines(room, axtree_format))
        assert "Yes" in lines
        assert "behind" not in lines
    room.run(room.session.script("() => document.querySelector('dialog').close()"))
    assert {'button "behind"', 'link "never" inert -> /x'} <= set(_lines(room, "tree"))
    assert "button 'behind'" in "\n".join(_lines(room, "webarena"))


@pytest.mark.parametrize(
    ("axtree_format", "tells"),
    [
        (
            "tree",
            ['button "Bold" pressed', 'button "Half" pressed=mixed', 'button "Thin"', 'checkbox "Tri" checked=mixed'],
        ),
        ("webarena", ["button 'Bold' pressed: true", "button 'Half' pressed: mixed", "checkbox 'Tri' checked: mixed"]),
        (
            "browsergym",
            ["button 'Bold', pressed='true'", "button 'Thin', pressed='false'", "checkbox 'Tri', checked='mixed'"],
        ),
    ],
)
def test_pressed_and_half_checked_are_told(room: Room, axtree_format: str, tells: list[str]) -> None:
    room.open(STATES)
    lines = _lines(room, axtree_format)
    assert set(tells) <= set(lines)
    assert any(line.startswith("checkbox") and "Native" in line and "mixed" in line for line in lines)
    assert ('textbox "Wrong" invalid' in lines) is (axtree_format == "tree")


def test_what_is_hidden_from_readers_is_in_the_tree_alone(room: Room) -> None:
    room.open(HIDDEN)
    assert _lines(room, "tree") == [
        "paragraph aria-hidden: not for readers",
        "button aria-hidden: skipped",
        "paragraph: for all",
    ]
    for axtree_format in ("webarena", "browsergym"):
        lines = "\n".join(_lines(room, axtree_format))
        assert "for all" in lines
        assert "skipped" not in lines
        assert "not for readers" not in lines


def test_a_closed_shadow_root_is_in_chromiums_tree_alone(room: Room) -> None:
    room.open("""<div id=host><b>given</b></div><script>host.attachShadow({mode: "closed"}).innerHTML =
        "<p>added</p><slot></slot>"</script>""")
    assert "given" in "\n".join(_lines(room, "tree"))
    for axtree_format in ("webarena", "browsergym"):
        lines = "\n".join(_lines(room, axtree_format))
        assert "StaticText 'added'" in lines
        assert "given" in lines


def test_what_a_form_is_not_sent_for_is_told_at_the_field(room: Room) -> None:
    room.open(FORM)
    for axtree_format in AXTREE_FORMATS:
        assert SAYS not in "\n".join(_lines(room, axtree_format)), "nobody tried"
    room.act("click", 'button "Send"')
    assert f'textbox "Name" required invalid="{SAYS}" focused' in _lines(room, "tree")
    assert f"textbox 'Name' focused: True required: True invalid: {SAYS}" in _lines(room, "webarena")
    assert f"textbox 'Name', focused, required, invalid='{SAYS}'" in _lines(room, "browsergym")
    for axtree_format in AXTREE_FORMATS:
        assert "\n".join(_lines(room, axtree_format)).count(SAYS) == 1
    room.act("fill", '"Name"', "Ada")
    room.act("fill", '"Mail"', "nowhere")
    assert "invalid" not in (room.see().axtree or "")
    room.act("click", 'button "Send"')
    (told,) = [line for line in _lines(room, "tree") if "invalid" in line]
    assert told.startswith('textbox "Mail" invalid="Please include an \'@\'')
    room.act("fill", '"Mail"', "ada@example.org")
    room.act("click", 'button "Send"')
    assert room.see().url.endswith("/sent?")


@pytest.mark.parametrize(("field", "told"), [("", True), ("oninvalid='event.preventDefault()'", False)])
def test_what_a_form_reports_when_asked_is_told_and_not_what_the_page_keeps_to_itself(
    room: Room, field: str, told: bool
) -> None:
    room.open(f"""<form><input required aria-label=Name {field}>
        <button type=button onclick="document.forms[0].reportValidity()">Check</button></form>""")
    room.act("click", '"Check"')
    assert (SAYS in (room.see().axtree or "")) is told


def test_open_options_are_told(room: Room) -> None:
    room.open("<select aria-label=Sort><option>New<option>Hot</select>")
    room.act("click", '"Sort"')
    assert 'combobox "Sort" expanded focused' in _lines(room, "tree")
    room.well('keyboard_press("Escape")')
    assert 'combobox "Sort" focused' in _lines(room, "tree")


def test_what_meters_stand_at_is_told(room: Room) -> None:
    seen = room.open("""<div role=slider tabindex=0 aria-label=Volume aria-valuenow=3>&nbsp;</div>
      <div role=progressbar aria-label=Done aria-valuenow=40 aria-valuetext="40 of 90">&nbsp;</div>
      <progress aria-label=Load value=3 max=10></progress><progress aria-label=Busy></progress>
      <meter aria-label=Disk value=.5></meter>""")
    lines = [line.partition("] ")[2] for line in (seen.axtree or "").splitlines()]
    told = ['slider "Volume": 3', 'progressbar "Done": 40 of 90', 'progressbar "Load": 3', 'progressbar "Busy"']
    assert lines == [*told, 'meter "Disk": 0.5']


def test_options_are_called_what_the_select_shows_them_as(room: Room) -> None:
    room.open("""<select aria-label=Sort><optgroup label=Age><option>New<option hidden>Secret</optgroup>
      <option label="By votes" value=top>t</option><optgroup label=None hidden><option>Never</optgroup></select>""")
    assert _lines(room, "tree")[1:] == ['group "Age"', 'option "New" selected', 'option "By votes"']
    room.well(f'select_option("{room.find("combobox")}", "By votes")')
    assert room.js("document.querySelector('select').value") == "top"


def test_an_open_summary_is_told(room: Room) -> None:
    room.open("<details><summary>More</summary>inside</details>")
    room.well(f'click("{room.find("collapsed")}")')
    assert room.find('"More" expanded')


def test_an_inert_part_is_told_as_such(room: Room) -> None:
    room.open("<div inert><button>Do</button></div>")
    assert "is inert" in room.error(f'click("{room.find("button")}")')
