"""One episode in the browser: a context of its own, its tabs, and the hands and eyes of the agent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.actions import SPECS, Action
from browserenv.browser.choosers import Choosers
from browserenv.browser.dialogs import ANSWERS, Dialogs
from browserenv.browser.downloads import Downloads
from browserenv.browser.elements import Elements
from browserenv.browser.enforce import Enforcer
from browserenv.browser.failures import ActionFailed, first_line, told
from browserenv.browser.files import Files
from browserenv.browser.interrupt import unless_dialog
from browserenv.browser.observe import Eyes, Observation
from browserenv.browser.page_log import PageError, PageLog
from browserenv.browser.perform import ActionLimits, Performer
from browserenv.browser.prepare import prepare
from browserenv.browser.probe import ProbeAnswer, ProbeFailure, ProbeLimits, Prober, read
from browserenv.browser.rooms import Room
from browserenv.browser.settle import Settled, SettleLimits, settle
from browserenv.browser.sight import Sight
from browserenv.browser.snapshot import BrowserSnapshot, Methods, TabSnapshot, fill_tab, open_tab, read_tab
from browserenv.browser.storage import Storage, StorageReader
from browserenv.browser.tabs import Tab, Tabs
from browserenv.browser.torn import MAX_LOADS, load_again_what_was_cut_off
from browserenv.browser.traffic import CUT_OFF, Traffic
from browserenv.browser.turns import Turns
from browserenv.browser.wall import BLANK, ERROR_PAGE, refusal
from browserenv.errors import CallOrderError, InfrastructureFault


@dataclass(frozen=True)
class Performed:
    """What came of an action.

    ``error``: for the agent, None when all went well; ``settled``: how the page came to rest (``dialog``: a dialog
    keeps it from that); ``act_ms``: the time of the action itself; ``site_failures``: pages of this world that did
    not answer, as ``url: reason`` (a fault of the world, not of the agent); ``page_errors``: what scripts threw and
    wrote to the console as errors; ``crashes``: pages whose process in the browser ended (no doing of the agent).
    """

    error: str | None
    settled: Settled
    act_ms: float = 0.0
    site_failures: tuple[str, ...] = ()
    page_errors: tuple[PageError, ...] = ()
    crashes: tuple[str, ...] = ()


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
        download_bytes: int,
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
        self._choosers = Choosers(context)
        self._downloads = Downloads(context, download_bytes)
        self._page_log = PageLog(context)
        self._last: tuple[Tab | None, Observation] | None = None
        self._methods = Methods(context)
        self._elements = elements = Elements()
        self._performer = Performer(
            self._tabs,
            elements,
            hosts,
            viewport=viewport,
            files=Files(uploads, self._downloads),
            choosers=self._choosers,
            dialogs=self._dialogs,
            limits=actions,
        )
        self._turns = Turns(self._performer, self._dialogs, actions)
        self._enforcer = Enforcer(
            self._tabs,
            self._traffic,
            hosts,
            actions.navigation_ms,
            settle=self._settle,
            unblock=self._turns.answer_dialogs,
        )
        self._eyes = Eyes(self._tabs, elements, viewport, observe_s)
        self.prober = Prober(new_room, judged_hosts, settling, probing)

    async def begin(self, cookies: Sequence[Mapping[str, Any]], start_urls: Sequence[str]) -> None:
        """Open the start pages. Raises InfrastructureFault("site", ...) when one does not answer."""
        if cookies:
            await self._context.add_cookies([dict(cookie) for cookie in cookies])  # type: ignore[misc]
        self._traffic.mark()
        first: Tab | None = None
        for url in start_urls or (BLANK,):
            tab = await self._open_tab()
            first = first or tab
            await self._open_start(tab, url)
        if first and first is not self._tabs.active:
            await self._tabs.focus(first)
        await self._settle()
        await load_again_what_was_cut_off(self._traffic, self._settle, self._navigation_ms)
        if any(tab.page.url == ERROR_PAGE for tab in self._tabs.all):
            raise InfrastructureFault("site", f"a start page was cut off {MAX_LOADS} times: {CUT_OFF}")

    async def read_tabs(self) -> tuple[TabSnapshot, ...]:
        """All tabs as they are now, without touching them. Raises CallOrderError while a dialog is open: it blocks its
        page, and cannot be put back."""
        if self._dialogs.open:
            raise CallOrderError(f"no snapshot while a dialog is open ({self._dialogs.open[0]}); answer it first")
        tabs = self._tabs.all
        shown = [self._elements.in_order(tab.number) for tab in tabs]
        methods = [self._methods.of(tab.page) for tab in tabs]
        return tuple(await asyncio.gather(*map(read_tab, tabs, methods, shown)))

    @property
    def active_index(self) -> int:
        return self._tabs.active_index

    @property
    def n_elements(self) -> int:
        return self._elements.n_given

    async def restore(self, kept: BrowserSnapshot) -> list[list[str]]:
        """Open the tabs as they were; returns for each what is not as it was. Raises InfrastructureFault("site")."""
        differs: list[list[str]] = []
        tabs: list[Tab] = []
        for was in kept.tabs:
            self._traffic.mark()
            tabs.append(await self._open_tab())
            try:
                await open_tab(tabs[-1], was, self._navigation_ms)
            except PlaywrightError as error:
                raise InfrastructureFault("site", f"{was.url} could not be restored: {first_line(error)}") from error
            await self._settle()
            await load_again_what_was_cut_off(self._traffic, self._settle, self._navigation_ms)
            differs.append(await fill_tab(tabs[-1], was))
        await self._tabs.focus(tabs[kept.active])
        self._elements.expect(
            {tab.number: was.shown for tab, was in zip(tabs, kept.tabs, strict=True)}, kept.n_elements
        )
        self._traffic.documents[:] = kept.documents
        self._traffic.take_broken()
        await self._settle()
        return differs

    async def _open_tab(self) -> Tab:
        """The room's own tab at first, and then one after the other."""
        ready, self._first = self._first, None
        return await self._tabs.open(ready)

    async def _open_start(self, tab: Tab, url: str) -> None:
        if refused := refusal(url, self._hosts):
            raise InfrastructureFault("world", f"start page: {refused}")
        try:
            response = await tab.page.goto(url, wait_until="commit", timeout=self._navigation_ms)
        except PlaywrightError as error:
            if CUT_OFF in error.message:
                return  # it is loaded again with the others
            failed = next((request for request, _ in reversed(self._traffic.failed) if request.redirected_from), None)
            led = f"{url} led to {failed.url}, and there" if failed else url
            raise InfrastructureFault("site", f"start page {led}: {first_line(error)}") from error
        if response and response.status >= 500:
            raise InfrastructureFault("site", f"start page {url} answered {response.status}")

    async def perform(self, *actions: Action) -> Performed:
        """Take actions that belong together, wait until the page is at rest, and see that every tab is inside the wall.

        The first that fails, or that a dialog comes after, is the last that is taken.
        """
        if all(SPECS[action.name].subset in ("chat", "infeas") for action in actions):
            return Performed(None, Settled("quiet", 0.0))
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._traffic.mark()
        errors: list[str] = []
        failures: list[str] = []
        try:
            await self._turns.take(actions)
        except ActionFailed as failed:
            errors.append(str(failed))
            # A page that blocks its own leaving is not the fault of the site that was gone to.
            failures += [failed.site_failure] if failed.site_failure and self._traffic.is_waiting else []
        act_ms = (loop.time() - began) * 1000
        settled, slow = await self._settle_patiently()
        if len(actions) == 1:  # with several, a later one may have put something into the page
            again = load_again_what_was_cut_off(self._traffic, self._settle, self._navigation_ms)
            rested: Settled | None = await unless_dialog(self._dialogs, again, None)
            settled = rested or settled
        await self._downloads.finish(self._settling.cap_s)
        if settled.reason == "quiet":
            self._dialogs.count_anew()
        messages, more_failures, crashes = await self._enforcer.enforce()
        errors += messages
        failures += [*more_failures, *slow, *self._traffic.take_broken()]
        return Performed(
            told("; ".join(errors)) or None,
            settled,
            act_ms,
            tuple(dict.fromkeys(failures)),
            self._page_log.take(),
            tuple(crashes),
        )

    def take_failures(self) -> list[tuple[str, str]]:
        """(part, message): what a site failed to answer since the last call or action, and pages that crashed."""
        crashed = [("browser", tab.crash) for tab in self._tabs.all if tab.crash]
        return [*(("site", message) for message in self._traffic.take_broken()), *crashed]

    async def answer_dialogs(self) -> None:
        """Answer by default what the agent left open."""
        await self._turns.answer_dialogs()

    # --- seeing

    async def observe(self, parts: frozenset[str], sight: Sight) -> Observation:
        """What the agent sees. Behind an open dialog it is what was seen last; the tree begins with the dialog."""
        seen = await unless_dialog(self._dialogs, self._eyes.observe(parts, sight), None)
        if seen is not None:
            self._last = self._tabs.active, seen
        else:
            seen = await self._see_behind(parts, sight)
        dialogs = (*self._dialogs.take(), *self._choosers.open)
        return replace(seen, dialogs=dialogs, downloads=self._downloads.files)

    async def _see_behind(self, parts: frozenset[str], sight: Sight) -> Observation:
        self._eyes.shut = "a dialog is open; what was seen before it is shown"
        try:
            blank = await self._eyes.observe(parts, sight)
        finally:
            self._eyes.shut = ""
        tab, last = self._last or (None, blank)
        if tab is self._tabs.active and last.url == blank.url:
            seen = {part: getattr(last, part) for part in parts if getattr(last, part) is not None}
            blank = replace(blank, **seen)
        if blank.axtree is not None:
            lines = [f"[dialog] {note}: {ANSWERS}" for note in self._dialogs.open]
            blank = replace(blank, axtree="\n".join([*lines, blank.axtree]))
        return blank

    async def probe_current(
        self, locator: str | None, pictures: bool = False, steps: Sequence[str] = ()
    ) -> ProbeAnswer:
        tab = self._tabs.active
        if tab is None or tab.crashed:
            return ProbeAnswer("", failure=ProbeFailure.SITE, error="no page is open")
        blocked = ProbeAnswer(tab.page.url, failure=ProbeFailure.SITE, error="a dialog blocks the page")
        return await unless_dialog(self._dialogs, self._read_current(tab, locator, pictures, steps), blocked)

    async def _read_current(self, tab: Tab, locator: str | None, pictures: bool, steps: Sequence[str]) -> ProbeAnswer:
        wrong = await prepare(tab, steps, self._settle, self._read_s) if steps else ""
        answer = await read(tab, locator, self._read_s, pictures=pictures)
        if wrong and answer.failure is ProbeFailure.LOCATOR:
            return replace(answer, error=f"{answer.error} ({wrong})")
        return answer

    @property
    def page(self) -> Page | None:
        """The active tab's page."""
        return self._tabs.page

    @property
    def documents(self) -> tuple[str, ...]:
        """The addresses of all pages that were asked for, in order."""
        return tuple(self._traffic.documents)

    @property
    def pointer(self) -> tuple[float, float]:
        """Where the agent's pointer is, in pixels of the viewport."""
        return self._performer.pointer.at

    @property
    def downloads(self) -> Path | None:
        """The folder of what was downloaded, until the episode is closed; None when nothing was."""
        return self._downloads.folder

    async def storage(self, origins: Collection[str]) -> Storage:
        """What a dialog blocks is as it was read last; where it never was, the dialog is answered first."""
        known = self._storage.known
        if known is not None:
            return await unless_dialog(self._dialogs, self._storage.read(origins), known)
        await self.answer_dialogs()
        return await self._storage.read(origins)

    async def full_storage(self) -> dict[str, Any]:
        """Cookies, local storage and IndexedDB of all origins, in Playwright's shape."""
        return dict(await self._context.storage_state(indexed_db=True))

    async def close(self) -> None:
        self._tabs.stop()
        self._turns.stop()
        await asyncio.gather(self.prober.close(), self._context.close(), self._downloads.close())

    async def _settle(self) -> Settled:
        began = asyncio.get_running_loop().time()
        settled = await unless_dialog(self._dialogs, settle(self._tabs, self._traffic, self._settling), None)
        if settled is not None:
            return settled
        return Settled("dialog", (asyncio.get_running_loop().time() - began) * 1000)

    async def _settle_patiently(self) -> tuple[Settled, list[str]]:
        """Settle; where a site has not answered by then, it is given as long as any navigation is.

        Returns also the failures of the sites: an agent is not to blame for a page that never came.
        """
        settled = await self._settle()
        if settled.reason != "requests":
            return settled, []
        patience_s = self._navigation_ms / 1000
        if request := await unless_dialog(self._dialogs, self._traffic.unanswered(patience_s), None):
            return settled, [f"{request.url}: no answer within {patience_s:g} s"]
        return await self._settle(), []
