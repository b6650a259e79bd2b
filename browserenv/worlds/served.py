"""What the worlds that serve the replica sites themselves have in common, wherever the sites run."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from ..errors import BrowserenvError, InfrastructureFault
from ..sites.kit import golden, registry
from ..sites.kit.state import DEFAULT_START
from .base import Address, Cookie, Diff, Kept, KeptSite, Moment, Row, SiteFacts
from .control import ControlRefusal
from .golden_reader import GoldenReader


class ServedWorld(ABC):
    """Sites of ours, from golden states of ours, asked over their control planes. See ``World`` for the contract."""

    backend: str
    start_time: datetime = DEFAULT_START
    lacks: Mapping[str, str] = {}

    def __init__(
        self,
        sites: Sequence[str],
        *,
        size: str = "full",
        golden_seed: int = 0,
        progress: registry.Progress = lambda what, done, total: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.sites = tuple(sites)
        self.size = size
        self.goldens: dict[str, golden.Golden] = {}
        self._golden_seed = golden_seed
        self._progress, self._log = progress, log
        # Who is interrupted while a thread still opens or resets the world may close it, or open it again: both wait
        # for the thread.
        self._turn = threading.Lock()
        self._n_closings = 0

    @property
    @abstractmethod
    def addresses(self) -> Mapping[str, Address]:
        """The address of each site by its name; stable from ``open`` to ``close``."""

    @abstractmethod
    def _ask(self, operation: str, mounted: str, /, **arguments: Any) -> dict[str, Any]:
        """The reply of the control plane that the site ``mounted`` is mounted on."""

    @abstractmethod
    def restarts(self) -> int:
        """See ``World.restarts``."""

    @property
    def facts(self) -> Mapping[str, SiteFacts]:
        manifests = {site: registry.manifest(site) for site in self.sites}
        return {site: SiteFacts.of(found) for site, found in manifests.items()}

    @property
    def golden_state(self) -> GoldenReader:
        return GoldenReader(self._golden)

    def describe(self) -> Sequence[str]:
        return [self._description(site, made) for site, made in self.goldens.items()]

    def snapshot(self) -> Kept:
        return {site: KeptSite(**self._ask("snapshot", site)) for site in self.sites}

    def restore(self, kept: Kept) -> None:
        for site, state in kept.items():
            reply = self._ask("restore", site, delta=state.delta, secret=state.secret)
            verify(site, reply["fingerprint"], state.fingerprint, "is restored")

    def moment(self) -> Moment:
        found = {site: self._ask("moment", site) for site in self.sites}
        return Moment(
            {site: int(reply["version"]) for site, reply in found.items()},
            max(datetime.fromisoformat(reply["clock"]) for reply in found.values()),
            self.restarts(),
        )

    def diff(self) -> Mapping[str, Diff]:
        return {site: self._ask("diff", site)["diff"] for site in self.sites}

    def rows(self, site: str, collection: str, where: Mapping[str, Any]) -> list[Row]:
        try:
            rows: list[Row] = self._ask("rows", site, collection=collection, where=dict(where))["rows"]
        except ControlRefusal as error:
            raise KeyError(f"cannot read {collection} of {site}: {error}") from error
        return rows

    def login(self, site: str, user: str) -> Sequence[Cookie]:
        try:
            cookies: list[Cookie] = self._ask("login", site, user=user)["cookies"]
        except ControlRefusal as error:
            raise KeyError(f"no user {user!r} on {site}") from error
        return cookies

    @contextmanager
    def _opening(self) -> Iterator[None]:
        """The turn to open the world, when its golden states are there. Raises ``InfrastructureFault`` when the world
        was closed meanwhile."""
        n_closings = self._n_closings
        for site in self.sites:
            self.goldens[site] = self._ensure(site)
        with self._turn:
            if self._n_closings != n_closings:
                raise InfrastructureFault("world", "the world was closed while it was being opened")
            yield

    @contextmanager
    def _closing(self) -> Iterator[None]:
        """The turn to close the world."""
        with self._turn:
            self._n_closings += 1
            yield

    def _golden(self, site: str) -> golden.Golden:
        if site not in self.goldens:
            self.goldens[site] = self._ensure(site)
        return self.goldens[site]

    def _ensure(self, site: str) -> golden.Golden:
        try:
            return golden.ensure(site, self.size, self._golden_seed, progress=self._progress, log=self._log)
        except golden.GoldenError as error:  # a class of the sites, which the rooms above do not import
            raise BrowserenvError(str(error)) from error

    def _description(self, site: str, made: golden.Golden) -> str:
        manifest = registry.manifest(site)
        size = f"{made.counts[manifest.headline]:,} {manifest.headline}"
        origin = self.addresses[site].origin
        return f"{site:<10} {made.name:<13} {size:<20} built in {made.build_s:.0f} s, cached   {self.backend}  {origin}"


def verify(site: str, found: str, expected: str, begun: str = "starts") -> str:
    """The fingerprint that a site has now. Raises ``InfrastructureFault`` when it is not the expected one."""
    if found != expected:
        raise InfrastructureFault("world", f"{site} {begun} with fingerprint {found[:8]}, expected {expected[:8]}")
    return found
