"""The embedded world: the sites as a process on this machine's loopback, no container engine needed."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InfrastructureFault
from ..sites.kit import registry
from ..sites.kit.files import DATABASE
from .base import Address, Row, Setup, StartState
from .control import ControlRefusal
from .leases import reap_folders
from .pool import SitePool
from .process import SiteProcess
from .served import ServedWorld, verify
from .starts import start_state


class EmbeddedWorld(ServedWorld):
    """Serves ``sites`` at ``size`` from golden states built with ``golden_seed``. See ``World`` for the contract.

    The sites are served by a process that the world borrows from ``pool``, to be shared with other worlds, or by
    ``process``, or else by one of its own.
    ``reset_by``: ``"rollback"`` (also None) throws away what was written since the start, ``"replace"`` copies the
    whole start state at each reset; both leave the same bytes.
    """

    backend = "embedded"

    def __init__(
        self,
        sites: Sequence[str],
        *,
        size: str = "full",
        golden_seed: int = 0,
        reset_by: str | None = None,
        pool: SitePool | None = None,
        process: SiteProcess | None = None,
        progress: registry.Progress = lambda what, done, total: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        super().__init__(sites, size=size, golden_seed=golden_seed, progress=progress, log=log)
        self.reset_by = reset_by or "rollback"
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

    def open(self) -> None:
        """Build or find the golden states, start the sites; nothing when they are started.

        Raises ``BrowserenvError`` when a golden state cannot be built, ``InfrastructureFault`` when a site does not
        start.
        """
        with self._opening():
            reap_folders()
            if self._process is None:
                self._process = self._given_process or self._pool.borrow()
            for site in self.sites:
                if site not in self._ports:
                    self._ports[site] = self._mount(site)

    def _mount(self, site: str) -> int:
        return self.process.mount(
            self._mount_id(site),
            site=site,
            state=str(self._folder(site) / "state"),
            start=str(self.goldens[site].folder),
            secret=secrets.token_hex(16),
        )

    def database(self, site: str) -> Path:
        """The file of a site's state, for what looks at it from outside."""
        return self._folder(site) / "state" / DATABASE

    def reset(self, setup: Setup) -> StartState:
        begun = {site: self._begin(site, setup.get(site, {})) for site in self.sites}
        return StartState(
            {site: reply["fingerprint"] for site, reply in begun.items()},
            {site: reply["by"] for site, reply in begun.items()},
        )

    def another(self) -> EmbeddedWorld:
        """In a process of the same pool where this one shares one."""
        return EmbeddedWorld(
            self.sites,
            size=self.size,
            golden_seed=self._golden_seed,
            reset_by=self.reset_by,
            pool=self._pool if self._shares else None,
            process=self._given_process,
            progress=self._progress,
            log=self._log,
        )

    def restarts(self) -> int:
        return self.process.restarts()

    def close(self) -> None:
        with self._closing():
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

    def _ask(self, operation: str, mounted: str, /, **arguments: Any) -> dict[str, Any]:
        return self.process.call(operation, self._mount_id(mounted), **arguments)

    def _mount_id(self, site: str) -> str:
        return f"{self._world_id}-{site}"

    def _folder(self, site: str) -> Path:
        return self.process.folder / self._mount_id(site)

    def _begin(self, site: str, rows: Mapping[str, list[Row]]) -> dict[str, str]:
        start, expected = start_state(self.goldens[site], rows, self._folder(site))
        reply = self._ask("reset", site, start=str(start), by=self.reset_by, secret=secrets.token_hex(16))
        if reply["reason"]:
            self._log(f"{site} was replaced by its start state instead of rolled back: {reply['reason']}")
        verify(site, reply["fingerprint"], expected)
        return reply
