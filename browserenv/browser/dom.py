"""Chromium's own snapshot of the document (``DOMSnapshot.captureSnapshot``), and where our refs are in it.

The snapshot has a document for each frame of the page's process, each with its nodes in the order of the flat tree as
parallel arrays; texts are numbers of a table ``strings``. BrowserGym hands it out as ``dom_object``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession

from browserenv.browser.survey import Box, FrameSurvey, Lens, Spot

ELEMENT = 1  # as in Node.nodeType


@dataclass(frozen=True)
class Placed:
    """An element of a survey, and its place in the snapshot: number of the document and of the node, backend id."""

    spot: Spot
    document: int
    node: int
    backend_id: int


async def capture_dom(cdp: CDPSession) -> dict[str, Any]:
    """The snapshot, with layout boxes, as BrowserGym asks for it."""
    options = {"computedStyles": [], "includeDOMRects": True, "includePaintOrder": True}
    return dict(await cdp.send("DOMSnapshot.captureSnapshot", options))


def place(dom: dict[str, Any], survey: FrameSurvey) -> tuple[list[Placed], dict[int, Box]]:
    """Each element of the survey that is found in the snapshot, by walking down both; and, by the number of a document,
    where its viewport is on the page.

    Where the two differ (a closed shadow root, a change between the two), what is below is left out.
    """
    found: list[Placed] = []
    views: dict[int, Box] = {}
    work = [(0, survey)] if dom["documents"] else []
    while work:
        number, frame = work.pop()
        views[number] = frame.view
        placed = list(_pairs(dom, number, frame))
        inner = _inner_documents(dom, number)
        work += [
            (inner[each.node], frame.frames[at]) for at, each in placed if at in frame.frames and each.node in inner
        ]
        found += [each for _, each in placed]
    return found, views


def _inner_documents(dom: dict[str, Any], number: int) -> dict[int, int]:
    """By the node of a frame element, the number of the document inside."""
    index = dom["documents"][number]["nodes"]["contentDocumentIndex"]
    return dict(zip(index["index"], index["value"], strict=True))


def _pairs(dom: dict[str, Any], number: int, frame: FrameSurvey) -> Iterator[tuple[int, Placed]]:
    """(row of the survey, its place) for the elements that both have."""
    nodes = dom["documents"][number]["nodes"]
    ours, theirs = _rows_below(frame), _elements_below(nodes, dom["strings"])
    stack = [(-1, 0)]  # above the root element; node 0 is the document
    while stack:
        row, node = stack.pop()
        rows, inner = ours.get(row, []), theirs(node)
        names = [dom["strings"][nodes["nodeName"][each]].lower() for each in inner]
        if names != [frame.spots[each].tag.lower() for each in rows]:
            continue
        for at, each in zip(rows, inner, strict=True):
            yield at, Placed(frame.spots[at], number, each, nodes["backendNodeId"][each])
            stack.append((at, each))


def _rows_below(frame: FrameSurvey) -> dict[int, list[int]]:
    below: dict[int, list[int]] = {}
    for at, spot in enumerate(frame.spots):
        below.setdefault(spot.parent, []).append(at)
    return below


def _elements_below(nodes: dict[str, Any], strings: list[str]) -> Callable[[int], list[int]]:
    """A function from a node to the elements below it that a script can reach.

    What is inside a closed shadow root is told by its nodes; what they hold of the page's own is reached past them.
    """
    below: dict[int, list[int]] = {}
    for node, parent in enumerate(nodes["parentIndex"]):
        below.setdefault(parent, []).append(node)
    pseudo = set(nodes["pseudoType"]["index"])
    roots = zip(nodes["shadowRootType"]["index"], nodes["shadowRootType"]["value"], strict=True)
    hidden = {node for node, kind in roots if strings[kind] != "open"}

    def elements(node: int) -> list[int]:
        found: list[int] = []
        stack = list(reversed(below.get(node, [])))
        while stack:
            child = stack.pop()
            if child in hidden:
                stack.extend(reversed(below.get(child, [])))
            elif nodes["nodeType"][child] == ELEMENT and child not in pseudo:
                found.append(child)
        return found

    return elements


def boxes(dom: dict[str, Any], views: Mapping[int, Box]) -> dict[int, Box | None]:
    """By backend id, the box of each node (texts too): x, y, width, height in px of the viewport; None: not drawn.

    ``views``: by the number of a document, where its viewport is on the page. One that is not known is taken to be
    drawn as it is laid out.
    """
    every = (backend_id for document in dom["documents"] for backend_id in document["nodes"]["backendNodeId"])
    found: dict[int, Box | None] = dict.fromkeys(every)
    known = dict(views)
    for number, document in enumerate(dom["documents"]):
        if number not in known:
            continue  # nothing holds it
        names, layout = document["nodes"]["backendNodeId"], document["layout"]
        lens, inner = _lens(document, known[number]), _inner_documents(dom, number)
        for at, node in enumerate(layout["nodeIndex"]):
            box = lens.box(layout["bounds"][at])
            if found[names[node]] is None:  # a node of several boxes has the box around all first
                found[names[node]] = box
            if node in inner and inner[node] not in known:
                border = layout["clientRects"][at] or [0, 0]
                known[inner[node]] = (box[0] + border[0], box[1] + border[1], *_size(dom["documents"][inner[node]]))
    return found


def _size(document: dict[str, Any]) -> tuple[float, float]:
    """Width and height of a document's viewport, which is the box of the document itself, in the pixels of its boxes:
    ``zoom`` on a frame makes them larger, ``transform`` does not."""
    bounds = document["layout"]["bounds"]
    return (bounds[0][2], bounds[0][3]) if bounds else (0.0, 0.0)


def _lens(document: dict[str, Any], view: Box) -> Lens:
    """From the boxes of a document, which are told from its top, to the page."""
    lens = Lens(view).inner(view, _size(document))
    x, y = document.get("scrollOffsetX", 0) * lens.x, document.get("scrollOffsetY", 0) * lens.y
    return Lens((view[0] - x, view[1] - y, view[2], view[3]), lens.x, lens.y)


def clickable(dom: dict[str, Any]) -> set[int]:
    """The backend ids of the nodes that a click does something to: Chromium knows their listeners."""
    found = set()
    for document in dom["documents"]:
        nodes = document["nodes"]
        found |= {nodes["backendNodeId"][node] for node in nodes["isClickable"]["index"]}
    return found


def frame_owners(dom: dict[str, Any]) -> dict[str, int]:
    """By the id of a frame, the backend id of the element that holds it; the main frame has none."""
    found = {}
    for number, document in enumerate(dom["documents"]):
        for node, inner in _inner_documents(dom, number).items():
            frame_id = dom["strings"][dom["documents"][inner]["frameId"]]
            found[frame_id] = document["nodes"]["backendNodeId"][node]
    return found
