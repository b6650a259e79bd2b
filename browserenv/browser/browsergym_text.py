r"""The text form of the accessibility tree that BrowserGym's agents read: its ``flatten_axtree_to_str``.

::

    RootWebArea 'Books', focused, url='http://forum.localhost/f/books'
        [e4] link 'Forums', url='http://forum.localhost/forums'
        [e9] textbox 'Title' value='My post', required
        StaticText 'Posted yesterday'

A line for each node, indented by tab characters: the element id where it has one, role, name as Python writes a text,
value, properties. Source of the rules: browsergym-core (Apache-2.0), as described in docs/observations.md.
"""

from __future__ import annotations

from collections.abc import Callable

from browserenv.browser.accessibility import AxNode, in_order, name_of, properties_of, role_of, said_of

CLICKABLE = "clickable"
UNTOLD = frozenset({"editable", "readonly", "level", "settable", "multiline", "invalid", "focusable"})
BARE = frozenset({"required", "focused", "atomic", CLICKABLE})
BREAK = "LineBreak"
TEXT = "StaticText"


def browsergym_lines(
    nodes: list[AxNode],
    bid_of: Callable[[AxNode], str],
    is_hidden: Callable[[AxNode], bool],
    is_clickable: Callable[[AxNode], bool],
    *,
    prune: bool,
) -> list[str]:
    """The lines of the nodes. ``bid_of``: the element id of a node that gets a line, or ``""``.

    ``is_clickable``: whether a node is an element without a role that can be clicked; it has a line, as in BrowserGym
    with ``with_clickable``.
    ``is_hidden``: whether a node is out of sight and left out, with its texts. ``prune``: leave out nodes that only
    group others, and texts that the name of their parent holds.
    """
    depths: dict[str, int] = {}
    hidden: set[str] = set()
    lines: list[str] = []
    for each, parent in in_order(nodes):
        node = _as_clickable(each) if is_clickable(each) else each
        depth = depths[parent["nodeId"]] if parent else 0
        if role_of(node) != TEXT and is_hidden(node):
            hidden.add(node["nodeId"])
        told = _told(node)
        shown = node["nodeId"] not in hidden and not _is_left_out(node, parent, told, hidden, prune)
        depths[node["nodeId"]] = depth + shown
        if shown:
            lines.append("\t" * depth + _line(node, bid_of(node), told))
    return lines


def _as_clickable(node: AxNode) -> AxNode:
    """With that as its first property; Chromium leaves such a node out, as one that tells nothing."""
    clickable = {"name": CLICKABLE, "value": {"value": True}}
    shown = node if "name" in node else node | {"role": {"value": "generic"}, "name": {"value": ""}}
    return shown | {"properties": [clickable, *node.get("properties", [])]}


def _is_left_out(node: AxNode, parent: AxNode | None, told: list[str], hidden: set[str], prune: bool) -> bool:
    role, name = role_of(node), name_of(node)
    if name is None or role == BREAK:
        return True
    if role == TEXT and parent is not None:
        return parent["nodeId"] in hidden or (prune and name in (name_of(parent) or ""))
    return prune and role == "generic" and not told


def _told(node: AxNode) -> list[str]:
    told = []
    for key, value in properties_of(node):
        if key in BARE:
            told += [key] if value else []
        elif key not in UNTOLD:
            told.append(f"{key}={value!r}")
    return told + [f"{key}={value!r}" for key, value in said_of(node)]


def _line(node: AxNode, bid: str, told: list[str]) -> str:
    role, name = role_of(node), name_of(node) or ""
    line = role if role == "generic" and not name else f"{role} {name.strip()!r}"
    value = node.get("value", {}).get("value")
    line += "" if value is None else f" value={value!r}"
    return (f"[{bid}] " if bid else "") + ", ".join([line, *told])
