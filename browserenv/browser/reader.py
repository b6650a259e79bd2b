"""What is read of a page for an observation: each source only when one of the parts asked for needs it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import numpy as np
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from browserenv.browser.accessibility import AxNode, capture_trees
from browserenv.browser.complete import complete
from browserenv.browser.dom import capture_dom
from browserenv.browser.extent import Extent
from browserenv.browser.inside import Inside
from browserenv.browser.isolated import ScriptError, evaluate
from browserenv.browser.peek import Answers, ask, ask_all
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
BUSY_FRAME_S = 0.2  # for one that did not make ready, from then on
BUSY_PAGE_S = 1.5  # for the snapshot of a page with such a frame: it takes that long, for it waits for the frame
FRAMES = "frames"  # what is missing where a frame is
SHARE = 0.5  # of the time for a part; a frame that does not answer must not cost the whole
MOST = 0.9  # of that time, for all that frames are asked
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
        self._busy: list[Frame] = []
        self._unread: list[str] = []
        self._until = 0.0

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
        if self._unread:
            self.missing[FRAMES] = "; ".join(self._unread)
        return Inside(nodes, survey, dom, trees, extent, tuple(self._unread))

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
        self._busy = [frame for frame in answers.silent if _has_own_process(frame)]
        return Extent.of(answers.given)

    async def _after(self, tab: Tab) -> None:
        await ask_all(tab.page, "after", self._timeout_s * SHARE, FRAME_S, self._busy, BUSY_FRAME_S)

    async def _nodes(self, tab: Tab) -> tuple[list[Node], FrameSurvey | None]:
        self._until = asyncio.get_running_loop().time() + self._timeout_s * MOST
        nodes = read_snapshot(await _snapshot(tab.page, self._timeout_s, bool(self._busy)))
        found = walk(nodes)
        has_frames = any(node.role == "iframe" for node in found)
        answers = await self._peek(tab.page, "told", has_frames)
        self._unread = _unread(found, answers)
        complete(found, answers.given)
        survey: FrameSurvey | None = None
        if self._needs("survey"):
            survey = read_survey((await self._peek(tab.page, "survey", has_frames)).given, nodes, self._viewport)
        return nodes, survey

    async def _peek(self, page: Page, wish: str, has_frames: bool) -> Answers:
        timeout_s = self._timeout_s * SHARE
        if not has_frames:
            return Answers([await ask(page.main_frame, wish, timeout_s)], {})
        left_s = max(self._until - asyncio.get_running_loop().time(), 0.0) * SHARE
        return await ask_all(page, wish, timeout_s, max(left_s, BUSY_FRAME_S), self._busy, BUSY_FRAME_S)

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


def _has_own_process(frame: Frame) -> bool:
    """Whether a frame is, or is in, one of another site, and so may be busy while the page is not. One of the same site
    that is late has many beside it, or is new."""
    host = urlsplit(frame.page.main_frame.url).netloc
    at: Frame | None = frame
    while at is not None and at.parent_frame is not None:
        if urlsplit(at.url).netloc not in ("", host):
            return True
        at = at.parent_frame
    return False


async def _snapshot(page: Page, timeout_s: float, is_busy: bool) -> str:
    """Playwright's snapshot. It waits for each frame until its time is over, and then leaves the frame out.

    ``is_busy``: a frame is known not to answer.
    """
    never_began = any(not frame.url for frame in page.frames)
    if is_busy or never_began:
        # A frame that never began to load (its address was refused) will not answer; the rest does at once.
        try:
            return await page.aria_snapshot(mode="ai", timeout=BUSY_PAGE_S * 1000 if is_busy else DEAD_FRAME_MS)
        except PlaywrightTimeout:
            pass  # the rest did not: the page is large or busy
    return await page.aria_snapshot(mode="ai", timeout=timeout_s * 1000 * SHARE)


def _unread(nodes: list[Node], answers: Answers) -> list[str]:
    """The frames that are not in a snapshot, as ``URL: reason`` each; none where it has no frame with nothing in it."""
    n_empty = sum(node.role == "iframe" and not node.children for node in nodes)
    prefixes = {node.ref.partition("e")[0] for node in nodes}
    late = [each["url"] for each in answers.given[1:] if each["shows"] and each["prefix"] not in prefixes]
    silent = [f"{frame.url}: the frame {reason}" for frame, reason in answers.silent.items()]
    return [*silent, *(f"{url}: the frame was not read in time" for url in late)][:n_empty]
