"""The requests of a browser context that are on their way, and which of them are worth waiting for."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Page, Request, Response
from playwright.async_api import Error as PlaywrightError

# These stay open by design, or nothing on the page depends on their answer.
STREAMS = frozenset({"eventsource", "websocket", "media", "ping", "cspviolationreport", "preflight", "manifest"})
PATIENCE_S = 2.0
SLOW_S = 5.0  # a site that is slow for once answers sooner than a long poll does
CUT_OFF = "ERR_NETWORK_CHANGED"  # Chromium dropped it, since an interface of the machine came or went
SITE_ERROR = 500  # and above: the site's own failure, whatever it was asked


class Traffic:
    """Counts the requests of one context by its events.

    A request holds a settle back when it began after ``mark``, is no stream, and is younger than ``patience_s``
    (navigations hold however old they are). One that outlasts the patience is taken for a long poll: its address does
    not hold again in this context, unless it ends within ``slow_s`` after all. ``documents`` are the addresses
    of all pages that were asked for, in order.
    """

    def __init__(self, context: BrowserContext, patience_s: float = PATIENCE_S, slow_s: float = SLOW_S) -> None:
        self.changes = 0
        self.failed: list[tuple[Request, str]] = []
        self.documents: list[str] = []
        self._patience_s, self._slow_s = patience_s, slow_s
        self._began: dict[Request, float] = {}
        self._answered: set[Request] = set()
        self._broken: list[tuple[Request, str]] = []
        self._navigations: list[Request] = []
        self._slow: set[str] = set()
        self._mark = 0.0
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        context.on("request", self._started)
        context.on("response", self._got)
        context.on("requestfinished", self._ended)
        context.on("requestfailed", self._failed)

    def mark(self) -> None:
        """Forget what is on its way: only requests that begin from now on hold, and only their failures are kept."""
        self._mark = self._loop.time()
        self.failed.clear()
        self._navigations.clear()

    @property
    def late(self) -> bool:
        """Whether requests are on their way that do not hold."""
        return bool(self._began)

    @property
    def is_waiting(self) -> bool:
        """Whether a page was asked for that has not been answered."""
        return any(request.is_navigation_request() and request not in self._answered for request in self._began)

    async def idle(self, deadline: float) -> bool:
        """Wait until no request holds; False when the loop's clock passes ``deadline`` first."""
        while until := self._held_until():
            now = self._loop.time()
            if now >= deadline:
                return False
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), min(until, deadline) - now)
            except TimeoutError:
                continue
        return True

    def take_broken(self) -> list[str]:
        """What failed since the last call by no doing of the agent: answers of status 500 and above, and parts of pages
        that were cut off."""
        broken, self._broken = self._broken, []
        return [message for _, message in broken]

    @property
    def cut_off(self) -> list[Request]:
        """Which requests since ``mark`` were dropped because the machine's network changed."""
        return [request for request, why in self.failed if CUT_OFF in why and request.resource_type not in STREAMS]

    def torn(self) -> list[Page]:
        """The pages that lost a part of themselves by that, or never came, and can be loaded again without loss: they
        were asked for since ``mark``, and by GET."""
        asked_for = {page_of(request): request.method for request in self._navigations if _is_of_main_frame(request)}
        return [page for page in dict.fromkeys(map(page_of, self.cut_off)) if page and asked_for.get(page) == "GET"]

    def forget_cut_off(self, page: Page) -> None:
        """Forget which requests of a page were cut off: it is loaded again."""
        gone = {request for request in self.cut_off if page_of(request) is page}
        self.failed[:] = [each for each in self.failed if each[0] not in gone]
        self._broken[:] = [each for each in self._broken if each[0] not in gone]

    async def unanswered(self, patience_s: float) -> Request | None:
        """Wait for the answers to all navigations under way; returns one that got none in ``patience_s`` seconds from
        its beginning."""
        while waiting := [
            request for request in self._began if request.is_navigation_request() and request not in self._answered
        ]:
            left_s = self._began[waiting[0]] + patience_s - self._loop.time()
            if left_s <= 0:
                return waiting[0]
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left_s)
            except TimeoutError:
                continue
        return None

    def _held_until(self) -> float:
        """The time up to which the youngest holding request holds; 0 when none does."""
        now, until = self._loop.time(), 0.0
        for request, began in self._began.items():
            if began < self._mark or _key(request) in self._slow:
                continue
            if request.is_navigation_request():
                until = max(until, now + self._patience_s)
            elif began + self._patience_s > now:
                until = max(until, began + self._patience_s)
            else:
                self._slow.add(_key(request))
        return until

    def _started(self, request: Request) -> None:
        if request.resource_type in STREAMS or request.url.startswith(("data:", "blob:")):
            return
        if request.is_navigation_request():
            self.documents.append(request.url)
            self._navigations.append(request)
        self._began[request] = self._loop.time()
        self._note()

    def _got(self, response: Response) -> None:
        if response.request in self._began:
            self._answered.add(response.request)
            self._note()
        if response.status >= SITE_ERROR:
            self._broken.append((response.request, f"{response.url} answered {response.status}"))

    def _ended(self, request: Request) -> None:
        self._answered.discard(request)
        began = self._began.pop(request, None)
        if began is not None:
            if self._loop.time() - began < self._slow_s:
                self._slow.discard(_key(request))
            self._note()

    def _failed(self, request: Request) -> None:
        why = request.failure or "failed"
        self.failed.append((request, why))
        if request in self.cut_off and not request.is_navigation_request():
            self._broken.append((request, f"{request.url}: {why}"))
        self._ended(request)

    def _note(self) -> None:
        self.changes += 1
        self._changed.set()


def page_of(request: Request) -> Page | None:
    """The page that asked; None for a service worker, and for a page that Playwright does not know yet."""
    try:
        return request.frame.page
    except PlaywrightError:
        return None


def _is_of_main_frame(request: Request) -> bool:
    return page_of(request) is not None and request.frame.parent_frame is None


def _key(request: Request) -> str:
    parts = urlsplit(request.url)
    return f"{request.method} {parts.netloc}{parts.path}"
