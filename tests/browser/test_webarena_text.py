"""WebArena's text form, rule by rule, on nodes made by hand."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from browserenv.browser.accessibility import AxNode
from browserenv.browser.survey import Box
from browserenv.browser.webarena_text import tab_line, webarena_lines

VIEWPORT = (800, 600)


def node(number: int, role: str, name: str | None = "", below: tuple[int, ...] = (), **told: Any) -> AxNode:
    made: AxNode = {"nodeId": str(number), "role": {"value": role}, "backendDOMNodeId": number}
    made["childIds"] = [str(each) for each in below]
    made["properties"] = [{"name": key, "value": {"value": value}} for key, value in told.items()]
    return made if name is None else made | {"name": {"value": name}}


def lines(
    *nodes: AxNode, boxes: dict[int, Box | None] | None = None, prune: bool = True, clickable: tuple[str, ...] = ()
) -> list[str]:
    numbers = itertools.count(1)
    return webarena_lines(
        list(nodes),
        lambda _node: str(next(numbers)),
        boxes or {},
        lambda each: each["nodeId"] in clickable,
        viewport=VIEWPORT if boxes else None,
        prune=prune,
    )


def test_a_line_has_the_name_as_python_writes_it_and_the_properties_that_are_told() -> None:
    root = node(1, "RootWebArea", 'it\'s\na "page"', focused=True, focusable=True)
    assert lines(root) == ["[1] RootWebArea 'it\\'s\\na \"page\"' focused: True"]
    untold = ("focusable", "editable", "readonly", "level", "settable", "multiline", "invalid")
    field = node(1, "textbox", "a", required=False)
    field["properties"] += [{"name": each, "value": {"value": "x"}} for each in untold]
    assert lines(field) == ["[1] textbox 'a' required: False"]


@pytest.mark.parametrize(
    "role", ["generic", "image", "list", "strong", "paragraph", "banner", "navigation", "LabelText"]
)
def test_what_is_empty_has_no_line_and_its_children_move_up(role: str) -> None:
    inner = node(3, "button", "b")
    assert lines(node(1, "main", "", (2,)), node(2, role, " ", (3,)), inner) == ["[1] main ''", "\t[2] button 'b'"]
    kept = lines(node(1, "main", "", (2,)), node(2, role, "", (3,), live="polite"), inner)
    assert len(kept) == 3, "a property is something to tell"


def test_an_empty_list_item_goes_even_with_properties_and_a_node_without_a_name_always() -> None:
    assert lines(node(1, "listitem", "", (2,), live="polite"), node(2, "link", "x")) == ["[1] link 'x'"]
    assert lines(node(1, "none", None, (2,)), node(2, "link", "x"), prune=False) == ["[1] link 'x'"]


@pytest.mark.parametrize(("n_between", "told"), [(0, False), (1, False), (2, False), (3, True)])
def test_a_text_is_left_out_when_one_of_three_lines_before_holds_it(n_between: int, told: bool) -> None:
    between = [node(3 + n, "button", f"button {n}") for n in range(n_between)]
    nodes = [node(2, "button", "Save now"), *between, node(9, "StaticText", "now")]
    root = node(1, "main", "", tuple(int(each["nodeId"]) for each in nodes))
    assert any("StaticText" in line for line in lines(root, *nodes)) is told
    assert any("StaticText" in line for line in lines(root, *nodes, prune=False))


def test_an_empty_text_is_never_told() -> None:
    assert lines(node(1, "main", "", (2,)), node(2, "StaticText", "")) == ["[1] main ''"]


@pytest.mark.parametrize(
    ("box", "shown"),
    [
        ((10.0, 10.0, 50.0, 20.0), True),
        ((-49.0, 10.0, 50.0, 20.0), True),
        ((-50.0, 10.0, 50.0, 20.0), False),
        ((10.0, 600.0, 50.0, 20.0), False),
        ((10.0, 599.9, 50.0, 2.0), False),
        ((10.0, 10.0, 0.0, 20.0), False),
        (None, False),
    ],
)
def test_what_is_outside_the_viewport_goes_by_the_score_of_the_format(box: Box | None, shown: bool) -> None:
    root, button = node(1, "RootWebArea", "page", (2,)), node(2, "button", "b")
    assert len(lines(root, button, boxes={1: None, 2: box})) == 1 + shown


def test_what_the_document_does_not_hold_is_where_the_node_above_it_is() -> None:
    field, text = node(2, "textbox", "a", (3,)), node(3, "StaticText", "typed")
    root = node(1, "RootWebArea", "page", (2,))
    assert len(lines(root, field, text, boxes={1: None, 2: (0.0, 0.0, 9.0, 9.0)})) == 3
    assert len(lines(root, field, text, boxes={1: None, 2: (0.0, 900.0, 9.0, 9.0)})) == 1


def test_tabs() -> None:
    assert tab_line(["a", "b"], 1) == "Tab 0: a | Tab 1 (current): b"
