"""Boxes and file fields that a style sheet took out of sight are reached by their labels, as people reach them."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Room

HIDDEN = "<style>.off { position: absolute; clip: rect(0 0 0 0); width: 1px; height: 1px; overflow: hidden }</style>"
BEHIND = """<style>input { position: absolute; z-index: -1; opacity: 0; width: 16px; height: 20px } label::before {
  content: ""; position: absolute; left: 8px; width: 16px; height: 16px; border: 1px solid }</style>"""
AWAY = "<style>input { position: absolute; left: -9999px }</style>"


@pytest.mark.parametrize(
    "page",
    [
        HIDDEN + "<input class=off type=checkbox id=box><label for=box>Notify</label>",
        HIDDEN + "<label><span class=off><input type=checkbox></span> Notify</label>",
        BEHIND + "<input type=checkbox id=box><label for=box>Notify</label>",
        AWAY + "<input type=checkbox id=box><label for=box>Notify</label>",
        HIDDEN + "<p style='height: 3000px'></p><input class=off type=checkbox id=box><label for=box>Notify</label>",
    ],
)
def test_a_box_is_ticked_and_clicked_by_its_label(room: Room, page: str) -> None:
    room.open(page)
    box = room.find('checkbox "Notify"')
    for action, is_checked in (("check", True), ("check", True), ("click", False), ("click", True), ("uncheck", False)):
        room.well(f'{action}("{box}")')
        assert room.js("document.querySelector('input').checked") is is_checked


@pytest.mark.parametrize("axtree_format", ["webarena", "browsergym"])
def test_it_is_reached_in_the_other_formats(room: Room, axtree_format: str) -> None:
    room.open(HIDDEN + "<input class=off type=checkbox id=box><label for=box>Notify</label>")
    text = room.see("axtree", axtree_format=axtree_format).axtree or ""
    shown = next(each.strip() for each in text.splitlines() if "] checkbox" in each)
    room.well(f'click("{shown[1 : shown.index("]")]}")')
    assert room.js("document.querySelector('input').checked") is True


def test_a_link_in_the_label_is_not_clicked(room: Room) -> None:
    room.open(
        HIDDEN + '<input class=off type=checkbox id=box><label for=box><a href="#no">All the terms</a> ok</label>'
    )
    room.well(f'click("{room.find("checkbox")}")')
    assert room.js("document.querySelector('input').checked") is True
    assert room.js("document.location.hash") == ""


def test_a_label_is_filled_as_its_field(room: Room) -> None:
    room.open("<style>label { cursor: pointer }</style><label for=name><span>Star</span></label><input id=name>")
    room.well(f'fill("{room.find("generic")}", "Sun")')
    assert room.js("document.querySelector('input').value") == "Sun"
