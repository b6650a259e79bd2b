"""Read a page for the judge, in a browser context of the judge's own: the agent's tabs are never touched."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from browserenv.browser.failures import first_line
from browserenv.browser.isolated import ScriptError, evaluate
from browserenv.browser.pictures import script_for, with_digests
from browserenv.browser.prepare import prepare
from browserenv.browser.reader import HTML
from browserenv.browser.rooms import Room
from browserenv.browser.settle import OnePage, SettleLimits, settle
from browserenv.browser.storage import Storage
from browserenv.browser.tabs import Tab
from browserenv.browser.torn import MAX_LOADS
from browserenv.browser.traffic import CUT_OFF, Traffic
from browserenv.browser.wall import BLANK, refusal

LOCATOR_STARTS = ("document.", "[...document.")


class ProbeFailure(StrEnum):
    """Why a probe has no value."""

    LOCATOR = "locator"  # the expression threw: most often, nothing on the page matches it
    SITE = "site"  # the page could not be read: the site failed, was too slow, or led out of the world
    STEP = "step"  # a step that had to be done before reading failed
    BAD = "bad"  # the question cannot be asked: not a locator, or not an address of this world


@dataclass(frozen=True)
class ProbeAnswer:
    """What a probe found.

    ``url``: where the page ended after redirects; ``status``: of the answer, None when there was none or the page is
    the agent's; ``value``: JSON value of the locator, or the page as HTML when there was no locator; ``failure`` and
    ``error`` say why there is no value.
    """

    url: str
    status: int | None = None
    value: Any = None
    failure: ProbeFailure | None = None
    error: str | None = None


@dataclass(frozen=True)
class ProbeLimits:
    """navigation_s: for the site to answer and the page to load; read_s: to evaluate the locator."""

    navigation_s: float = 15.0
    read_s: float = 5.0


class Prober:
    """Probes for one episode. The judge's context is kept for as long as cookies and storage stay the same."""

    def __init__(
        self,
        new_room: Callable[[Storage], Awaitable[Room]],
        hosts: Collection[str],
        settle_limits: SettleLimits,
        limits: ProbeLimits,
    ) -> None:
        self._new_room = new_room
        self._hosts = hosts
        self._settle_limits = settle_limits
        self._limits = limits
        self._begun_with: tuple[list[dict[str, Any]], Storage] | None = None
        self._tab: Tab | None = None
        self._traffic: Traffic | None = None
        self._shown: tuple[str, int | None] | None = None  # the address that the page was opened at, and its status

    async def probe(
        self,
        url: str,
        locator: str | None = None,
        cookies: Sequence[Mapping[str, Any]] = (),
        storage: Storage | None = None,
        pictures: bool = False,
        steps: Sequence[str] = (),
        reload: bool = True,
    ) -> ProbeAnswer:
        """Open ``url`` with ``cookies`` and ``storage``, read ``locator`` there. What goes wrong is in the answer.

        ``reload=False``: when the last probe opened the same page, and took no steps on it, it is read as it is.
        ``pictures``: the value is a record of each picture that the locator names, as ``pictures.py`` says.
        ``steps``: expressions to run before reading, see ``prepare.py``; not where the page does not exist.
        """
        if wrong := refusal(url, self._hosts) or next(filter(None, map(locator_error, [locator, *steps])), None):
            return ProbeAnswer(url, failure=ProbeFailure.BAD, error=wrong)
        tab, traffic = await self._room([dict(cookie) for cookie in cookies], storage or {})
        shown, self._shown = self._shown, None
        try:
            if reload or shown is None or shown[0] != url:
                shown = url, await asyncio.wait_for(self._open(tab.page, traffic, url), self._limits.navigation_s)
        except TimeoutError:
            await self.close()
            return _failed(url, f"{url} did not load within {self._limits.navigation_s:g} s")
        except PlaywrightError as error:
            await self.close()  # its error page may still be on the way, and would interrupt the next probe
            return _failed(url, f"{url}: {first_line(error)}")
        if lost := traffic.cut_off:
            await self.close()
            return _failed(url, f"{lost[0].url} was cut off {MAX_LOADS} times: {CUT_OFF}")
        if led_out := refusal(tab.page.url, self._hosts):
            return _failed(tab.page.url, f"{url} led to {led_out}")
        status = shown[1]
        if steps and (status or 0) < 400:
            wrong = await prepare(tab, steps, lambda: self._rest(tab, traffic), self._limits.read_s)
            if wrong:
                return ProbeAnswer(tab.page.url, status, failure=ProbeFailure.STEP, error=wrong)
        answer = await read(tab, locator, self._limits.read_s, status, pictures)
        if not steps and answer.failure is not ProbeFailure.SITE:
            self._shown = shown
        return answer

    async def _rest(self, tab: Tab, traffic: Traffic) -> object:
        return await settle(OnePage(tab.page), traffic, self._settle_limits)

    async def close(self) -> None:
        """Give up the judge's context."""
        tab, self._tab, self._traffic, self._begun_with, self._shown = self._tab, None, None, None, None
        if tab is not None:
            await tab.page.context.close()

    async def _room(self, cookies: list[dict[str, Any]], storage: Storage) -> tuple[Tab, Traffic]:
        wanted = (cookies, storage)
        if self._tab and self._traffic and self._begun_with == wanted and not self._tab.page.is_closed():
            return self._tab, self._traffic
        await self.close()
        room = await self._new_room(storage)
        self._traffic = Traffic(room.context)
        if cookies:
            await room.context.add_cookies(cookies)  # type: ignore[arg-type]  # the shape is Playwright's, checked there
        self._tab, self._begun_with = room.tab, wanted
        return self._tab, self._traffic

    async def _open(self, page: Page, traffic: Traffic, url: str) -> int | None:
        """Open an address, again where a part of it was cut off; returns the status of the answer."""
        status = None
        for _ in range(MAX_LOADS):
            traffic.mark()
            if page.url != BLANK:
                await page.goto(BLANK)  # the same address with another fragment would not load again
            try:
                response = await page.goto(url, wait_until="commit", timeout=self._limits.navigation_s * 1000)
            except PlaywrightError as error:
                if CUT_OFF not in error.message:
                    raise
            else:
                status = response.status if response else None
            await settle(OnePage(page), traffic, self._settle_limits)
            if not traffic.cut_off:
                break
        return status


async def read(
    tab: Tab, locator: str | None, timeout_s: float, status: int | None = None, pictures: bool = False
) -> ProbeAnswer:
    """Read a locator, or the whole page, on a tab as it is, without touching it."""
    url = tab.page.url
    if wrong := locator_error(locator):
        return ProbeAnswer(url, status, failure=ProbeFailure.BAD, error=wrong)
    if pictures and locator is None:
        return ProbeAnswer(url, status, failure=ProbeFailure.BAD, error="pictures need a locator that names them")
    expression = HTML if locator is None else script_for(locator) if pictures else f"({locator})"
    try:
        value = await evaluate(await tab.cdp(), expression, timeout_s, awaits=pictures)
    except ScriptError as error:
        return ProbeAnswer(url, status, failure=ProbeFailure.LOCATOR, error=str(error))
    except TimeoutError:
        return ProbeAnswer(url, status, failure=ProbeFailure.SITE, error=f"no answer within {timeout_s:g} s")
    except PlaywrightError as error:
        return ProbeAnswer(url, status, failure=ProbeFailure.SITE, error=first_line(error))
    return ProbeAnswer(url, status, with_digests(value) if pictures else value)


def locator_error(locator: str | None) -> str | None:
    """Why an expression is no locator of a page check; None when it is one (or None, for the whole page)."""
    if locator is None or locator.startswith(LOCATOR_STARTS):
        return None
    return f"a locator begins with {' or '.join(LOCATOR_STARTS)}, not {locator[:40]!r}"


def _failed(url: str, error: str) -> ProbeAnswer:
    return ProbeAnswer(url, failure=ProbeFailure.SITE, error=error)
