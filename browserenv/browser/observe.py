"""What the agent sees. Each part is computed only when asked for, and nothing is ever written to the page."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error as PlaywrightError

from browserenv.browser.axtree import axtree
from browserenv.browser.dialogs import DialogNote
from browserenv.browser.downloads import Downloaded
from browserenv.browser.elements import Elements
from browserenv.browser.inside import Inside, Naming
from browserenv.browser.marks import draw_marks
from browserenv.browser.properties import annotate, element_properties
from browserenv.browser.reader import NEEDED_FOR, RAW, Reader
from browserenv.browser.screenshot import Pixels
from browserenv.browser.sight import Sight
from browserenv.browser.tabs import Tab, Tabs
from browserenv.browser.tree import CLICKABLE, WORD, Node, walk
from browserenv.errors import UnknownNameError, nearest

PARTS = frozenset({"open_pages_titles"}).union(*NEEDED_FOR.values())


@dataclass(frozen=True)
class Observation:
    """What is seen of the active tab, and the list of tabs. A part that was not asked for is None.

    ``url``, ``open_pages_urls`` and ``active_page_index`` cost nothing and are always there. Pictures are uint8,
    (height, width, 3), RGB: ``screenshot`` of the viewport, ``screenshot_som`` the same with a set of marks,
    ``screenshot_full`` of the whole page. ``axtree``: see ``axtree``. ``focused_element``: its id, or ``""``.
    ``axtree_object``, ``dom_object``, ``extra_element_properties``: in BrowserGym's shapes.
    ``missing``: why a part that was asked for could not be read (it is then empty), by the part's name.
    ``dialogs``: the native dialogs and file choosers that are open, after those that were answered since the last
    observation; ``downloads``: all files of the episode.
    """

    url: str
    open_pages_urls: tuple[str, ...]
    active_page_index: int
    open_pages_titles: tuple[str, ...] | None = None
    axtree: str | None = None
    focused_element: str | None = None
    screenshot: Pixels | None = None
    screenshot_som: Pixels | None = None
    screenshot_full: Pixels | None = None
    html: str | None = None
    axtree_object: dict[str, Any] | None = None
    dom_object: dict[str, Any] | None = None
    extra_element_properties: dict[str, dict[str, Any]] | None = None
    missing: tuple[tuple[str, str], ...] = ()
    dialogs: tuple[DialogNote, ...] = ()
    downloads: tuple[Downloaded, ...] = ()


def has_changed(before: Observation | None, now: Observation) -> bool | None:
    """Whether what is seen differs from what was seen before: the tree, the addresses and titles of the tabs, which of
    them is active, the focus, dialogs and downloads. Pictures are not compared: pixels may move by themselves.

    None when that cannot be said, since a tree was not observed or could not be read, and nothing else differs.
    """
    if before is None:
        return None
    if _seen_apart_from_trees(before) != _seen_apart_from_trees(now):
        return True
    trees = [seen.axtree for seen in (before, now) if "axtree" not in dict(seen.missing)]
    return None if len(trees) < 2 or None in trees else trees[0] != trees[1]


def _seen_apart_from_trees(seen: Observation) -> tuple[Any, ...]:
    tabs = (seen.url, seen.open_pages_urls, seen.open_pages_titles, seen.active_page_index)
    return (*tabs, seen.focused_element, seen.dialogs, seen.downloads)


class Eyes:
    """Observes for one episode. ``shut``: why no page can be read now; empty when they can."""

    def __init__(self, tabs: Tabs, elements: Elements, viewport: tuple[int, int], timeout_s: float) -> None:
        self.shut = ""
        self._tabs = tabs
        self._elements = elements
        self._viewport = viewport
        self._timeout_s = timeout_s

    async def observe(self, parts: frozenset[str], sight: Sight) -> Observation:
        """See the parts named (of PARTS), as ``sight`` has it. A page that fails gives empty parts.

        Raises UnknownNameError for a part that does not exist.
        """
        for part in parts - PARTS:
            raise UnknownNameError(f"no observation part {part!r}{nearest(part, PARTS)}")
        reader = Reader(self._tabs.active, self._viewport, self._timeout_s, parts, sight, self.shut)
        wants_titles = "open_pages_titles" in parts or ("axtree" in parts and sight.axtree_format == "webarena")
        inside, (picture, full), html, titles = await asyncio.gather(
            reader.inside(), reader.pictures(), reader.html(), self._titles() if wants_titles else _none()
        )
        told: dict[str, Any] = {"screenshot": picture, "screenshot_full": full, "html": html}
        told |= {"open_pages_titles": titles}
        told |= self._told(reader, inside, picture, titles or ())
        return Observation(
            url=reader.tab.page.url if reader.tab else "",
            open_pages_urls=tuple(each.page.url for each in self._tabs.all),
            active_page_index=self._tabs.active_index,
            missing=tuple(sorted(reader.missing.items())),
            **{part: told[part] for part in parts},
        )

    def _told(self, reader: Reader, inside: Inside, picture: Pixels, titles: tuple[str, ...]) -> dict[str, Any]:
        """The parts that name elements; numbers are given in the order of the parts here."""
        told: dict[str, Any] = {"axtree": "", "focused_element": "", "screenshot_som": picture}
        told |= {"axtree_object": {"nodes": []}, "dom_object": {"documents": [], "strings": []}}
        told["extra_element_properties"] = {}
        wanted = reader.parts - set(reader.missing)
        if reader.tab is None or not wanted & (RAW | {"axtree", "focused_element", "screenshot_som"}):
            return told
        self._elements.new_observation(reader.tab.number)
        naming = Naming(self._elements, reader.tab.number, inside)
        if "axtree" in wanted:
            active, viewport = self._tabs.active_index, self._viewport
            told["axtree"] = axtree(inside, naming, reader.sight, titles=titles, active=active, viewport=viewport)
        if "focused_element" in wanted:
            told["focused_element"] = _focused(inside, naming)
        if "screenshot_som" in wanted:
            marks = [(naming.spot(each), each.box) for each in inside.spots if each.ref and each.marked and each.box]
            told["screenshot_som"] = draw_marks(picture, marks, reader.sight.screenshot_scale)
        return told | _raw(wanted, inside, naming)

    async def _titles(self) -> tuple[str, ...]:
        return tuple(await asyncio.gather(*(self._title(tab) for tab in self._tabs.all)))

    async def _title(self, tab: Tab) -> str:
        if self.shut:
            return ""
        try:
            return await asyncio.wait_for(tab.page.title(), self._timeout_s)
        except (PlaywrightError, TimeoutError):
            return ""  # a page that is going away, or whose thread is blocked, has no title to show


def _focused(inside: Inside, naming: Naming) -> str:
    """The id of the innermost element that has the focus; ``""`` when it is the page itself."""
    found = [node for node in walk(inside.nodes) if node.focused and node.ref]
    return naming.node(found[-1]) if found and not _is_body(found[-1], inside.nodes) else ""


def _is_body(node: Node, nodes: list[Node]) -> bool:
    """Whether a node is all of the page; it is told when it has the focus, which is when nothing has."""
    return (
        len(nodes) == 1 and node is nodes[0] and node.role == "generic" and not {CLICKABLE, WORD} & node.states.keys()
    )


def _raw(wanted: Set[str], inside: Inside, naming: Naming) -> dict[str, Any]:
    raw: dict[str, Any] = {}
    if "axtree_object" in wanted:
        ids = [(node, naming.bid(node)) for node in inside.ax_nodes]
        raw["axtree_object"] = {"nodes": [node | {"browsergym_id": bid} if bid else node for node, bid in ids]}
    if "extra_element_properties" in wanted:
        raw["extra_element_properties"] = element_properties(inside.spots, inside.clickable(), naming.spot)
    if "dom_object" in wanted and inside.dom:
        annotate(inside.dom, inside.placed, naming.spot)
        raw["dom_object"] = inside.dom
    return raw


async def _none() -> None:
    return None
