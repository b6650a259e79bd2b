"""The accessibility tree: read from Playwright's snapshot, written for the agent."""

from __future__ import annotations

import itertools

import pytest

from browserenv.browser.tree import Node, read_snapshot, render, walk

SNAPSHOT = r"""
- generic [active] [ref=e1]:
  - heading "Forum" [level=1] [ref=e2]
  - generic [ref=e3]:
    - text: Name
    - textbox "Name" [ref=e4]:
      - /placeholder: "your name: please"
      - text: Ada
  - combobox [ref=e5]:
    - option "A"
    - option "B" [selected]
  - textbox "bio" [active] [ref=e6]: x y
  - checkbox "cb" [checked] [ref=e7]
  - button "Dis" [disabled] [ref=e8]
  - 'link "a: \"b\" it''s" [ref=e9] [cursor=pointer]':
    - /url: /f/books?a=b
  - 'link "c: d" [ref=e10]': "# 5: \"x\" \x1b\xe9"
  - text: "- not a list"
  - text: 'it''s'
  - generic [ref=e11] [cursor=pointer]: click me
  - generic [ref=e12] [cursor=pointer]:
    - img [ref=e13]
  - iframe [ref=e14]:
    - generic [active] [ref=f1e1]:
      - button "in [frame=1]" [ref=f1e2]
""".strip()

EXPECTED = """
[e1] heading "Forum" level=1
Name
[e2] textbox "Name" placeholder="your name: please"
  Ada
[e3] combobox
  option "A"
  option "B" selected
[e4] textbox "bio" focused: x y
[e5] checkbox "cb" checked
[e6] button "Dis" disabled
[e7] link "a: \\"b\\" it's" -> /f/books?a=b
[e8] link "c: d": # 5: "x" \x1b\xe9
- not a list
it's
[e9] generic: click me
[e10] generic
  [e11] img
[e12] iframe
  [e13] button "in [frame=1]"
""".strip()


def _numbered(nodes: list[Node]) -> str:
    numbers = itertools.count(1)
    return render(nodes, lambda _node: f"e{next(numbers)}")


def test_a_snapshot_becomes_the_text_for_the_agent() -> None:
    assert _numbered(read_snapshot(SNAPSHOT)) == EXPECTED


def test_every_node_keeps_its_ref() -> None:
    refs = [node.ref for node in walk(read_snapshot(SNAPSHOT)) if node.ref]
    assert refs == [*(f"e{n}" for n in range(1, 15)), "f1e1", "f1e2"]


def test_an_empty_page_has_an_empty_tree() -> None:
    assert _numbered(read_snapshot("")) == ""


def test_a_line_of_something_else_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a line of a snapshot"):
        read_snapshot("- [nonsense]")


def test_a_tree_of_any_depth_is_read() -> None:
    lines = [f"{'  ' * n}- list [ref=e{n + 1}]:" for n in range(3000)]
    text = _numbered(read_snapshot("\n".join(lines)))
    assert len(text.splitlines()) == 3000
