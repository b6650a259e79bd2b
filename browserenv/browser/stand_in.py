"""Nodes that stand in for Chromium's accessibility tree where that cannot be had: made from Playwright's snapshot.

Of a frame in a process of its own Chromium tells the page's channel nothing, and of a large document it tells all or
nothing, which takes minutes. The snapshot has both. Roles and properties are put in Chromium's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any
from urllib.parse import urljoin

from browserenv.browser.accessibility import AxNode
from browserenv.browser.tree import FIELDS, Node, walk

ROOT, TEXT, FRAME = "RootWebArea", "StaticText", "Iframe"
WORDS: Mapping[str, str] = MappingProxyType({"text": TEXT, "iframe": FRAME, "img": "image"})
TICKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


class StandIns:
    """Makes the nodes of one observation. ``refs``: by the (negative) backend id of each, the element's ref."""

    def __init__(self, taken: int = 0) -> None:
        self.refs: dict[int, str] = {}
        self._numbers = count(taken + 2)  # -1 is nobody's

    def page(self, nodes: list[Node], title: str, url: str) -> list[AxNode]:
        """A document with what is in it, the root first."""
        below: list[AxNode] = []
        root = self._node(ROOT, title, [("url", url)] if url else [])
        if len(nodes) == 1 and nodes[0].role == "generic":  # the body, which Chromium does not tell
            root["properties"] += _told([("focused", True)]) if nodes[0].focused else []
            nodes = nodes[0].children
        # A large document is one branch after the other, so no call goes deep.
        stack = [(node, root) for node in reversed(nodes)]
        while stack:
            node, parent = stack.pop()
            made = self._element(node, url)
            _hang(made, parent)
            below.append(made)
            inner, text = made, self._text(node)
            if node.role == "iframe" and node.children:
                inner = self._node(ROOT, "", [])
                _hang(inner, made)
                below.append(inner)
            if text:
                _hang(text, made)
                below.append(text)
            stack += [(child, inner) for child in reversed(node.children)]
        return [root, *below]

    def _element(self, node: Node, url: str) -> AxNode:
        role = WORDS.get(node.role, node.role)
        made = self._node(role, node.text if role == TEXT else node.name, list(_properties(node, url)))
        if node.role in FIELDS and node.text:
            made["value"] = {"type": "string", "value": node.text}
        if node.ref:
            made["backendDOMNodeId"] = -int(made["nodeId"].removeprefix("stand-in-"))
            self.refs[made["backendDOMNodeId"]] = node.ref
        return made

    def _text(self, node: Node) -> AxNode | None:
        return self._node(TEXT, node.text, []) if node.text and node.role != "text" else None

    def _node(self, role: str, name: str, properties: list[tuple[str, Any]]) -> AxNode:
        return {
            "nodeId": f"stand-in-{next(self._numbers)}",
            "ignored": False,
            "role": {"type": "role", "value": role},
            "name": {"type": "computedString", "value": name},
            "properties": _told(properties),
            "childIds": [],
        }


def graft(nodes: list[AxNode], content_of: Callable[[AxNode], list[Node]], stand_ins: StandIns) -> list[AxNode]:
    """The nodes with the content of frames that have none; ``content_of``: what the snapshot has in a frame."""
    found: list[AxNode] = []
    for node in nodes:
        found.append(node)
        if node["role"]["value"] == FRAME and not node["childIds"] and (content := content_of(node)):
            inner = stand_ins.page(content, "", "")
            _hang(inner[0], node)
            found += inner
    return found


def _told(properties: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    return [{"name": key, "value": {"type": "string", "value": value}} for key, value in properties]


def _hang(node: AxNode, parent: AxNode) -> None:
    parent["childIds"].append(node["nodeId"])
    node["parentId"] = parent["nodeId"]


def _properties(node: Node, url: str) -> Iterator[tuple[str, Any]]:
    states = node.states
    if node.url:
        yield "url", urljoin(url, node.url)
    if "disabled" in states:
        yield "disabled", True
    if node.focused:
        yield "focused", True
    if node.role == "combobox" and any(child.role == "option" for child in walk(node.children)):
        yield "hasPopup", "menu"
        yield "expanded", "expanded" in states
    elif "expanded" in states or "collapsed" in states:
        yield "expanded", "expanded" in states
    if node.role in TICKED:
        yield "checked", (states["checked"] or "true") if "checked" in states else "false"
    if "pressed" in states:
        yield "pressed", states["pressed"] or "true"
    if node.role == "option":
        yield "selected", "selected" in states
    elif "selected" in states:
        yield "selected", True
    if node.role in FIELDS:
        yield "required", "required" in states
