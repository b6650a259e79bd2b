"""One episode in the browser: a context of its own, its tabs, the hands and eyes of the agent, and the wall's second
part, which takes a page back from wherever it should not be."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Page, Request
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.actions import SPECS, Action
from browserenv.browser.dialogs import DialogNote, Dialogs
from browserenv.browser.elements import Elements
from browserenv.browser.failures import ActionFailed, first_line
from browserenv.browser.observe import Eyes, Observation
from browserenv.browser.perform import ActionLimits, Performer
from browserenv.browser.probe import ProbeAnswer, ProbeFailure, ProbeLimits, Prober, read
from browserenv.browser.rooms import Room
from browserenv.browser.settle import Settled, SettleLimits, settle
from browserenv.browser.sight import Sight
from browserenv.browser.storage import Storage, StorageReader
from browserenv.browser.tabs import Tab, Tabs, close_quietly
from browserenv.browser.traffic import Traffic
from browserenv.browser.wall import BLANK, ERROR_PAGE, refusal
from browserenv.errors import InfrastructureFault

# What Chromium says when a site that it reached failed. All else is the wall's or the address's doing: https, say,
# which no site of a world speaks, must not pass for a fault of the world.
SITE_ERRORS = (
    "net::ERR_CONNECTION",
    "net::ERR_CONTENT",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_HTTP_RESPONSE_CODE_FAILURE",
    "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
    "net::ERR_INVALID_CHUNKED_ENCODING",
    "net::ERR_INVALID_HTTP_RESPONSE",
    "net::ERR_INVALID_RESPONSE",
    "net::ERR_RESPONSE_HEADERS",
    "net::ERR_SOCKET",
    "net::ERR_TIMED_OUT",
    "net::ERR_TOO_MANY_REDIRECTS",
)


@dataclass(frozen=True)
class Performed:
    """What came of an action.

    ``error``: for the agent, None when all went well; ``settled``: how the page came to rest; ``act_ms``: the time of
    the action itself; ``dialogs``: native dialogs that opened and were answered; ``site_failures``: pages of this
    world that did not answer, as ``url: reason`` (a fault of the world, not of the agent).
    """

    error: str | None
    settled: Settled
    act_ms: float = 0.0
    dialogs: tuple[DialogNote, ...] = ()
    site_failures: tuple[str, ...] = ()


class Episode:
    """Made by the session; see there."""

    def __init__(
        self,
        room: Room,
        new_room: Callable[[Storage], Awaitable[Room]],
        browser_cdp: CDPSession,
        hosts: Collection[str],
        *,
        judged_hosts: Collection[str],
        viewport: tuple[int, int],
        uploads: Path | None,
        actions: ActionLimits,
        settling: SettleLimits,
        probing: ProbeLimits,
        observe_s: float,
    ) -> None:
        context = self._context = room.context
        self._first: Tab | None = room.tab
        self._hosts = hosts
        self._settling = settling
        self._navigation_ms = actions.navigation_ms
        self._read_s = observe_s
        self._tabs = Tabs(context, browser_cdp)
        self._traffic = Traffic(context)
        self._storage = StorageReader(context, self._tabs, self._traffic)
        self._dialogs = Dialogs(context)
        elements = Elements()
        self._performer = Performer(self._tabs, elements, hosts, viewport=viewport, uploads=uploads, limits=actions)
        self._eyes = Eyes(self._tabs, elements, viewport, observe_s)
        self.prober = Prober(new_room, judged_hosts, settling, probing)

    async def begin(self, cookies: Sequence[Mapping[str, Any]], start_urls: Sequence[str]) -> None:
        """Open the start pages. Raises InfrastructureFault("site", ...) when one does not answer."""
        if cookies:
            await self._context.add_cookies([dict(cookie) for cookie in cookies])  # type: ignore[misc]
        self._traffic.mark()
        first: Tab | None = None
        for url in start_urls or (BLANK,):
            ready, self._first = self._first, None
            tab = await self._tabs.open(ready)
            first = first or tab
            await self._open_start(tab, url)
        if first and first is not self._tabs.active:
            await self._tabs.focus(first)
        await self._settle()

    async def _open_start(self, tab: Tab, url: str) -> None:
        if refused := refusal(url, self._hosts):
            raise InfrastructureFault("world", f"start page: {refused}")
        try:
            response = await tab.page.goto(url, wait_until="commit", timeout=self._navigation_ms)
        except PlaywrightError as error:
            raise InfrastructureFault("site", f"start page {url}: {first_line(error)}") from error
        if response and response.status >= 500:
            raise InfrastructureFault("site", f"start page {url} answered {response.status}")

    async def perform(self, action: Action) -> Performed:
        """Take an action, wait until the page is at rest, and see that every tab is inside the wall."""
        if SPECS[action.name].subset in ("chat", "infeas"):
            return Performed(None, Settled("quiet", 0.0))
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._traffic.mark()
        errors: list[str] = []
        failures: list[str] = []
        try:
            await self._performer.perform(action)
        except ActionFailed as failed:
            errors.append(str(failed))
            failures += [failed.site_failure] if failed.site_failure else []
        act_ms = (loop.time() - began) * 1000
        settled, slow = await self._settle_patiently()
        messages, more_failures = await self._enforce()
        errors += messages
        failures += [*more_failures, *slow, *self._traffic.take_broken()]
        return Performed(
            "; ".join(errors) or None, settled, act_ms, self._dialogs.take(), tuple(dict.fromkeys(failures))
        )

    async def observe(self, parts: frozenset[str], sight: Sight) -> Observation:
        return await self._eyes.observe(parts, sight)

    async def probe_current(self, locator: str | None, pictures: bool = False) -> ProbeAnswer:
        tab = self._tabs.active
        if tab is None or tab.crashed:
            return ProbeAnswer("", failure=ProbeFailure.SITE, error="no page is open")
        return await read(tab, locator, self._read_s, pictures=pictures)

    @property
    def page(self) -> Page | None:
        """The active tab's page."""
        return self._tabs.page

    @property
    def documents(self) -> tuple[str, ...]:
        """The addresses of all pages that were asked for, in order."""
        return tuple(self._traffic.documents)

    async def storage(self, origins: Collection[str]) -> Storage:
        return await self._storage.read(origins)

    async def close(self) -> None:
        self._tabs.stop()
        await asyncio.gather(self.prober.close(), self._context.close())

    async def _settle(self) -> Settled:
        return await settle(self._tabs, self._traffic, self._settling)

    async def _settle_patiently(self) -> tuple[Settled, list[str]]:
        """Settle; where a site has not answered by then, it is given as long as any navigation is.

        Returns also the failures of the sites: an agent is not to blame for a page that never came.
        """
        settled = await self._settle()
        if settled.reason != "requests":
            return settled, []
        patience_s = self._navigation_ms / 1000
        if request := await self._traffic.unanswered(patience_s):
            return settled, [f"{request.url}: no answer within {patience_s:g} s"]
        return await self._settle(), []

    # --- the wall

    async def _enforce(self) -> tuple[list[str], list[str]]:
        """Take every tab back into the world. Returns (messages for the agent, failures of the sites)."""
        messages: list[str] = []
        failures: list[str] = []
        for tab in self._tabs.all:
            if tab.crashed:
                messages.append(await self._replace(tab))
            elif tab.page.url == ERROR_PAGE:
                await self._take_back_failed(tab, messages, failures)
            elif refused := refusal(tab.page.url, self._hosts):
                messages.append(f"{refused}; {await self._take_back(tab)}")
        if not self._tabs.all:
            await self._tabs.open()
            messages.append("the last tab was closed; an empty one was opened")
        if messages:
            await self._settle()
        return messages, failures

    async def _take_back_failed(self, tab: Tab, messages: list[str], failures: list[str]) -> None:
        """A tab shows Chromium's error page: because the wall stopped it, or because a site failed."""
        failed = next(((r, why) for r, why in reversed(self._traffic.failed) if _is_page_of(r, tab)), None)
        if failed is None:
            return  # it has been there since an earlier action, which told
        request, why = failed
        if refused := refusal(request.url, self._hosts):
            messages.append(f"{refused}; {await self._take_back(tab)}")
        elif why.startswith(SITE_ERRORS):
            failures.append(f"{request.url}: {why}")
            messages.append(f"{request.url} did not answer ({why})")
        else:
            messages.append(f"{request.url} leads nowhere in this world ({why}); {await self._take_back(tab)}")

    async def _take_back(self, tab: Tab) -> str:
        """Bring a tab back to where it was; a tab that was nowhere before is closed. Returns what was done."""
        history = await (await tab.cdp()).send("Page.getNavigationHistory")
        at = history["currentIndex"]
        if at > 0 and not (at == 1 and history["entries"][0]["url"] == BLANK):
            await tab.page.go_back(wait_until="commit", timeout=self._navigation_ms)
            return "went back"
        if len(self._tabs.all) > 1:
            await close_quietly(tab.page)
            return "the tab was closed"
        await tab.page.goto(BLANK)
        return "the tab was emptied"

    async def _replace(self, tab: Tab) -> str:
        """A tab whose process crashed is closed, and its page opened anew in another."""
        url = tab.page.url
        await close_quietly(tab.page)
        new = await self._tabs.open()
        if refusal(url, self._hosts) is None and url:
            await new.page.goto(url, wait_until="commit", timeout=self._navigation_ms)
        return f"the page {url} crashed and was opened again"


def _is_page_of(request: Request, tab: Tab) -> bool:
    """Whether a request was for the document that a tab shows."""
    if not request.is_navigation_request():
        return False
    try:
        return bool(request.frame == tab.page.main_frame)
    except PlaywrightError:
        return True  # the page was not yet known when the request failed: it is the one that was opened just now
