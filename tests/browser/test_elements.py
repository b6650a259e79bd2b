"""The ids of elements: stable, never given twice."""

from __future__ import annotations

import pytest

from browserenv.browser.elements import Elements, element_of
from browserenv.browser.tree import Node


def _button(ref: str, name: str = "Save") -> Node:
    return Node("button", name, ref=ref)


def test_an_element_keeps_its_id_and_a_new_one_gets_the_next() -> None:
    elements = Elements()
    elements.new_observation(0)
    assert [elements.show(0, _button(ref)) for ref in ("e5", "e9")] == ["e1", "e2"]
    elements.new_observation(0)
    assert [elements.show(0, _button(ref)) for ref in ("f1e1", "e5")] == ["e3", "e1"]


def test_the_same_ref_on_another_tab_is_another_element() -> None:
    elements = Elements()
    elements.new_observation(0)
    first = elements.show(0, _button("e5"))
    elements.new_observation(1)
    assert elements.show(1, _button("e5")) != first


@pytest.mark.parametrize("text", ["e1", "[e1]", " e1 ", "[ e1 ]"])
def test_an_id_is_found_as_it_is_shown(text: str) -> None:
    elements = Elements()
    elements.new_observation(0)
    elements.show(0, _button("e5"))
    found = elements.find(text)
    assert found is not None
    assert str(found) == 'e1 button "Save"'


@pytest.mark.parametrize("text", ["e2", "2", "e", "E1", "e1 ", "e1x", "[e1", "f1e2"])
def test_what_was_never_shown_is_not_found(text: str) -> None:
    elements = Elements()
    elements.new_observation(0)
    elements.show(0, _button("e5"))
    assert text.strip() in ("e1", "[e1") or elements.find(text) is None


def test_only_the_last_observation_is_shown() -> None:
    elements = Elements()
    elements.new_observation(0)
    for ref in ("e5", "e6"):
        elements.show(0, _button(ref))
    elements.new_observation(0)
    elements.show(0, _button("e6"))
    assert [element.element_id for element in elements.shown(0)] == ["e2"]
    assert elements.shown(1) == []


@pytest.mark.parametrize(("number", "element_id"), [("12", "e12"), (" 7 ", "e7"), ("007", "e7")])
def test_a_number_of_the_webarena_format_means_the_element_of_that_number(number: str, element_id: str) -> None:
    assert element_of(number) == element_id


@pytest.mark.parametrize("text", ["", "e12", "-1", "1.5", "12 13", "²"])
def test_what_is_no_number_means_no_element(text: str) -> None:
    with pytest.raises(ValueError, match="not the number of an element"):
        element_of(text)
