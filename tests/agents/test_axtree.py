from __future__ import annotations

from browserenv.agents.axtree import Element, elements

TREE = """\
[e1] banner
  [e2] link "Plaza" -> /
  [e3] button "Say \\"hi\\""
[e4] main
  Plain text with [e9] button "not an element"
  [e5] textbox "Name" focused: sci_fi
  [f1e6] combobox
  [e7] listitem: one two
"""


def test_elements_have_role_name_and_id_in_order() -> None:
    found = [(each.role, each.name, each.element_id) for each in elements(TREE)]
    assert found == [
        ("banner", "", "e1"),
        ("link", "Plaza", "e2"),
        ("button", 'Say "hi"', "e3"),
        ("main", "", "e4"),
        ("textbox", "Name", "e5"),
        ("combobox", "", "f1e6"),
        ("listitem", "", "e7"),
    ]


def test_states_and_texts_are_kept() -> None:
    (box,) = [each for each in elements(TREE) if each.role == "textbox"]
    assert box == Element("textbox", "Name", "e5", " focused: sci_fi")


def test_an_empty_tree_has_no_elements() -> None:
    assert list(elements("")) == []
