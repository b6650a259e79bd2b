"""The client-side sites of an episode: their state, read from the agent's browser from outside its pages.

A page that was never opened has kept nothing, and that is no change. A state that cannot be read is a fault of the
site, since an agent cannot write storage except through the page: what needs it is indeterminate, never passed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from .browser.session import Session
from .browser.storage import Storage
from .judges.evidence import Diff, Row
from .worlds import client_state
from .worlds.base import World
from .worlds.client_state import ClientState, Collections


class ClientSites:
    """``seeds``: what each client-side site of ``world`` starts this episode from. ``read`` before anything else."""

    def __init__(self, world: World, session: Session, seeds: Mapping[str, Collections]) -> None:
        self._session = session
        self._seeds = dict(seeds)
        self._kept = {site: fact.storage for site, fact in world.facts.items() if fact.storage}
        self._origins = {site: world.addresses[site].origin for site in self._kept}
        self._texts: dict[str, str | None] = {}
        self._states: dict[str, ClientState] = {}
        self.storage: Storage = {}
        self.faults: dict[str, str] = {}
        self.diffs: dict[str, Diff] = {}
        self.untrusted: dict[str, tuple[str, ...]] = {}

    def __contains__(self, site: str) -> bool:
        return site in self._kept

    async def read(self) -> dict[str, str | None]:
        """Read the storage; returns each site's state as text, None where the page was never opened.

        The text is the site's version: unchanged, nothing was written. Raises ``InfrastructureFault`` when the
        browser does not answer.
        """
        if not self._kept:
            return {}
        self.storage = await self._session.storage(tuple(self._origins.values()))
        for site, kept in self._kept.items():
            text = self.storage.get(self._origins[site], {}).get(kept.key)
            if site not in self._texts or self._texts[site] != text:
                self._texts[site] = text
                self._take_in(site, text)
        return dict(self._texts)

    def rows(self, site: str, collection: str, where: Mapping[str, Any]) -> list[Row]:
        """Rows as they are now. Raises ``KeyError`` for an unknown collection or column."""
        state = self._states.get(site)
        return client_state.rows(state.collections if state else self._seeds[site], collection, where)

    def integrity(self) -> list[dict[str, str]]:
        """What no user does: changes without a trusted event behind them, and ways to special pages.

        ``{"site", "kind": "untrusted_change" or "special_page", "what": row or address}``.
        """
        flags = [_flag(site, "untrusted_change", what) for site, found in self.untrusted.items() for what in found]
        for url in dict.fromkeys(self._session.documents if self._kept else ()):
            flags += [_flag(site, "special_page", url) for site in self._kept if self._is_special(site, url)]
        return flags

    def _take_in(self, site: str, text: str | None) -> None:
        self.faults.pop(site, None)
        self._states.pop(site, None)
        self.diffs[site], self.untrusted[site] = {}, ()
        kept = self._kept[site]
        if text is None or kept is None:
            return
        try:
            state = client_state.read_state(text, kept.schema)
        except ValueError as error:
            self.faults[site] = f"site: the state that {site} keeps in the browser cannot be read: {error}"
            return
        self._states[site] = state
        self.diffs[site] = client_state.diff(self._seeds[site], state.collections)
        self.untrusted[site] = tuple(client_state.untrusted(self.diffs[site], state.log))

    def _is_special(self, site: str, url: str) -> bool:
        parts, kept = urlsplit(url), self._kept[site]
        is_here = f"{parts.scheme}://{parts.netloc}" == self._origins[site]
        return is_here and kept is not None and re.fullmatch(kept.special_pages, unquote(parts.path)) is not None


def _flag(site: str, kind: str, what: str) -> dict[str, str]:
    return {"site": site, "kind": kind, "what": what}
