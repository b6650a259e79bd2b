"""Leave out of a tree what is scrolled out of sight."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from browserenv.browser.tree import Node


def only_in_view(nodes: list[Node], out_of_view: Set[str]) -> list[Node]:
    """The nodes in sight, and those above them. ``out_of_view``: refs; a node without a ref is where its parent is."""
    order: list[tuple[Node, Node | None]] = []
    stack: list[tuple[Node, Node | None]] = [(node, None) for node in reversed(nodes)]
    in_view: dict[int, bool] = {}
    while stack:
        node, parent = stack.pop()
        order.append((node, parent))
        in_view[id(node)] = node.ref not in out_of_view if node.ref else parent is None or in_view[id(parent)]
        stack.extend((child, node) for child in reversed(node.children))
    kept: dict[int, Node] = {}
    for node, _ in reversed(order):
        children = [kept[id(child)] for child in node.children if id(child) in kept]
        if children or in_view[id(node)]:
            kept[id(node)] = replace(node, children=children)
    return [kept[id(node)] for node in nodes if id(node) in kept]
