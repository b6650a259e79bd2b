"""The wall's second part: after every action each tab is taken back from wherever it should not be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request

from browserenv.browser.settle import Settled
from browserenv.browser.tabs import Tab, Tabs, close_quietly
from browserenv.browser.traffic import Traffic
from browserenv.browser.wall import BLANK, ERROR_PAGE, refusal

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
    "net::ERR_NETWORK_CHANGED",
    "net::ERR_RESPONSE_HEADERS",
    "net::ERR_SOCKET",
    "net::ERR_TIMED_OUT",
    "net::ERR_TOO_MANY_REDIRECTS",
)


class Enforcer:
    """Keeps the tabs at ``hosts``. ``settle``: waits for the page; ``unblock``: answers dialogs that keep a page."""

    def __init__(
        self,
        tabs: Tabs,
        traffic: Traffic,
        hosts: Collection[str],
        navigation_ms: float,
        *,
        settle: Callable[[], Awaitable[Settled]],
        unblock: Callable[[], Awaitable[None]],
    ) -> None:
        self._tabs = tabs
        self._traffic = traffic
        self._hosts = hosts
        self._navigation_ms = navigation_ms
        self._settle = settle
        self._unblock = unblock

    async def enforce(self) -> tuple[list[str], list[str], list[str]]:
        """Take every tab back into the world. Returns (messages for the agent, failures of the sites, crashes)."""
        messages: list[str] = []
        failures: list[str] = []
        crashes: list[str] = []
        if any(refusal(tab.page.url, self._hosts) for tab in self._tabs.all):
            await self._unblock()  # one of them would keep its page where it is
        for tab in self._tabs.all:
            if tab.crash:
                crashes.append(tab.crash)
                messages.append(f"{tab.crash} and was opened again")
                await self._replace(tab)
            elif tab.page.url == ERROR_PAGE:
                await self._take_back_failed(tab, messages, failures)
            elif refused := refusal(tab.page.url, self._hosts):
                messages.append(f"{refused}; {await self._take_back(tab)}")
        if not self._tabs.all:
            await self._tabs.open()
            messages.append("the last tab was closed; an empty one was opened")
        if messages:
            await self._settle()
        return messages, failures, crashes

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

    async def _replace(self, tab: Tab) -> None:
        """A tab whose process crashed is closed, and its page opened anew in another."""
        url = tab.page.url
        await close_quietly(tab.page)
        new = await self._tabs.open()
        if refusal(url, self._hosts) is None and url:
            await new.page.goto(url, wait_until="commit", timeout=self._navigation_ms)


def _is_page_of(request: Request, tab: Tab) -> bool:
    """Whether a request was for the document that a tab shows."""
    if not request.is_navigation_request():
        return False
    try:
        return bool(request.frame == tab.page.main_frame)
    except PlaywrightError:
        return True  # the page was not yet known when the request failed: it is the one that was opened just now
