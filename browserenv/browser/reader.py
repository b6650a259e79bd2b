"""What is read of a page for an observation: each source only when one of the parts asked for needs it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import numpy as np
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from browserenv.browser.accessibility import AxNode, capture_trees
from browserenv.browser.complete import complete
from browserenv.browser.dom import capture_dom
from browserenv.browser.extent import Extent
from browserenv.browser.inside import Inside
from browserenv.browser.isolated import ScriptError, evaluate
from browserenv.browser.peek import ask, ask_all
from browserenv.browser.screenshot import Pixels, scaled, take_full_screenshot, take_screenshot
from browserenv.browser.sight import Sight, scaled_side
from browserenv.browser.survey import FrameSurvey, read_survey
from browserenv.browser.tabs import Tab
from browserenv.browser.tree import Node, read_snapshot, walk

# Which parts need what is read of the page; the axtree needs what its format does.
RAW = frozenset({"axtree_object", "dom_object", "extra_element_properties"})
NEEDED_FOR = {
    "nodes": RAW | {"axtree", "focused_element", "screenshot_som"},
    "survey": RAW | {"screenshot_som"},
    "dom": RAW,
    "trees": frozenset({"axtree_object"}),
    "picture": frozenset({"screenshot", "screenshot_som"}),
    "full": frozenset({"screenshot_full"}),
    "html": frozenset({"html"}),
}
HTML = """(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
  return type + (document.documentElement ? document.documentElement.outerHTML : "");
})()"""
FRAME_S = 1.0  # for a frame inside to make ready
DEAD_FRAME_MS = 400
SHARE = 0.5  # of the time for a part; a frame that does not answer must not cost the whole
T = TypeVar("T")


def needing(source: str, parts: frozenset[str], sight: Sight) -> frozenset[str]:
    """Those of ``parts`` that need a source, one of the keys of ``NEEDED_FOR``."""
    own_format = sight.axtree_format == "tree"
    sources = set() if own_format else {"survey", "dom", "trees"}
    also = {"axtree"} if source in sources or (source == "survey" and sight.viewport_only) else set()
    return parts & (NEEDED_FOR[source] | also)


class Reader:
    """Reads the sources that the ``parts`` of one observation need. ``missing``: why a part could not be read.

    ``shut``: why no page can be read now; empty when they can.
    """

    def __init__(
        self,
        tab: Tab | None,
        viewport: tuple[int, int],
        timeout_s: float,
        parts: frozenset[str],
        sight: Sight,
        shut: str,
    ) -> None:
        self.tab = tab
        self.parts = parts
        self.sight = sight
        self.missing: dict[str, str] = {}
        self._viewport = viewport
        self._timeout_s = timeout_s
        self._shut = shut

    async def inside(self) -> Inside:
        """The trees of the page."""
        nothing: tuple[list[Node], FrameSurvey | None] = ([], None)
        no_dom: dict[str, Any] | None = None
        no_trees: dict[str, list[AxNode]] | None = None
        extent = await self._try("nodes", self._before, None)
        if extent is None:
            return Inside()
        (nodes, survey), dom, trees = await asyncio.gather(
            self._try("nodes", self._nodes, nothing),
            _nothing(no_dom) if extent.is_large else self._try("dom", self._dom, no_dom),
            _nothing(no_trees) if extent.is_large else self._try("trees", self._trees, no_trees),
        )
        if extent.is_large:
            await self._try("nodes", self._after, None)
        if extent.is_large and "dom_object" in self.parts:
            self.missing["dom_object"] = f"the page is too large for it; {extent}"
        return Inside(nodes, survey, dom, trees, extent)

    async def pictures(self) -> tuple[Pixels, Pixels]:
        """The picture of the viewport and that of the whole page, one after the other."""
        black = self._black()
        picture = await self._try("picture", self._picture, black)
        return picture, await self._try("full", self._full, black)

    async def html(self) -> str:
        return await self._try("html", self._html, "")

    def _needs(self, source: str) -> bool:
        return bool(needing(source, self.parts, self.sight))

    async def _try(self, source: str, read: Callable[[Tab], Awaitable[T]], empty: T) -> T:
        parts = needing(source, self.parts, self.sight)
        if not parts:
            return empty
        reason = self._shut or "there is no page"
        if not self._shut and self.tab is not None and not self.tab.crashed:
            try:
                return await asyncio.wait_for(_twice(read, self.tab), self._timeout_s)
            except (TimeoutError, PlaywrightTimeout):
                reason = f"the page did not answer within {self._timeout_s:g} s"
            except (PlaywrightError, ScriptError, ValueError) as error:
                reason = str(error).splitlines()[0]
        self.missing |= dict.fromkeys(parts, reason)
        return empty

    async def _before(self, tab: Tab) -> Extent | None:
        answers = await ask_all(tab.page, "before", self._timeout_s, FRAME_S)
        return Extent.of(answers)

    async def _after(self, tab: Tab) -> None:
        await ask_all(tab.page, "after", self._timeout_s * SHARE, FRAME_S)

    async def _nodes(self, tab: Tab) -> tuple[list[Node], FrameSurvey | None]:
        nodes = read_snapshot(await _snapshot(tab.page, self._timeout_s))
        found = walk(nodes)
        has_frames = any(node.role == "iframe" for node in found)
        complete(found, await self._peek(tab.page, "told", has_frames))
        survey: FrameSurvey | None = None
        if self._needs("survey"):
            survey = read_survey(await self._peek(tab.page, "survey", has_frames), nodes, self._viewport)
        return nodes, survey

    async def _peek(self, page: Page, wish: str, has_frames: bool) -> list[Any]:
        timeout_s = self._timeout_s * SHARE
        return await ask_all(page, wish, timeout_s) if has_frames else [await ask(page.main_frame, wish, timeout_s)]

    async def _dom(self, tab: Tab) -> dict[str, Any] | None:
        return await capture_dom(await tab.cdp())

    async def _trees(self, tab: Tab) -> dict[str, list[AxNode]] | None:
        return await capture_trees(await tab.cdp())

    async def _picture(self, tab: Tab) -> Pixels:
        return scaled(await take_screenshot(tab.page, await tab.cdp(), self._timeout_s), self.sight.screenshot_scale)

    async def _full(self, tab: Tab) -> Pixels:
        return await take_full_screenshot(tab.page, await tab.cdp(), self._timeout_s)

    async def _html(self, tab: Tab) -> str:
        return str(await evaluate(await tab.cdp(), HTML, self._timeout_s))

    def _black(self) -> Pixels:
        width, height = (scaled_side(side, self.sight.screenshot_scale) for side in self._viewport)
        return np.zeros((height, width, 3), dtype=np.uint8)


async def _nothing(empty: T) -> T:
    return empty


async def _twice(read: Callable[[Tab], Awaitable[T]], tab: Tab) -> T:
    """A page that navigates while it is read takes the first answer with it."""
    try:
        return await read(tab)
    except (PlaywrightError, ScriptError):
        return await read(tab)


async def _snapshot(page: Page, timeout_s: float) -> str:
    """Playwright's snapshot. It waits for each frame until its time is over, and then leaves the frame out."""
    if any(not frame.url for frame in page.frames):
        # A frame that never began to load (its address was refused) will not answer; the rest does at once.
        try:
            return await page.aria_snapshot(mode="ai", timeout=DEAD_FRAME_MS)
        except PlaywrightTimeout:
            pass  # the rest did not: the page is large or busy
    return await page.aria_snapshot(mode="ai", timeout=timeout_s * 1000 * SHARE)
