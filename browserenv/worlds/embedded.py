"""The embedded world: the sites as a process on this machine's loopback, no container engine needed."""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ..errors import BrowserenvError, InfrastructureFault
from ..sites.kit import golden, registry
from ..sites.kit.state import DATABASE, DEFAULT_START, fingerprint
from .base import Address, Cookie, Diff, Row, Setup, SiteFacts, StartState
from .control import ControlRefusal
from .leases import reap_embedded
from .pool import SitePool
from .process import SiteProcess


class EmbeddedWorld:
    """Serves ``sites`` at ``size`` from golden states built with ``golden_seed``. See ``World`` for the contract.

    The sites are served by a process that the world borrows from ``pool``, to be shared with other worlds, or by
    ``process``, or else by one of its own.
    ``reset_by``: ``"replace"`` copies the whole start state at each reset, ``"rollback"`` puts back only the rows that
    changed; both leave the same state.
    """

    backend = "embedded"
    start_time: datetime = DEFAULT_START

    def __init__(
        self,
        sites: Sequence[str],
        *,
        size: str = "full",
        golden_seed: int = 0,
        reset_by: str = "replace",
        pool: SitePool | None = None,
        process: SiteProcess | None = None,
        progress: registry.Progress = lambda what, done, total: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.sites = tuple(sites)
        self.size = size
        self.reset_by = reset_by
        self.goldens: dict[str, golden.Golden] = {}
        self._golden_seed = golden_seed
        self._progress, self._log = progress, log
        self._shares = bool(pool or process)
        self._pool = pool or SitePool()  # without one to share, the world has one for itself
        self._given_process = process
        self._process: SiteProcess | None = None
        self._ports: dict[str, int] = {}
        self._world_id = secrets.token_hex(4)

    @property
    def process(self) -> SiteProcess:
        if self._process is None:
            raise InfrastructureFault("world", "the world is not open")
        return self._process

    @property
    def addresses(self) -> Mapping[str, Address]:
        return {site: Address(registry.manifest(site).host, "127.0.0.1", port) for site, port in self._ports.items()}

    @property
    def facts(self) -> Mapping[str, SiteFacts]:
        manifests = {site: registry.manifest(site) for site in self.sites}
        return {site: SiteFacts(found.collections, found.derived) for site, found in manifests.items()}

    def open(self) -> None:
        """Build or find the golden states, start the sites. Raises ``GoldenError`` when one cannot be built."""
        for site in self.sites:
            self.goldens[site] = golden.ensure(
                site, self.size, self._golden_seed, progress=self._progress, log=self._log
            )
        reap_embedded()
        self._process = self._given_process or self._pool.borrow()
        for site in self.sites:
            self._ports[site] = self.process.mount(
                self._mount_id(site),
                site=site,
                state=str(self._folder(site) / "state"),
                start=str(self.goldens[site].folder),
                secret=secrets.token_hex(16),
            )

    def database(self, site: str) -> Path:
        """The file of a site's state, for what looks at it from outside."""
        return self._folder(site) / "state" / DATABASE

    def describe(self) -> Sequence[str]:
        return [self._description(site, made) for site, made in self.goldens.items()]

    def reset(self, setup: Setup) -> StartState:
        begun = {site: self._begin(site, setup.get(site, {})) for site in self.sites}
        return StartState(
            {site: reply["fingerprint"] for site, reply in begun.items()},
            {site: reply["by"] for site, reply in begun.items()},
        )

    def restarts(self) -> int:
        return self.process.restarts()

    def versions(self) -> Mapping[str, int]:
        return {site: int(self._ask("version", site)["version"]) for site in self.sites}

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

    def clock(self) -> datetime:
        return max(datetime.fromisoformat(self._ask("clock", site)["now"]) for site in self.sites)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for site in self._ports if self._shares else ():
            self._leave(process, site)
        self._ports = {}
        if process is not self._given_process:
            self._pool.give_back(process)

    def _leave(self, process: SiteProcess, site: str) -> None:
        """Give up a mount and its folder; a process that is at its end has given them up already."""
        try:
            if process.is_alive:
                process.unmount(self._mount_id(site))
        except (InfrastructureFault, ControlRefusal) as error:
            self._log(f"{site} could not be unmounted: {error}")
        shutil.rmtree(process.folder / self._mount_id(site), ignore_errors=True)

    def _description(self, site: str, made: golden.Golden) -> str:
        manifest = registry.manifest(site)
        size = f"{made.counts[manifest.headline]:,} {manifest.headline}"
        origin = self.addresses[site].origin
        return f"{site:<10} {made.name:<13} {size:<20} built in {made.build_s:.0f} s, cached   {self.backend}  {origin}"

    def _ask(self, operation: str, mounted: str, **arguments: Any) -> dict[str, Any]:
        return self.process.call(operation, self._mount_id(mounted), **arguments)

    def _mount_id(self, site: str) -> str:
        return f"{self._world_id}-{site}"

    def _folder(self, site: str) -> Path:
        return self.process.folder / self._mount_id(site)

    def _begin(self, site: str, rows: Mapping[str, list[Row]]) -> dict[str, str]:
        start, expected = self._start_state(site, rows)
        reply = self._ask("reset", site, start=str(start), by=self.reset_by)
        if reply["reason"]:
            self._log(f"{site} was replaced by its start state instead of rolled back: {reply['reason']}")
        if reply["fingerprint"] != expected:
            found = reply["fingerprint"][:8]
            raise InfrastructureFault("world", f"{site} starts with fingerprint {found}, expected {expected[:8]}")
        return reply

    def _start_state(self, site: str, rows: Mapping[str, list[Row]]) -> tuple[Path, str]:
        """The folder of the start state and the fingerprint that a reset to it must show."""
        made = self.goldens[site]
        if not rows:
            return made.folder, made.fingerprint
        name = hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:12]
        folder, record = self._folder(site) / f"start-{name}", self._folder(site) / f"start-{name}.sha256"
        if not record.exists():
            try:
                record.write_text(golden.prepare_start(made, rows, folder))
            except (sqlite3.Error, KeyError) as error:
                raise BrowserenvError(
                    f"the task's setup rows do not fit {site}: {error}; mend them in the task"
                ) from error
        return folder, fingerprint(record.read_text())
