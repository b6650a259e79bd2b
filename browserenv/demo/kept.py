"""The mistake that the lesson is about: an episode that begins in the world that the one before left.

Nothing else of the harness can do this; its own resets are total and verified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..browser.session import Session
from ..browser.storage import Storage
from ..env import AsyncBrowserEnv
from ..worlds import client_state
from ..worlds.base import Address, Cookie, Diff, Kept, Moment, Row, Setup, SiteFacts, StartState, StateReader, World
from ..worlds.client_state import Collections


class KeptWorld:
    """A world that is reset once, at the first episode; later ones begin with what is there. See ``World``."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.backend = world.backend
        self.start_time = world.start_time
        self.lacks = world.lacks
        self._start: StartState | None = None
        self._at_start: Mapping[str, Diff] = {}

    @property
    def addresses(self) -> Mapping[str, Address]:
        return self._world.addresses

    @property
    def facts(self) -> Mapping[str, SiteFacts]:
        return self._world.facts

    @property
    def golden_state(self) -> StateReader:
        return self._world.golden_state

    def restarts(self) -> int:
        return self._world.restarts()

    def open(self) -> None:
        self._world.open()

    def describe(self) -> Sequence[str]:
        return self._world.describe()

    def reset(self, setup: Setup) -> StartState:
        """Reset at the first call; later, take the world as it is for the start state."""
        if self._start is None:
            self._start = self._world.reset(setup)
        else:
            self._at_start = self._world.diff()
        return self._start

    def snapshot(self) -> Kept:
        return self._world.snapshot()

    def restore(self, kept: Kept) -> None:
        self._world.restore(kept)

    def another(self) -> World:
        return KeptWorld(self._world.another())

    def moment(self) -> Moment:
        return self._world.moment()

    def diff(self) -> Mapping[str, Diff]:
        """What changed since this episode began."""
        return {site: since(self._at_start.get(site, {}), now) for site, now in self._world.diff().items()}

    def rows(self, site: str, collection: str, where: Mapping[str, Any]) -> list[Row]:
        return self._world.rows(site, collection, where)

    def login(self, site: str, user: str) -> Sequence[Cookie]:
        return self._world.login(site, user)

    def close(self) -> None:
        self._world.close()


class KeptEnv(AsyncBrowserEnv):
    """An environment whose episodes begin with the storage that the one before left, on a world that is kept."""

    _kept: Storage = {}
    _begun_in: Session | None = None

    async def _first_storage(self, session: Session) -> Storage:
        origins = {site: self.world.addresses[site].origin for site, fact in self.world.facts.items() if fact.storage}
        has_begun, self._begun_in = self._begun_in is session, session
        self._kept = await session.storage(tuple(origins.values())) if has_begun and origins else {}
        return self._kept

    async def _start_rows(self, start: StartState) -> dict[str, Collections]:
        seeds = await super()._start_rows(start)
        for site, fact in self.world.facts.items():
            text = self._kept.get(self.world.addresses[site].origin, {}).get(fact.storage.key) if fact.storage else None
            if text is not None and fact.storage is not None:
                seeds[site] = client_state.read_state(text, fact.storage.schema).collections
        return seeds


def since(earlier: Diff, now: Diff) -> Diff:
    """What changed between two moments, from the differences of both to one and the same start."""
    before: dict[str, dict[str, Row]] = {}
    after: dict[str, dict[str, Row]] = {}
    for collection in dict.fromkeys([*earlier, *now]):
        then_rows, now_rows = _moved(earlier.get(collection, {})), _moved(now.get(collection, {}))
        for row_id in dict.fromkeys([*then_rows, *now_rows]):
            start = (then_rows.get(row_id) or now_rows[row_id])[0]
            _keep(before, collection, row_id, then_rows.get(row_id, (None, start))[1])
            _keep(after, collection, row_id, now_rows.get(row_id, (None, start))[1])
    return client_state.diff(before, after)


def _moved(kinds: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[Row | None, Row | None]]:
    """Each changed row as it was at the start and as it is."""
    moved: dict[str, tuple[Row | None, Row | None]] = {}
    moved |= {row_id: (None, row) for row_id, row in kinds.get("added", {}).items()}
    moved |= {row_id: (row, None) for row_id, row in kinds.get("deleted", {}).items()}
    moved |= {row_id: (change["before"], change["after"]) for row_id, change in kinds.get("updated", {}).items()}
    return moved


def _keep(rows: dict[str, dict[str, Row]], collection: str, row_id: str, row: Row | None) -> None:
    if row is not None:
        rows.setdefault(collection, {})[row_id] = row
