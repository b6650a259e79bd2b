r"""The text form of the accessibility tree that WebArena's agents read.

::

    Tab 0 (current): Books | Tab 1: Edit forum

    [1] RootWebArea 'Books' focused: True
        [4] link 'Forums' url: http://forum.localhost/forums
        [9] StaticText 'Posted yesterday'

A line of tabs, an empty line, then a line for each node, indented by tab characters: its number, role, name as Python
writes a text, and its properties. Source of the rules: WebArena's ``accessibility_tree`` observation (MIT licence), as
described in docs/observations.md, which also tells what is different.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from browserenv.browser.accessibility import AxNode, in_order, name_of, properties_of, role_of, said_of
from browserenv.browser.survey import Box

UNTOLD = frozenset({"focusable", "editable", "readonly", "level", "settable", "multiline", "invalid"})
EMPTY = frozenset(
    {
        "generic",
        "img",
        "list",
        "strong",
        "paragraph",
        "banner",
        "navigation",
        "Section",
        "LabelText",
        "Legend",
        "listitem",
    }
)
ROOT = "RootWebArea"
OLD_ROLES = {"image": "img"}  # as the role was called when the format was made
CONTAINER = "MenuListPopup"  # of the options of a closed select; Chromium tells it only in new versions
OPTIONS = frozenset({CONTAINER, "group", "option"})
LEAST_OVERLAP = 0.6
N_KEPT_LINES = 3


def tab_line(titles: Sequence[str], active: int) -> str:
    """The open tabs in their order."""
    return " | ".join(f"Tab {at}{' (current)' if at == active else ''}: {title}" for at, title in enumerate(titles))


def webarena_lines(
    nodes: list[AxNode],
    number_of: Callable[[AxNode], str],
    boxes: Mapping[int, Box | None],
    is_clickable: Callable[[AxNode], bool],
    *,
    viewport: tuple[int, int] | None,
    prune: bool,
) -> list[str]:
    """The lines of the nodes. ``number_of`` is asked in reading order for those that get a line.

    ``boxes``: by backend id of all nodes, None for those that are not drawn; ``viewport``: (width, height) to leave out
    what is outside, None to keep it. ``is_clickable``: whether a node is an element without a role that can be clicked;
    its text always has a line, since there is no other. ``prune``: leave out empty nodes and texts that the lines
    before them say.
    """
    depths: dict[str, int] = {}
    shown_boxes: dict[str, Box | None] = {}
    lines: list[str] = []
    for node, parent in in_order(nodes):
        depth = depths[parent["nodeId"]] if parent else 0
        box = _box_of(node, boxes, shown_boxes[parent["nodeId"]] if parent else None)
        shown_boxes[node["nodeId"]] = box
        words = _words(node, prune)
        shown = words is not None and (viewport is None or role_of(node) == ROOT or _is_in(box, viewport))
        depths[node["nodeId"]] = depth + shown
        is_needed = parent is not None and is_clickable(parent)
        if not shown or words is None or (prune and not is_needed and _is_said(node, lines)):
            continue
        lines.append("\t" * depth + f"[{number_of(node)}] {words}")
    return lines


def _box_of(node: AxNode, boxes: Mapping[int, Box | None], above: Box | None) -> Box | None:
    """Its own. What the page's document does not hold (the text in a field), or holds undrawn (the options of a closed
    select), is where the node above it is."""
    backend_id = node.get("backendDOMNodeId", -1)
    if backend_id not in boxes:
        return above
    box = boxes[backend_id]
    return above if box is None and role_of(node) in OPTIONS else box


def _words(node: AxNode, prune: bool) -> str | None:
    """Role, name and properties; None for a node without a line."""
    role, name = role_of(node), name_of(node)
    if name is None or role == CONTAINER:
        return None
    role = OLD_ROLES.get(role, role)
    told = [f"{key}: {value}" for key, value in _told(node)]
    if prune and not name.strip() and ((role in EMPTY and not told) or role == "listitem"):
        return None
    return " ".join([role, repr(name), *told])


def _told(node: AxNode) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in properties_of(node) if key not in UNTOLD] + said_of(node)


def _is_in(box: Box | None, viewport: tuple[int, int]) -> bool:
    """Whether enough is in sight. The score is not a share: it grows with the height twice, so any sizeable overlap
    will do. It is kept as the format has it."""
    if box is None or not box[2] or not box[3]:
        return False
    overlap_width = max(0.0, min(box[0] + box[2], viewport[0]) - max(box[0], 0.0))
    overlap_height = max(0.0, min(box[1] + box[3], viewport[1]) - max(box[1], 0.0))
    return overlap_width * overlap_height / box[2] * box[3] >= LEAST_OVERLAP


def _is_said(node: AxNode, lines: list[str]) -> bool:
    if role_of(node) != "StaticText":
        return False
    text = repr(name_of(node))[1:-1]
    return not text or any(text in line for line in lines[-N_KEPT_LINES:])
