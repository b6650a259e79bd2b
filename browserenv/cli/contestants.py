"""Who is measured by ``bench step``, each doing the same on the same page: Playwright alone, ours, and BrowserGym."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from playwright.async_api import Browser, BrowserContext, Page, Playwright, async_playwright

from ..agents.axtree import elements
from ..browser.launch import launch, require_chromium
from ..browser.processes import parent_of
from ..gymnasium_env import BrowserEnv

PAGE = "http://forum.localhost/"
DEEDS = ("noop", "click", "fill", "navigate", "reset")
CSS = {"click": "input[name=q]", "fill": "input[name=q]", "navigate": "a.top__link[href='/forums']"}
TEXT = "sixteen letters."
SIDE = Path(__file__).with_name("browsergym_side.py")
# What BrowserGym's user can switch off; both delays are on by default.
BROWSERGYM = {"defaults": {}, "fastest": {"slow_mo": 0, "pre_observation_delay": 0.0}}


class Contestant(Protocol):
    """``do`` takes a deed of ``DEEDS`` and returns its milliseconds, None when it was not done in the contestant's own
    time; ``home`` goes back to the page, unmeasured."""

    name: str

    def home(self) -> None: ...

    def do(self, deed: str) -> float | None: ...

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The heads of its process trees, the measuring program's own left out."""

    def close(self) -> None: ...


class Bare:
    """Playwright alone: the deed, then a screenshot and an aria snapshot; a reset is a new context and goto."""

    name = "bare"

    def __init__(self, env: BrowserEnv, cookies: list[dict[str, Any]]) -> None:
        self._env = env
        self._cookies: Any = cookies
        self._playwright: Playwright
        self._browser: Browser
        self._context: BrowserContext | None = None
        self._page: Page
        env.run(self._start())

    async def _start(self) -> None:
        (address,) = self._env.core.world.addresses.values()
        self._playwright = await async_playwright().start()
        self._browser = await launch(self._playwright, {address.host: (address.ip, address.port)})
        info = await (await self._browser.new_browser_cdp_session()).send("SystemInfo.getProcessInfo")
        browser = next(int(each["id"]) for each in info["processInfo"] if each["type"] == "browser")
        self.process_ids = (parent_of(browser),)

    def home(self) -> None:
        self._env.run(self._page.goto(PAGE))

    def do(self, deed: str) -> float:
        return self._env.run(self._timed(self._reset if deed == "reset" else lambda: self._step(deed)))

    async def _timed(self, work: Callable[[], Awaitable[None]]) -> float:
        began_s = time.perf_counter()
        await work()
        return (time.perf_counter() - began_s) * 1000

    async def _reset(self) -> None:
        if self._context is not None:
            await self._context.close()
        width, height = self._env.settings.viewport
        self._context = await self._browser.new_context(viewport={"width": width, "height": height})
        await self._context.add_cookies(self._cookies)
        self._page = await self._context.new_page()
        await self._page.goto(PAGE)

    async def _step(self, deed: str) -> None:
        if deed == "navigate":
            async with self._page.expect_navigation():
                await self._page.locator(CSS[deed]).first.click()
        elif deed != "noop":
            target = self._page.locator(CSS[deed]).first
            await (target.fill(TEXT) if deed == "fill" else target.click())
        await self._page.screenshot()
        await self._page.aria_snapshot(mode="ai")

    def close(self) -> None:
        async def end() -> None:
            await self._browser.close()
            await self._playwright.stop()

        self._env.run(end())


class Ours:
    """The environment with its default observations and validation. ``phases``: milliseconds by deed and phase."""

    name = "ours"

    def __init__(self, env: BrowserEnv) -> None:
        self._env = env
        self._axtree = ""
        self.phases: dict[str, list[Mapping[str, float]]] = {deed: [] for deed in DEEDS}

    @property
    def process_ids(self) -> tuple[int, ...]:
        world: Any = self._env.core.world
        return parent_of(self._env.core.browser_process_id), world.process.process_id

    def home(self) -> None:
        self._step(f"goto({PAGE!r})")

    def do(self, deed: str) -> float:
        began_s = time.perf_counter()
        if deed == "reset":
            observation, info = self._env.reset(seed=0)
            self._axtree = observation["axtree"]
        else:
            action = self._action(deed)
            began_s = time.perf_counter()
            info = self._step(action)
        elapsed_ms = (time.perf_counter() - began_s) * 1000
        self.phases[deed].append(info["timings_ms"])
        return elapsed_ms

    def _step(self, action: str) -> dict[str, Any]:
        observation, _, _, _, info = self._env.step(action)
        if observation["last_action_error"]:
            raise RuntimeError(observation["last_action_error"])
        self._axtree = observation["axtree"]
        return info

    def _action(self, deed: str) -> str:
        if deed == "noop":
            return "noop()"
        role, name = ("link", "Forums") if deed == "navigate" else ("searchbox", "Search")
        bid = next(each.element_id for each in elements(self._axtree) if (each.role, each.name) == (role, name))
        return f'fill("{bid}", {TEXT!r})' if deed == "fill" else f'click("{bid}")'

    def close(self) -> None:
        """The environment is its owner's."""


class BrowserGym:
    """BrowserGym in a process of its own, with ``options`` of its environment."""

    def __init__(self, name: str, python: Path, env: BrowserEnv, cookies: list[dict[str, Any]]) -> None:
        self.name = f"browsergym, {name}"
        (address,) = env.core.world.addresses.values()
        # Chromium itself leads names under localhost to the loopback, so the site's own port stands in the address.
        self._url = f"{address.origin}:{address.port}/"
        self._browsers = tempfile.TemporaryDirectory(prefix="browserenv-bench-")
        self._process = subprocess.Popen(
            [str(python), str(SIDE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PLAYWRIGHT_BROWSERS_PATH": self._browsers.name},
        )
        self.process_ids = (self._process.pid,)
        settings = {"url": self._url, "chromium": str(require_chromium()), "options": BROWSERGYM[name]}
        self._say(settings | {"cookies": [_stored(cookie) for cookie in cookies]})

    def home(self) -> None:
        self._ask({"do": "home", "url": self._url})

    def do(self, deed: str) -> float | None:
        return self._ask({"do": deed, "css": CSS.get(deed), "text": TEXT})

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._browsers.cleanup()

    def _ask(self, order: dict[str, Any]) -> float | None:
        self._say(order)
        assert self._process.stdout is not None
        reply = self._process.stdout.readline()
        if not reply:
            raise RuntimeError(f"{self.name} ended at {order['do']}; what it said is above")
        elapsed_ms: float | None = json.loads(reply)["ms"]
        return elapsed_ms

    def _say(self, what: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()


def _stored(cookie: dict[str, Any]) -> dict[str, Any]:
    """A cookie as a stored state has it, which needs all its parts."""
    usual = {"path": "/", "expires": -1, "httpOnly": False, "secure": False, "sameSite": "Lax"}
    if "url" in cookie:
        usual["domain"] = cookie["url"].split("//")[1].rstrip("/")
    return usual | {key: value for key, value in cookie.items() if key != "url"}
