"""The embedded world: the sites as a process on this machine's loopback, no container engine needed."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InfrastructureFault
from ..sites.kit import registry
from .base import Address, Setup, StartState
from .process import SiteProcess
from .served import ServedWorld, verify
from .starts import start_state


class EmbeddedWorld(ServedWorld):
    """Serves ``sites`` at ``size`` from golden states built with ``golden_seed``. See ``World`` for the contract.

    ``process`` serves the sites; given one, several worlds share it, else the world starts its own and ends it.
    """

    backend = "embedded"

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
        super().__init__(sites, size=size, golden_seed=golden_seed, progress=progress, log=log)
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

    def open(self) -> None:
        """Build or find the golden states, start the sites. Raises ``GoldenError`` when one cannot be built."""
        self._ensure_goldens()
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

    def reset(self, setup: Setup) -> StartState:
        found = {}
        for site in self.sites:
            start, expected = start_state(self.goldens[site], setup.get(site, {}), self._folder(site))
            found[site] = verify(site, self._ask("reset", site, start=str(start))["fingerprint"], expected)
        return StartState(found)

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

    def _ask(self, operation: str, mounted: str, /, **arguments: Any) -> dict[str, Any]:
        return self.process.control.call(operation, mount=f"{self._world_id}-{mounted}", **arguments)

    def _folder(self, site: str) -> Path:
        return self.process.folder / f"{self._world_id}-{site}"
