"""What the browser draws over the page (the options of a select, calendars) takes no click; keys do all it can do."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Room

PAGE = """<!doctype html><title>none</title>
<style>body { margin: 0 } select, input { display: block; height: 40px }</style>
<select aria-label=Sort onchange="document.title = value"><option>New<option>Hot<option>Top<option>Topical</select>
<input type=date aria-label=Day oninput="document.title = value">
<input type=time aria-label=At oninput="document.title = value">
<input list=cities aria-label=City oninput="document.title = value">
<datalist id=cities><option>Paris<option>Rome</datalist>"""
INSIDE = "mouse_click(20, 20)"


def _title(room: Room) -> str:
    return (room.see().open_pages_titles or ("",))[0]


def test_a_click_where_an_option_is_drawn_goes_to_the_page_below_and_closes_the_options(room: Room) -> None:
    room.open(PAGE)
    room.well(INSIDE)
    assert 'combobox "Sort" expanded' in (room.see().axtree or "")
    room.well("mouse_click(20, 102)")
    tree = room.see().axtree or ""
    assert _title(room) == "none"
    assert "expanded" not in tree
    assert 'textbox "At" focused' in tree


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (['keyboard_press("t")', 'keyboard_press("Enter")'], "Top"),
        (['keyboard_type("topi")', 'keyboard_press("Enter")'], "Topical"),
        (['keyboard_press("ArrowDown")', 'keyboard_press("ArrowDown")', 'keyboard_press("Enter")'], "Top"),
        (['keyboard_press("End")', 'keyboard_press("Enter")'], "Topical"),
    ],
)
def test_an_open_select_is_used_by_keys(room: Room, keys: list[str], chosen: str) -> None:
    room.open(PAGE)
    room.well(INSIDE)
    for key in keys:
        room.well(key)
    assert _title(room) == chosen
    assert "expanded" not in (room.see().axtree or "")


def test_a_closed_select_in_focus_takes_letters_and_arrows(room: Room) -> None:
    room.open(PAGE)
    assert room.act("focus", '"Sort"').error is None
    room.well('keyboard_type("ho")')
    assert _title(room) == "Hot"
    room.well('keyboard_press("ArrowDown")')
    assert _title(room) == "Top"


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        ("Day", "10152023", "2023-10-15"),
        ("At", "0930PM", "21:30"),
        ("City", "Rome", "Rome"),
    ],
)
def test_a_date_is_typed_part_by_part_or_filled_in_as_a_whole(room: Room, field: str, typed: str, value: str) -> None:
    room.open(PAGE)
    assert room.act("focus", f'"{field}"').error is None
    room.well(f'keyboard_type("{typed}")')
    assert _title(room) == value
    room.open(PAGE)
    assert room.act("fill", f'"{field}"', value).error is None
    assert _title(room) == value


def test_an_arrow_changes_the_part_of_a_date_that_is_in_focus(room: Room) -> None:
    room.open(PAGE)
    room.act("fill", '"Day"', "2023-10-15")
    room.well('keyboard_press("ArrowUp")')
    first = _title(room)
    room.well('keyboard_press("ArrowRight")')
    room.well('keyboard_press("ArrowUp")')
    assert (first, _title(room)) == ("2023-11-15", "2023-11-16")
