"""What a world is to the environment: the running set of sites that one episode acts on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from ..sites.kit.manifest import BrowserStorage, Manifest

Row = dict[str, Any]
Diff = dict[str, dict[str, dict[str, Any]]]
Cookie = dict[str, Any]
Setup = Mapping[str, Mapping[str, list[Row]]]
"""Rows to add by site and collection."""


@dataclass(frozen=True)
class Address:
    """Where a site's host leads: the host that the browser sees (with a port where that is not 80, as in
    ``shop.example:7770``), and the address behind it."""

    host: str
    ip: str
    port: int

    @property
    def origin(self) -> str:
        return f"http://{self.host}"


@dataclass(frozen=True)
class SiteFacts:
    """What judging must know of a site: its collections, and the columns that it derives from other rows.

    ``storage`` says where in the browser a client-side site keeps its state; None for a site that has it on the server.
    """

    collections: tuple[str, ...]
    derived: Mapping[str, tuple[str, ...]]
    storage: BrowserStorage | None = None

    @classmethod
    def of(cls, manifest: Manifest) -> SiteFacts:
        kept = manifest.storage
        return cls(kept.collections if kept else manifest.collections, manifest.derived, kept)


@dataclass(frozen=True)
class StartState:
    """What a reset put in place: the fingerprint of each site, compared with the expected one.

    ``ways``: by site, how it was done, such as ``"replace"`` or ``"rollback"``.
    """

    fingerprints: Mapping[str, str]
    ways: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def short(self) -> str:
        """Eight hex digits for people: of the only site, or of all together."""
        return "+".join(value[:8] for value in self.fingerprints.values())


@dataclass(frozen=True)
class Moment:
    """What is asked of the sites after every action, all at once.

    ``versions``: the write counter of each site; unchanged means that nothing was written. ``clock``: the latest time
    on the sites' pinned clocks. ``n_restarts``: see ``World.restarts``; counted last.
    """

    versions: Mapping[str, int]
    clock: datetime
    n_restarts: int = 0


@dataclass(frozen=True)
class KeptSite:
    """A site's state in mid-episode: ``delta``, what it holds beside its start state (plain JSON of bytes); the
    ``fingerprint`` that restoring it must show; ``secret``, which the cookies of logins are signed with.
    """

    delta: Mapping[str, Any]
    fingerprint: str
    secret: str = field(repr=False)


Kept = Mapping[str, KeptSite]
"""The state of all sites of a world, by site."""


class StateReader(Protocol):
    """Answers queries on golden states, see ``sites/kit/queries.py``. Raises ``KeyError`` for a name not known."""

    def rows(self, site: str, query: Mapping[str, Any]) -> list[Row]:
        """The rows that fit."""

    def count(self, site: str, query: Mapping[str, Any]) -> int:
        """How many rows fit."""


class World(Protocol):
    """The contract of every backend. All methods block; each is bounded in time.

    Every method raises ``InfrastructureFault`` when the world fails: a dead process, a refused connection, a state
    that is not the expected one.
    """

    backend: str
    start_time: datetime

    @property
    def lacks(self) -> Mapping[str, str]:
        """What this world cannot do that others can, with the reason; empty for worlds of our own sites."""

    def open(self) -> None:
        """Start the sites. Called once, before all else."""

    @property
    def addresses(self) -> Mapping[str, Address]:
        """The address of each site by its name; stable from ``open`` to ``close``."""

    @property
    def facts(self) -> Mapping[str, SiteFacts]:
        """Each site's facts by its name."""

    @property
    def golden_state(self) -> StateReader:
        """Reads the golden states, from which tasks are drawn; may be asked before ``open``."""

    def describe(self) -> Sequence[str]:
        """A line for people about each site: its data, the backend, its address."""

    def reset(self, setup: Setup) -> StartState:
        """Replace all state by golden plus ``setup`` and verify its fingerprint."""

    def snapshot(self) -> Kept:
        """The present state of all sites. Raises ``BrowserenvError`` where a backend cannot."""

    def restore(self, kept: Kept) -> None:
        """Put all sites to a state that this world, or another with the same start state, was in, and verify it."""

    def another(self) -> World:
        """A world made with the same choices as this one, not yet open."""

    def restarts(self) -> int:
        """How often the sites' program died and came back since ``open``; waits until it is up.

        State that was committed survives that, but an action during which the number rose may have lost requests.
        """

    def moment(self) -> Moment:
        """The sites' write counters and clocks as they are now."""

    def diff(self) -> Mapping[str, Diff]:
        """What changed on each site since the start state."""

    def rows(self, site: str, collection: str, where: Mapping[str, Any]) -> list[Row]:
        """Rows whose columns equal ``where``. Raises ``KeyError`` for an unknown collection or column."""

    def login(self, site: str, user: str) -> Sequence[Cookie]:
        """A logged-in user's cookies, in Playwright's form; writes nothing. Raises ``KeyError`` for no such user."""

    def close(self) -> None:
        """End all that was started; may be called twice."""
