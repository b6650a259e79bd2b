"""A Chromium of one episode that an outside program may drive, by an address of the Chrome DevTools Protocol."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from playwright.async_api import BrowserContext, CDPSession, Playwright
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.chromium import end, hold, ping
from browserenv.browser.launch import launch_open
from browserenv.errors import InfrastructureFault

PORT_FILE = "DevToolsActivePort"  # its first line is the port


class OpenChromium:
    """``url`` is the address; ``context`` the browser's own context, which all tabs belong to, whoever opens them.

    Who drives it can do all that a browser can, so a new one is started for every episode, and the judge's pages are
    in another one that has no such address. It is behind the same wall: only the world's sites answer.
    """

    def __init__(self, context: BrowserContext, cdp: CDPSession, pid: int, profile: Path) -> None:
        self.context = context
        self.cdp = cdp
        self.pid = pid
        self._profile = profile
        port = (profile / PORT_FILE).read_text().split()[0]
        self.url = f"http://127.0.0.1:{port}"

    @classmethod
    async def start(
        cls, playwright: Playwright, addresses: Mapping[str, tuple[str, int]], *, headless: bool, **context: Any
    ) -> Self:
        """Start one with the options of a context. Raises as ``launch`` does."""
        profile = Path(tempfile.mkdtemp(prefix="browserenv-open-"))
        opened: BrowserContext | None = None
        try:
            opened = await launch_open(playwright, addresses, profile, headless=headless, **context)
            assert opened.browser is not None, "a context of Chromium has a browser"
            cdp, pid = await hold(opened.browser)
            return cls(opened, cdp, pid, profile)
        except BaseException as error:
            if opened is not None:
                await opened.close()
            shutil.rmtree(profile, ignore_errors=True)
            if isinstance(error, (PlaywrightError, OSError)):
                raise InfrastructureFault("browser", f"Chromium ended while starting: {error}") from error
            raise

    async def ping(self) -> None:
        """Raises InfrastructureFault when it ended or does not answer."""
        assert self.context.browser is not None, "a context of Chromium has a browser"
        await ping(self.context.browser, self.cdp)

    async def close(self) -> None:
        """End it, by force if it does not end by itself in a few seconds."""
        await end(self.context.close(), self.pid)
        shutil.rmtree(self._profile, ignore_errors=True)
