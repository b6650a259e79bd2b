"""Chromium's accessibility tree (``Accessibility.getFullAXTree``), the frames' trees put together into one.

BrowserGym hands it out as ``axtree_object``: ``{"nodes": [...]}``, the root first, each node with ``nodeId``, ``role``,
``name``, ``properties``, ``childIds``; an element that has an id has it as ``browsergym_id``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Set
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

AxNode = dict[str, Any]
# Lines of a text, with nothing that the text above them does not say; Chromium tells them only in new versions.
LEFT_OUT = "InlineTextBox"


async def capture_trees(cdp: CDPSession) -> dict[str, list[AxNode]]:
    """The nodes of each frame of the page's process by the frame's id, the main frame first."""
    frames = await cdp.send("Page.getFrameTree")
    ids = list(_frame_ids(frames["frameTree"]))
    calls = (cdp.send("Accessibility.getFullAXTree", {"frameId": each}) for each in ids)
    answers = await asyncio.gather(*calls, return_exceptions=True)
    found: dict[str, list[AxNode]] = {}
    for frame_id, answer in zip(ids, answers, strict=True):
        if isinstance(answer, BaseException):
            if frame_id == ids[0] or not isinstance(answer, PlaywrightError):
                raise answer
            continue  # a frame that went away meanwhile, or is in a process of its own
        found[frame_id] = [node for node in answer["nodes"] if node["role"]["value"] != LEFT_OUT]
    return found


def _frame_ids(tree: dict[str, Any]) -> Iterator[str]:
    yield str(tree["frame"]["id"])
    for child in tree.get("childFrames", []):
        yield from _frame_ids(child)


def merge(trees: Mapping[str, list[AxNode]], owners: Mapping[str, int]) -> list[AxNode]:
    """All nodes in one list, each frame's root below the node of the element that holds it.

    ``owners``: by a frame's id, the backend id of that element; a frame that none holds is left out.
    """
    merged: list[AxNode] = []
    taken: set[str] = set()
    holders: dict[int, AxNode] = {}
    for frame_id, nodes in trees.items():
        holder = holders.get(owners.get(frame_id, -1))
        if merged and holder is None:
            continue
        own = _renamed(nodes, taken, frame_id)
        taken |= {node["nodeId"] for node in own}
        if holder is not None and own:
            holder["childIds"] = [*holder.get("childIds", []), own[0]["nodeId"]]
            own[0]["parentId"] = holder["nodeId"]
        holders |= {node["backendDOMNodeId"]: node for node in own if node["role"]["value"] == "Iframe"}
        merged += own
    return merged


def _renamed(nodes: list[AxNode], taken: set[str], frame_id: str) -> list[AxNode]:
    """Copies of a frame's nodes; an id that another frame has too (as texts made by style sheets do) is changed."""
    names = {node["nodeId"]: node["nodeId"] for node in nodes}
    names |= {name: f"{name}-{frame_id}" for name in names if name in taken}
    copies = []
    for node in nodes:
        copy = node | {"nodeId": names[node["nodeId"]]}
        copy["childIds"] = [names[child] for child in node.get("childIds", []) if child in names]
        if node.get("parentId") in names:
            copy["parentId"] = names[node["parentId"]]
        copies.append(copy)
    return copies


def role_of(node: AxNode) -> str:
    return str(node["role"].get("value", ""))


def name_of(node: AxNode) -> str | None:
    """The name; None for a node that is ignored, which has none."""
    return str(node["name"].get("value", "")) if "name" in node else None


def properties_of(node: AxNode) -> Iterator[tuple[str, Any]]:
    """(name, value) of each property that has a value."""
    for each in node.get("properties", []):
        if "value" in each.get("value", {}):
            yield each["name"], each["value"]["value"]


def saying(node: AxNode, said: list[tuple[str, Any]]) -> AxNode:
    """A copy that tells what a person sees at an element and no property of Chromium's has."""
    return node | {"said": said} if said else node


def said_of(node: AxNode) -> list[tuple[str, Any]]:
    """That, as (name, value) each."""
    return list(node.get("said", ()))


def is_bubble(node: AxNode, complaints: Set[str]) -> bool:
    """Whether it is the bubble in which Chromium says one of ``complaints``: for some seconds, by the machine's clock,
    and at no element of the page."""
    return role_of(node) == "alert" and "backendDOMNodeId" not in node and (name_of(node) or "").strip() in complaints


def in_order(nodes: list[AxNode]) -> Iterator[tuple[AxNode, AxNode | None]]:
    """Each node with its parent, in reading order."""
    by_id = {node["nodeId"]: node for node in nodes}
    stack: list[tuple[AxNode, AxNode | None]] = [(nodes[0], None)] if nodes else []
    while stack:
        node, parent = stack.pop()
        yield node, parent
        stack += [(by_id[child], node) for child in reversed(node["childIds"]) if child in by_id]
