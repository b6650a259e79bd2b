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
from ..sites.kit.state import DEFAULT_START, fingerprint
from .base import Address, Cookie, Diff, Row, Setup, SiteFacts, StartState
from .control import ControlRefusal
from .process import SiteProcess


class EmbeddedWorld:
    """Serves ``sites`` at ``size`` from golden states built with ``golden_seed``. See ``World`` for the contract.

    ``process`` serves the sites; given one, several worlds share it, else the world starts its own and ends it.
    """

    backend = "embedded"
    start_time: datetime = DEFAULT_START

    def __init__(
        self,
        sites: Sequence[str],
        *,
        size: str = "full",
        golden_seed: int = 0,
        process: SiteProcess | None = None,
        progress: registry.Progress = lambda what, done, total: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.sites = tuple(sites)
        self.size = size
        self.goldens: dict[str, golden.Golden] = {}
        self._golden_seed = golden_seed
        self._progress, self._log = progress, log
        self._shared_process = process
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
        return {site: SiteFacts.of(found) for site, found in manifests.items()}

    def open(self) -> None:
        """Build or find the golden states, start the sites. Raises ``GoldenError`` when one cannot be built."""
        for site in self.sites:
            self.goldens[site] = golden.ensure(
                site, self.size, self._golden_seed, progress=self._progress, log=self._log
            )
        self._process = self._shared_process or SiteProcess()
        for site in self.sites:
            reply = self._ask(
                "mount",
                site,
                site=site,
                state=str(self._folder(site) / "state"),
                start=str(self.goldens[site].folder),
                secret=secrets.token_hex(16),
            )
            self._ports[site] = int(reply["port"])

    def describe(self) -> Sequence[str]:
        return [self._description(site, made) for site, made in self.goldens.items()]

    def reset(self, setup: Setup) -> StartState:
        found = {}
        for site in self.sites:
            start, expected = self._start_state(site, setup.get(site, {}))
            found[site] = str(self._ask("reset", site, start=str(start))["fingerprint"])
            if found[site] != expected:
                raise InfrastructureFault(
                    "world", f"{site} starts with fingerprint {found[site][:8]}, expected {expected[:8]}"
                )
        return StartState(found)

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
        if self._process is None:
            return
        if self._process is not self._shared_process:
            self._process.close()
        elif self._process.is_alive:
            for site in self._ports:
                self._ask("unmount", site)
                shutil.rmtree(self._folder(site), ignore_errors=True)
        self._process = None

    def _description(self, site: str, made: golden.Golden) -> str:
        manifest = registry.manifest(site)
        size = f"{made.counts[manifest.headline]:,} {manifest.headline}"
        origin = self.addresses[site].origin
        return f"{site:<10} {made.name:<13} {size:<20} built in {made.build_s:.0f} s, cached   {self.backend}  {origin}"

    def _ask(self, operation: str, mounted: str, **arguments: Any) -> dict[str, Any]:
        return self.process.control.call(operation, mount=f"{self._world_id}-{mounted}", **arguments)

    def _folder(self, site: str) -> Path:
        return self.process.folder / f"{self._world_id}-{site}"

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
