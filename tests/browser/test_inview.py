"""What is scrolled out of sight is left out of a tree, and what holds something in sight is not."""

from __future__ import annotations

from browserenv.browser.inview import only_in_view
from browserenv.browser.tree import read_snapshot, render

SNAPSHOT = """
- main [ref=e1]:
  - heading "Top" [ref=e2]
  - text: beside
  - list [ref=e3]:
    - listitem [ref=e4]:
      - link "in sight" [ref=e5]
      - text: seen
    - listitem [ref=e6]:
      - text: unseen
      - img "plain"
""".strip()


def _names(out_of_view: set[str]) -> list[str]:
    return [
        line.strip() for line in render(only_in_view(read_snapshot(SNAPSHOT), out_of_view), lambda n: n.ref).split("\n")
    ]


def test_a_node_out_of_view_goes_with_what_has_no_place_of_its_own() -> None:
    assert _names({"e6"}) == [
        "[e1] main",
        '[e2] heading "Top"',
        "beside",
        "[e3] list",
        "[e4] listitem",
        '[e5] link "in sight"',
        "seen",
    ]


def test_a_node_out_of_view_stays_when_it_holds_one_in_view() -> None:
    assert _names({"e1", "e2", "e3", "e4", "e6"}) == ["[e1] main", "[e3] list", "[e4] listitem", '[e5] link "in sight"']


def test_all_out_of_view_is_nothing() -> None:
    assert only_in_view(read_snapshot(SNAPSHOT), {f"e{n}" for n in range(1, 7)}) == []
