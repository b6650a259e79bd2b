"""One Chromium for one environment: it is started once, and each episode gets a context of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from playwright.async_api import Browser, BrowserContext, CDPSession, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.actions import Action
from browserenv.browser.episode import Episode, Performed
from browserenv.browser.hands import ActionLimits
from browserenv.browser.launch import launch
from browserenv.browser.observe import Observation
from browserenv.browser.pagescript import page_script
from browserenv.browser.probe import ProbeAnswer
from browserenv.browser.processes import kill_group, parent_of
from browserenv.browser.settle import SettleLimits
from browserenv.errors import CallOrderError, InfrastructureFault

VIEWPORT = (1280, 720)
T = TypeVar("T")


@dataclass(frozen=True)
class SessionLimits:
    """observe_s: for each part of an observation; ping_s: for Chromium to answer at all; close_s: for each closing
    step, before its process is killed; setup_s: for a context and its first tab."""

    action: ActionLimits = field(default_factory=ActionLimits)
    settle: SettleLimits = field(default_factory=SettleLimits)
    observe_s: float = 10.0
    ping_s: float = 5.0
    close_s: float = 3.0
    setup_s: float = 30.0


class Session:
    """A running Chromium behind the wall, and at most one episode in it. Made by ``await Session.start(...)``.

    All methods belong to the event loop that started it. A Chromium that died or does not answer raises
    InfrastructureFault("browser", ...); what an agent does wrong never raises.
    """

    def __init__(
        self,
        playwright: Playwright,
        browser: Browser,
        hosts: Sequence[str],
        viewport: tuple[int, int],
        limits: SessionLimits,
    ) -> None:
        self.version = browser.version
        self.viewport = viewport
        self._playwright = playwright
        self._browser = browser
        self._hosts = frozenset(hosts)
        self._limits = limits
        self._cdp: CDPSession | None = None
        self._pid = 0
        self._driver_pid = 0
        self._closed = False
        self._episode: Episode | None = None

    @classmethod
    async def start(
        cls,
        addresses: Mapping[str, tuple[str, int]],
        *,
        headless: bool = True,
        viewport: tuple[int, int] = VIEWPORT,
        executable: Path | None = None,
        slow_mo_ms: float = 0,
        limits: SessionLimits = SessionLimits(),
    ) -> Self:
        """Start Chromium for the sites at ``addresses``: host name to (ip, port).

        ``viewport``: (width, height) in pixels. Raises BrowserNotFoundError, or InfrastructureFault when it does not
        start.
        """
        playwright = await async_playwright().start()
        try:
            browser = await launch(
                playwright, addresses, headless=headless, executable=executable, slow_mo_ms=slow_mo_ms
            )
        except BaseException:
            await playwright.stop()
            raise
        session = cls(playwright, browser, list(addresses), viewport, limits)
        await session._note_processes()
        return session

    async def _note_processes(self) -> None:
        self._cdp = await self._browser.new_browser_cdp_session()
        await self._cdp.send("Target.setDiscoverTargets", {"discover": True})
        info = await self._cdp.send("SystemInfo.getProcessInfo")
        self._pid = next(int(each["id"]) for each in info["processInfo"] if each["type"] == "browser")
        self._driver_pid = parent_of(self._pid)

    # --- episodes

    async def open_episode(
        self,
        cookies: Sequence[Mapping[str, Any]],
        start_urls: Sequence[str],
        start_time: datetime,
        *,
        timezone_id: str = "UTC",
        locale: str = "en-US",
        uploads: Path | None = None,
    ) -> None:
        """Begin an episode in a fresh context, after closing the one before.

        ``cookies`` are in Playwright's shape; ``start_urls`` open one tab each, the first one active; ``start_time``
        (with a time zone) is what the pages' clock shows now; ``uploads`` is the folder of files offered to the agent.
        Raises InfrastructureFault: "browser", or "site" when a start page cannot be opened.
        """
        self._require_open()
        await self.close_episode()
        script = page_script(start_time, datetime.now(UTC))

        async def new_context() -> BrowserContext:
            context = await self._browser.new_context(
                viewport={"width": self.viewport[0], "height": self.viewport[1]},
                device_scale_factor=1,
                locale=locale,
                timezone_id=timezone_id,
                reduced_motion="reduce",
                color_scheme="light",
                service_workers="block",
                accept_downloads=True,
            )
            await context.add_init_script(script)
            return context

        episode = await self._guard(self._new_episode(new_context, cookies, uploads), self._limits.setup_s)
        self._episode = episode
        try:
            await self._guard(episode.begin(start_urls))
        except InfrastructureFault:
            await self.close_episode()
            raise

    async def _new_episode(
        self, new_context: Any, cookies: Sequence[Mapping[str, Any]], uploads: Path | None
    ) -> Episode:
        context = await new_context()
        if cookies:
            await context.add_cookies([dict(cookie) for cookie in cookies])
        limits = self._limits
        return Episode(
            context,
            new_context,
            self._cdp,
            self._hosts,
            viewport=self.viewport,
            uploads=uploads,
            actions=limits.action,
            settling=limits.settle,
            observe_s=limits.observe_s,
        )

    async def close_episode(self) -> None:
        """End the episode, if there is one, with all its tabs, cookies and storage."""
        episode, self._episode = self._episode, None
        if episode is not None:
            await self._guard(episode.close(), self._limits.setup_s)

    # --- what an episode can do

    async def perform(self, action: Action) -> Performed:
        """Take an action and wait until the page is at rest. A failure is in the result, for the agent to read."""
        return await self._guard(self._current().perform(action))

    async def observe(self, parts: frozenset[str]) -> Observation:
        """What the agent sees; ``parts`` are names of ``observe.PARTS``."""
        return await self._guard(self._current().observe(parts))

    async def probe(
        self, url: str, locator: str | None = None, cookies: Sequence[Mapping[str, Any]] = ()
    ) -> ProbeAnswer:
        """Read ``locator`` (None: the whole page) at ``url`` in the judge's own context."""
        return await self._guard(self._current().prober.probe(url, locator, cookies))

    async def probe_current(self, locator: str | None = None) -> ProbeAnswer:
        """Read ``locator`` (None: the whole page) on the agent's active tab, without touching it."""
        return await self._guard(self._current().probe_current(locator))

    # --- life and death

    async def close(self) -> None:
        """End everything. Returns within seconds and leaves no process, whatever state Chromium is in."""
        if self._closed:
            return
        self._closed, self._episode = True, None
        await self._politely(self._browser.close())
        kill_group(self._pid)
        await self._politely(self._playwright.stop())
        kill_group(self._driver_pid, whole_group=False)

    async def _politely(self, closing: Awaitable[None]) -> None:
        try:
            await asyncio.wait_for(closing, self._limits.close_s)
        except (PlaywrightError, TimeoutError, ConnectionError):
            return  # what does not end by itself is killed next

    def _current(self) -> Episode:
        self._require_open()
        if self._episode is None:
            raise CallOrderError("no episode is open; call open_episode() first")
        return self._episode

    def _require_open(self) -> None:
        if self._closed:
            raise CallOrderError("this session is closed; start another one")

    async def _guard(self, work: Awaitable[T], limit_s: float | None = None) -> T:
        """Await ``work``; when it fails, ask whether Chromium is to blame."""
        try:
            result = await asyncio.wait_for(work, limit_s or self._limits.setup_s * 2)
        except (PlaywrightError, TimeoutError, ConnectionError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InfrastructureFault("browser", f"Chromium failed: {reason}") from error
        if not self._browser.is_connected():
            raise InfrastructureFault("browser", "Chromium ended by itself")
        return result
