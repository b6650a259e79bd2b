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


def test_expected_elements_get_the_ids_that_they_had_and_others_later_numbers() -> None:
    before = Elements()
    before.new_observation(0)
    for ref, name in (("e5", "Save"), ("e6", "Close"), ("e7", "Save")):
        before.show(0, _button(ref, name))
    before.new_observation(0)
    for ref, name in (("e9", "New"), ("e5", "Save"), ("e7", "Save")):
        before.show(0, _button(ref, name))
    shown = before.in_order(0)
    assert [element_id for element_id, _ in shown] == ["e4", "e1", "e3"]
    after = Elements()
    after.expect({7: shown}, before.n_given)
    after.new_observation(7)
    nodes = [_button(f"e{number}", name) for number, name in enumerate(("New", "Save", "Other", "Save", "Save"))]
    assert [after.show(7, node) for node in nodes] == ["e4", "e1", "e5", "e3", "e6"]
    assert after.n_given == 6


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
