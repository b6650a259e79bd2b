"""What was read of a page for one observation, and the ids of what is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from browserenv.browser.accessibility import AxNode, is_bubble, merge, name_of, role_of, saying
from browserenv.browser.dom import Placed, boxes, clickable, frame_owners, place
from browserenv.browser.elements import PART, Elements
from browserenv.browser.extent import Extent
from browserenv.browser.stand_in import StandIns, graft
from browserenv.browser.survey import Box, FrameSurvey, Spot, spots
from browserenv.browser.tree import WORD, Node, walk


@dataclass
class Inside:
    """Playwright's snapshot, our survey, Chromium's two trees: each there only when a part needs it."""

    nodes: list[Node] = field(default_factory=list)
    survey: FrameSurvey | None = None
    dom: dict[str, Any] | None = None
    trees: dict[str, list[AxNode]] | None = None
    extent: Extent = field(default_factory=Extent)
    unread: tuple[str, ...] = ()  # the frames that are not in it, and why
    _stand_ins: StandIns = field(default_factory=StandIns)

    @cached_property
    def nodes_by_ref(self) -> dict[str, Node]:
        return {node.ref: node for node in walk(self.nodes) if node.ref}

    @cached_property
    def spots(self) -> list[Spot]:
        return list(spots(self.survey)) if self.survey else []

    @cached_property
    def spots_by_ref(self) -> dict[str, Spot]:
        return {spot.ref: spot for spot in self.spots if spot.ref}

    @cached_property
    def _place(self) -> tuple[list[Placed], dict[int, Box]]:
        return place(self.dom, self.survey) if self.dom and self.survey else ([], {})

    @cached_property
    def placed(self) -> list[Placed]:
        """In reading order."""
        order = {id(spot): at for at, spot in enumerate(self.spots)}
        return sorted(self._place[0], key=lambda each: order[id(each.spot)])

    @cached_property
    def spots_by_backend_id(self) -> dict[int, Spot]:
        """Of the elements that have a ref."""
        return {each.backend_id: each.spot for each in self.placed if each.spot.ref}

    @cached_property
    def ax_nodes(self) -> list[AxNode]:
        """The accessibility tree of all frames, without ids."""
        if self.extent.is_large:
            return self._stand_ins.page(self.nodes, self.extent.title, self.extent.url)
        found = merge(self.trees, frame_owners(self.dom)) if self.trees and self.dom else []
        return graft(found, self._content_of, self._stand_ins)

    @cached_property
    def told_nodes(self) -> list[AxNode]:
        """The accessibility tree for a text: at fields, also what stands in an empty one, and what the browser says is
        wrong with it."""
        said = {ref: _said(node) for ref, node in self.nodes_by_ref.items() if node.complaint or node.placeholder}
        complaints = {self.nodes_by_ref[ref].complaint for ref in said} - {""}
        found = []
        for node in self.ax_nodes if said else ():
            spot = self.spot_of(node)
            if not is_bubble(node, complaints):
                found.append(saying(node, said.get(spot.ref, []) if spot else []))
        return found or self.ax_nodes

    def spot_of(self, node: AxNode) -> Spot | None:
        """The element with a ref that an accessibility node stands for."""
        backend_id = node.get("backendDOMNodeId", -1)
        ref = self._stand_ins.refs.get(backend_id)
        return self.spots_by_ref.get(ref) if ref else self.spots_by_backend_id.get(backend_id)

    def boxes(self) -> dict[int, Box | None]:
        """By backend id, where nodes are; call it when the tree was made."""
        known: dict[int, Box | None] = boxes(self.dom, self._place[1]) if self.dom else {}
        stood_for = ((number, self.spots_by_ref.get(ref)) for number, ref in self._stand_ins.refs.items())
        areas = {each.backend_id: each.spot.box for each in self.placed if each.spot.tag == "area"}  # not drawn itself
        return known | areas | {number: spot.box if spot else None for number, spot in stood_for}

    def clickable(self) -> set[str]:
        """The refs of the elements that a click does something to. Chromium knows their listeners; of what it does not
        tell, those that look like it."""
        known = clickable(self.dom) if self.dom else set()
        found = {each.spot.ref for each in self.placed if each.backend_id in known}
        told = {each.spot.ref for each in self.placed}
        return found | {spot.ref for spot in self.spots if spot.marked and spot.ref not in told}

    def is_clickable_word(self, node: AxNode) -> bool:
        """Whether it is an element without a role, with nothing but text in it, that can be clicked."""
        spot = self.spot_of(node)
        return spot is not None and WORD in self.nodes_by_ref[spot.ref].states

    def _content_of(self, frame: AxNode) -> list[Node]:
        spot = self.spot_of(frame)
        return self.nodes_by_ref[spot.ref].children if spot else []


def _said(field: Node) -> list[tuple[str, Any]]:
    told = {"placeholder": field.placeholder, "invalid": field.complaint}
    return [(key, value) for key, value in told.items() if value]


class Naming:
    """The ids of the elements of one observation; each is registered as shown when its id is asked for."""

    def __init__(self, elements: Elements, tab_number: int, inside: Inside) -> None:
        self._elements = elements
        self._tab_number = tab_number
        self._inside = inside
        self._above = {child: node for node in inside.ax_nodes for child in node["childIds"]}

    def node(self, node: Node) -> str:
        return self._elements.show(self._tab_number, node)

    def spot(self, spot: Spot) -> str:
        """Of an element with a ref."""
        return self.node(self._inside.nodes_by_ref[spot.ref])

    def bid(self, node: AxNode) -> str:
        """Of an accessibility node; ``""`` for one that is no element with a ref."""
        spot = self._inside.spot_of(node)
        return self.spot(spot) if spot else ""

    def number(self, node: AxNode) -> str:
        """The digits of an id. What is no element with a ref, such as a text, gets an id too: that of a part of the
        element that holds it."""
        return (self.bid(node) or self._part(node)).removeprefix("e")

    def _part(self, node: AxNode) -> str:
        key = f"{PART}{node.get('backendDOMNodeId', node['nodeId'])}"
        label = f'{role_of(node)} "{(name_of(node) or "")[:60]}"'
        return self._elements.show_part(self._tab_number, key, label, self._holder(node))

    def _holder(self, node: AxNode) -> str:
        """The ref of the nearest element that holds a node; of the page as a whole for what none does."""
        above: AxNode | None = node
        while above is not None:
            if spot := self._inside.spot_of(above):
                return spot.ref
            above = self._above.get(above["nodeId"])
        return next(iter(self._inside.nodes_by_ref), "")
