"""Local storage, read from outside the pages: no navigation, no script that a page could have put in its way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext

from browserenv.browser.tabs import Tabs
from browserenv.browser.traffic import Traffic

Storage = Mapping[str, Mapping[str, str]]
"""By origin (``http://calendar.localhost``) and key."""


class StorageReader:
    """Reads the storage of one episode's context.

    Reading an origin that a tab is at takes milliseconds; for one that no tab is at, Playwright opens a hidden page.
    Nobody can write where no page is, so after one reading such an origin is not read again until it is visited.
    ``known``: what the last reading gave, None before the first.
    """

    def __init__(self, context: BrowserContext, tabs: Tabs, traffic: Traffic) -> None:
        self._context = context
        self._tabs = tabs
        self._traffic = traffic
        self.known: dict[str, dict[str, str]] | None = None
        self._was_open = True
        self._n_documents = 0

    async def read(self, origins: Collection[str]) -> Storage:
        """What the origins hold now; an origin that holds nothing is left out. ``origins`` are the same every time."""
        is_open = any(_origin(tab.page.url) in origins for tab in self._tabs.all)
        n_documents = sum(_origin(url) in origins for url in self._traffic.documents)
        if self.known is None or is_open or self._was_open or n_documents != self._n_documents:
            state = await self._context.storage_state()
            self.known = {origin: kept for origin, kept in _by_origin(state).items() if origin in origins}
        self._was_open, self._n_documents = is_open, n_documents
        return self.known


def as_state(storage: Storage) -> dict[str, Any]:
    """Storage as Playwright takes it for a new context."""
    origins = [
        {"origin": origin, "localStorage": [{"name": name, "value": value} for name, value in kept.items()]}
        for origin, kept in storage.items()
    ]
    return {"cookies": [], "origins": origins}


def _by_origin(state: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    return {one["origin"]: {entry["name"]: entry["value"] for entry in one["localStorage"]} for one in state["origins"]}


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
