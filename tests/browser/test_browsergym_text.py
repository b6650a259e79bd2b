"""BrowserGym's text form, rule by rule, on nodes made by hand."""

from __future__ import annotations

from browserenv.browser.accessibility import AxNode, merge
from browserenv.browser.browsergym_text import browsergym_lines
from tests.browser.test_webarena_text import node


def lines(*nodes: AxNode, hidden: tuple[str, ...] = (), prune: bool = True) -> list[str]:
    def bid_of(each: AxNode) -> str:
        return "" if each["role"]["value"] == "StaticText" else f"e{each['nodeId']}"

    return browsergym_lines(list(nodes), bid_of, lambda each: each["nodeId"] in hidden, lambda each: False, prune=prune)


def test_a_line_has_id_role_name_value_and_properties() -> None:
    field = node(1, "textbox", " Name ", required=True, focused=False, multiline=True, hasPopup="menu")
    assert lines(field | {"value": {"value": "Ada"}}) == ["[e1] textbox 'Name' value='Ada', required, hasPopup='menu'"]
    assert lines(node(1, "generic", ""), prune=False) == ["[e1] generic"]


def test_what_only_groups_is_left_out_and_its_children_move_up() -> None:
    tree = (node(1, "main", "", (2,)), node(2, "generic", "", (3,)), node(3, "link", "x"))
    assert lines(*tree) == ["[e1] main ''", "\t[e3] link 'x'"]
    assert lines(*tree, prune=False) == ["[e1] main ''", "\t[e2] generic", "\t\t[e3] link 'x'"]
    assert lines(node(1, "main", "", (2,)), node(2, "LineBreak", "\n"), prune=False) == ["[e1] main ''"]


def test_a_text_is_left_out_when_the_name_of_its_parent_holds_it() -> None:
    tree = (node(1, "button", "Save it", (2, 3)), node(2, "StaticText", "Save"), node(3, "StaticText", "now"))
    assert lines(*tree) == ["[e1] button 'Save it'", "\tStaticText 'now'"]
    assert len(lines(*tree, prune=False)) == 3


def test_what_is_out_of_sight_goes_with_its_texts_and_not_with_its_elements() -> None:
    tree = (node(1, "main", "m", (2, 3)), node(2, "StaticText", "text"), node(3, "link", "x"))
    assert lines(*tree, hidden=("1",)) == ["[e3] link 'x'"]


def test_a_frame_hangs_below_the_node_of_its_element_and_one_that_none_holds_is_left_out() -> None:
    trees = {
        "main": [node(1, "RootWebArea", "page", (2,)), node(2, "Iframe", "")],
        "inner": [node(1, "RootWebArea", "inside", (-5,)), node(-5, "StaticText", "drawn")],
        "lost": [node(7, "RootWebArea", "lost")],
    }
    merged = merge(trees, {"inner": 2})
    assert [each["name"]["value"] for each in merged] == ["page", "", "inside", "drawn"]
    assert len({each["nodeId"] for each in merged}) == 4
    assert merged[1]["childIds"] == [merged[2]["nodeId"]]
    assert trees["main"][1]["childIds"] == [], "what was read stays as it was"
