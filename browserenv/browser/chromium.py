"""A running Chromium: started, asked whether it still answers, and ended with all its processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Self

from playwright.async_api import Browser, CDPSession, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.launch import launch
from browserenv.browser.peek import register
from browserenv.browser.processes import kill_process, parent_of
from browserenv.errors import InfrastructureFault

PING_S = 5.0
CLOSE_S = 3.0


class Chromium:
    """``browser`` is Playwright's; ``cdp`` the channel to the browser as a whole; ``pid`` its main process."""

    def __init__(self, playwright: Playwright, browser: Browser, cdp: CDPSession, pid: int) -> None:
        self.browser = browser
        self.cdp = cdp
        self.pid = pid
        self.playwright = playwright
        self._driver_pid = parent_of(pid)

    @classmethod
    async def start(
        cls,
        addresses: Mapping[str, tuple[str, int]],
        *,
        headless: bool = True,
        executable: Path | None = None,
        slow_mo_ms: float = 0,
    ) -> Self:
        """See ``launch`` for what is raised."""
        try:
            playwright = await async_playwright().start()
        except OSError as error:  # no process or no memory is left for it
            raise InfrastructureFault("browser", f"Playwright's driver did not start: {error}") from error
        browser: Browser | None = None
        try:
            await register(playwright)
            browser = await launch(
                playwright, addresses, headless=headless, executable=executable, slow_mo_ms=slow_mo_ms
            )
            cdp, pid = await hold(browser)
        except BaseException as error:
            await _politely(browser.close() if browser else _nothing())
            await _politely(playwright.stop())
            if isinstance(error, PlaywrightError):
                raise InfrastructureFault("browser", f"Chromium ended while starting: {error.message}") from error
            raise
        return cls(playwright, browser, cdp, pid)

    async def ping(self) -> None:
        """Raises InfrastructureFault when Chromium ended or does not answer."""
        await ping(self.browser, self.cdp)

    async def close(self) -> None:
        """End it, by force if it does not end by itself in a few seconds. Leaves no process."""
        await end(self.browser.close(), self.pid)
        await _politely(self.playwright.stop())
        kill_process(self._driver_pid)


async def ping(browser: Browser, cdp: CDPSession) -> None:
    """Raises InfrastructureFault when a browser ended or does not answer."""
    if not browser.is_connected():
        raise InfrastructureFault("browser", "Chromium ended by itself")
    try:
        await asyncio.wait_for(cdp.send("Browser.getVersion"), PING_S)
    except (PlaywrightError, TimeoutError) as error:
        raise InfrastructureFault("browser", f"Chromium did not answer within {PING_S:g} s") from error


async def hold(browser: Browser) -> tuple[CDPSession, int]:
    """The channel to a browser as a whole, and its main process."""
    cdp = await browser.new_browser_cdp_session()
    # Tells of each tab at once; see tabs.
    await cdp.send("Target.setDiscoverTargets", {"discover": True})
    info = await cdp.send("SystemInfo.getProcessInfo")
    return cdp, next(int(each["id"]) for each in info["processInfo"] if each["type"] == "browser")


async def end(closing: Awaitable[None], pid: int) -> None:
    """Let a browser close, by force if it does not in a few seconds."""
    await _politely(closing)
    kill_process(pid, with_group=True)


async def _politely(closing: Awaitable[None]) -> None:
    try:
        await asyncio.wait_for(closing, CLOSE_S)
    except (PlaywrightError, TimeoutError, ConnectionError):
        return  # what does not end by itself is killed next


async def _nothing() -> None:
    return None
