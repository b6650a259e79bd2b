"""Which option of a select is meant: by its own number, by its label, by its value."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from browserenv.browser.elements import Element
from browserenv.browser.failures import ActionFailed
from browserenv.browser.options import index_of, place_of
from browserenv.browser.parse import read
from tests.browser.conftest import Room

SHIFTED = "<select aria-label=Stars><option value=0>1<option value=1>2<option value=2>3</select>"
PEOPLE = """<select aria-label=Who><option>-<option value=a>Smith<option value=b>Smith
<option value=c>&nbsp;&nbsp;Smith<option value=d disabled>Jones<option value=e hidden>Hidden<option value=f>Smith, J.
<option value=g label=Lee>x<option value=h aria-label=Kim>k</select>"""


def numbered(room: Room, words: str) -> list[str]:
    """The numbers of the lines of the ``webarena`` tree that have these words."""
    tree = room.see("axtree", axtree_format="webarena").axtree or ""
    lines = [line.strip() for line in tree.splitlines() if words in line]
    return [line[1 : line.index("]")] for line in lines]


def click(room: Room, number: str) -> str | None:
    (command,) = read(f"click [{number}]", "webarena")
    error: str | None = room.run(room.session.perform(*command.actions)).error
    return error


def chosen(room: Room) -> Any:
    return room.js("document.querySelector('select').value")


def test_the_number_of_an_option_chooses_that_option_whatever_its_value(room: Room) -> None:
    room.open(SHIFTED)
    for label, value in (("2", "1"), ("1", "0"), ("3", "2")):
        (number,) = numbered(room, f"option '{label}'")
        assert click(room, number) is None
        assert chosen(room) == value


def test_options_of_the_same_label_are_told_apart_by_their_numbers(room: Room) -> None:
    room.open(PEOPLE)
    for nth, value in enumerate(("a", "b", "c", "f")):
        assert click(room, numbered(room, "Smith")[nth]) is None
        assert chosen(room) == value
    for name, value in (("Lee", "g"), ("Kim", "h")):
        assert click(room, numbered(room, name)[0]) is None
        assert chosen(room) == value


def test_an_option_that_cannot_be_chosen_or_changed_meanwhile_is_told(room: Room) -> None:
    room.open(PEOPLE)
    jones, smith, lee = (numbered(room, name)[0] for name in ("Jones", "Smith", "Lee"))
    assert "is disabled" in (click(room, jones) or "")
    page = room.session._current()._tabs.page
    assert page is not None
    room.run(page.evaluate("document.querySelector('[value=g]').label = 'Moore'"))
    assert 'is now "Moore"; look at the options again' in (click(room, lee) or "")
    room.run(page.evaluate("document.querySelector('[value=a]').remove()"))
    assert 'is gone since it was observed; the options are "-", "Smith"' in (click(room, smith) or "")
    assert chosen(room) == "-"


OPTIONS = [
    {"label": label, "value": value, "disabled": off}
    for label, value, off in (("1", "0", False), ("2", "1", False), ("Two", "2", False), ("two", "x", True))
]
SELECT = Element("e1", 0, "e5", 'combobox "Stars"', 1)


@pytest.mark.parametrize(("wanted", "index"), [("1", 0), ("2", 1), ("0", 0), ("TWO", 2), (" two ", 2)])
def test_labels_come_before_values_and_the_first_of_several_is_taken(wanted: str, index: int) -> None:
    assert index_of(SELECT, OPTIONS, wanted) == index


def test_an_option_whose_node_is_not_known_is_found_by_its_label() -> None:
    no_channel: Any = None

    def place(name: str, options: list[dict[str, Any]]) -> int:
        option = Element("e2", 0, "e5", f'option "{name}"', 1, part="stand-in-7")
        return asyncio.run(place_of(no_channel, option, options))

    assert place("2", OPTIONS) == 1
    for name, words in (("three", "is gone"), ("Smith", "one of 2 options of that name")):
        with pytest.raises(ActionFailed, match=words):
            place(name, [*OPTIONS, *[{"label": "Smith"}] * 2])
