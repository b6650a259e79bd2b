"""What the agent sees. Each part is computed only when asked for, and nothing is ever written to the page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from browserenv.browser.dialogs import DialogNote
from browserenv.browser.downloads import Downloaded
from browserenv.browser.elements import Elements
from browserenv.browser.isolated import ScriptError, evaluate
from browserenv.browser.peek import ask, ask_all
from browserenv.browser.screenshot import scaled, take_screenshot
from browserenv.browser.sight import Sight, scaled_side
from browserenv.browser.tabs import Tab, Tabs
from browserenv.browser.tree import Node, read_snapshot, render, walk
from browserenv.errors import UnknownNameError, nearest

PARTS = frozenset({"axtree", "focused_element", "html", "open_pages_titles", "screenshot"})
HTML = """(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  return type + (document.documentElement ? document.documentElement.outerHTML : "");
})()"""
DEAD_FRAME_MS = 400
SHARE = 0.5  # of the time for a part; a frame that does not answer must not cost the whole
T = TypeVar("T")


@dataclass(frozen=True)
class Observation:
    """What is seen of the active tab, and the list of tabs. A part that was not asked for is None.

    ``url``, ``open_pages_urls`` and ``active_page_index`` cost nothing and are always there. ``screenshot``: uint8,
    (height, width, 3), RGB, of the viewport. ``axtree``: see ``tree``. ``focused_element``: its id, or ``""``.
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
    screenshot: npt.NDArray[np.uint8] | None = None
    html: str | None = None
    missing: tuple[tuple[str, str], ...] = ()
    dialogs: tuple[DialogNote, ...] = ()
    downloads: tuple[Downloaded, ...] = ()


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
        missing: dict[str, str] = {}
        no_nodes: list[Node] = []
        tab = self._tabs.active
        wants_tree = bool(parts & {"axtree", "focused_element"})
        nodes, screenshot, html, titles = await asyncio.gather(
            self._try("axtree", missing, tab, self._nodes, no_nodes) if wants_tree else _none(),
            self._try("screenshot", missing, tab, lambda tab: self._screenshot(tab, sight), self._black(sight))
            if "screenshot" in parts
            else _none(),
            self._try("html", missing, tab, self._html, "") if "html" in parts else _none(),
            self._titles() if "open_pages_titles" in parts else _none(),
        )
        axtree, focused = self._named(tab, nodes or []) if wants_tree else (None, None)
        return Observation(
            url=tab.page.url if tab else "",
            open_pages_urls=tuple(each.page.url for each in self._tabs.all),
            active_page_index=self._tabs.active_index,
            open_pages_titles=titles,
            axtree=axtree if "axtree" in parts else None,
            focused_element=focused if "focused_element" in parts else None,
            screenshot=screenshot,
            html=html,
            missing=tuple(sorted(missing.items())),
        )

    async def _try(
        self, part: str, missing: dict[str, str], tab: Tab | None, read: Callable[[Tab], Awaitable[T]], empty: T
    ) -> T:
        if self.shut or tab is None or tab.crashed:
            missing[part] = self.shut or "there is no page"
            return empty
        try:
            return await asyncio.wait_for(self._twice(read, tab), self._timeout_s)
        except TimeoutError:
            missing[part] = f"the page did not answer within {self._timeout_s:g} s"
        except (PlaywrightError, ScriptError, ValueError) as error:
            missing[part] = str(error).splitlines()[0]
        return empty

    async def _twice(self, read: Callable[[Tab], Awaitable[T]], tab: Tab) -> T:
        """A page that navigates while it is read takes the first answer with it."""
        try:
            return await read(tab)
        except (PlaywrightError, ScriptError):
            return await read(tab)

    async def _nodes(self, tab: Tab) -> list[Node]:
        nodes = read_snapshot(await _snapshot(tab.page, self._timeout_s))
        found = walk(nodes)
        if any(node.role == "iframe" for node in found):
            answers = await ask_all(tab.page, "states", self._timeout_s * SHARE)
        else:
            answers = [await ask(tab.page.main_frame, "states", self._timeout_s * SHARE)]
        states = {ref: names for answer in answers for ref, names in answer.items()}
        for node in found:
            node.states.update(dict.fromkeys(states.get(node.ref, ()), ""))
        return nodes

    def _named(self, tab: Tab | None, nodes: list[Node]) -> tuple[str, str]:
        if tab is None:
            return "", ""
        self._elements.new_observation(tab.number)
        text = render(nodes, lambda node: self._elements.show(tab.number, node))
        focused = next((node for node in reversed(walk(nodes)) if node.focused and node.ref), None)
        if focused is None or focused is (nodes[0] if nodes else None):
            return text, ""
        return text, self._elements.show(tab.number, focused)

    async def _screenshot(self, tab: Tab, sight: Sight) -> npt.NDArray[np.uint8]:
        return scaled(await take_screenshot(tab.page, await tab.cdp(), self._timeout_s), sight.screenshot_scale)

    def _black(self, sight: Sight) -> npt.NDArray[np.uint8]:
        width, height = (scaled_side(side, sight.screenshot_scale) for side in self._viewport)
        return np.zeros((height, width, 3), dtype=np.uint8)

    async def _html(self, tab: Tab) -> str:
        return str(await evaluate(await tab.cdp(), HTML, self._timeout_s))

    async def _titles(self) -> tuple[str, ...]:
        return tuple(await asyncio.gather(*(self._title(tab) for tab in self._tabs.all)))

    async def _title(self, tab: Tab) -> str:
        if self.shut:
            return ""
        try:
            return await asyncio.wait_for(tab.page.title(), self._timeout_s)
        except (PlaywrightError, TimeoutError):
            return ""  # a page that is going away, or whose thread is blocked, has no title to show


async def _snapshot(page: Page, timeout_s: float) -> str:
    """Playwright's snapshot. It waits for each frame until its time is over, and then leaves the frame out."""
    if any(not frame.url for frame in page.frames):
        # A frame that never began to load (its address was refused) will not answer; the rest does at once.
        try:
            return await page.aria_snapshot(mode="ai", timeout=DEAD_FRAME_MS)
        except PlaywrightTimeout:
            pass  # the rest did not: the page is large or busy
    return await page.aria_snapshot(mode="ai", timeout=timeout_s * 1000 * SHARE)


async def _none() -> None:
    return None
