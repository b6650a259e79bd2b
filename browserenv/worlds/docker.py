"""The docker world: each site in a container of its own, thrown away after every episode."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from ..compose.engine import TIMEOUT_S, Engine, connect
from ..compose.images import find_image
from ..compose.service import read_service
from ..errors import BrowserenvError, InfrastructureFault
from ..sites.kit import registry
from ..sites.kit.delta import delta
from .base import Address, Row, Setup, StartState
from .berth import Berths
from .containers import GOLDEN, Replica, find_containers, make_berth, start_replica
from .leases import PREFIX, reap_folders, take_lease
from .pool import SitePool
from .relay import HOST, Relay
from .remains import reap
from .served import ServedWorld, verify
from .standby import Standby
from .starts import start_state


class DockerWorld(ServedWorld):
    """Serves ``sites`` from images that hold golden states of ``size``. See ``World`` for the contract.

    A reset swaps in a container that was started from the image in the meantime and throws the old one away, so no
    state can pass from one episode to the next. ``standby=False`` starts it at the reset instead, which spares the
    memory of a second container for each site. Beside these, two containers a site hold networks, see ``berth.py``.
    An engine that does not answer within ``engine_timeout_s`` is asked no more until the world is opened again.
    Raises ``BrowserenvError`` for ``reset_by="rollback"`` and for a ``pool``: a container is always replaced, and
    serves one world.
    """

    backend = "docker"

    def __init__(
        self,
        sites: Sequence[str],
        *,
        size: str = "full",
        golden_seed: int = 0,
        reset_by: str | None = None,
        pool: SitePool | None = None,
        standby: bool = True,
        engine_timeout_s: float = TIMEOUT_S,
        progress: registry.Progress = lambda what, done, total: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        if reset_by == "rollback" or pool is not None:
            raise BrowserenvError("backend 'docker' replaces its containers: leave out reset_by='rollback' and pool")
        super().__init__(sites, size=size, golden_seed=golden_seed, progress=progress, log=log)
        self.world_id = secrets.token_hex(4)
        self.replicas: dict[str, Replica] = {}
        self._keeps_standby = standby
        self._engine_timeout_s = engine_timeout_s
        self._is_open = self._was_open = False
        self._client: Engine | None = None
        self._background: ThreadPoolExecutor | None = None
        self._berths: dict[str, Berths] = {}
        self._standbys: dict[str, Standby] = {}
        self._relays: dict[str, Relay] = {}
        self._folder: Path | None = None

    @property
    def addresses(self) -> Mapping[str, Address]:
        return {site: Address(registry.manifest(site).host, HOST, relay.port) for site, relay in self._relays.items()}

    def open(self) -> None:
        """Find the images and start the sites, after removing containers that dead owners left; nothing when they are
        started.

        Raises ``BrowserenvError`` with the mend when there is no engine or no image, ``InfrastructureFault`` when an
        engine that was there is gone or a container does not start.
        """
        with self._opening():
            if self._is_open:
                return
            self._client = self._connected()
            self._folder = Path(tempfile.mkdtemp(prefix=PREFIX))
            take_lease(self._folder)
            self._background = ThreadPoolExecutor(max(2, len(self.sites)), thread_name_prefix=f"world-{self.world_id}")
            self._remove_left_over(self._client)
            for site in self.sites:
                image = find_image(self._client, self.goldens[site])
                what = (self._client, read_service(site), image, self.world_id)
                self._berths[site] = Berths(site, partial(make_berth, *what))
                self._berths[site].open()
                self._standbys[site] = Standby(partial(start_replica, *what, self._berths[site]), self._background)
                self._relays[site] = Relay()
            self._prepare_all()
            self._swap_in(self._take_all())
            self._is_open = self._was_open = True

    def reset(self, setup: Setup) -> StartState:
        with self._turn:
            if not self._is_open:
                raise InfrastructureFault("world", "the world is not open")
            replicas = self._take_all()
            try:
                found = {site: self._begin(replica, setup.get(site, {})) for site, replica in replicas.items()}
            except BaseException:
                self._throw_away(replicas.values())
                raise
            self._swap_in(replicas)
            return StartState(found)

    def another(self) -> DockerWorld:
        return DockerWorld(
            self.sites,
            size=self.size,
            golden_seed=self._golden_seed,
            standby=self._keeps_standby,
            engine_timeout_s=self._engine_timeout_s,
            progress=self._progress,
            log=self._log,
        )

    def wait_until_ready(self) -> None:
        """Wait for the containers that the next reset swaps in, if any are under way: for measuring."""
        for standby in self._standbys.values():
            standby.wait()

    def restarts(self) -> int:
        """Containers do not come back by themselves: one that ends is a fault."""
        return 0

    def close(self) -> None:
        with self._closing():
            self._is_open = False
            self._throw_away(self.replicas.values())
            self.replicas = {}
            for relay in self._relays.values():
                relay.close()
            for standby in self._standbys.values():
                self._telling(standby.close)
            self._relays, self._standbys = {}, {}
            if self._background is not None:
                self._background.shutdown()
            for berths in self._berths.values():
                berths.close(self._telling)
            self._berths = {}
            if self._client is not None:
                self._client.close()
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
            self._background = self._client = self._folder = None

    def _ask(self, operation: str, mounted: str, /, **arguments: Any) -> dict[str, Any]:
        if mounted not in self.replicas:
            raise InfrastructureFault("world", "the world is not open")
        return self.replicas[mounted].control.call(operation, mount=mounted, **arguments)

    def _connected(self) -> Engine:
        try:
            return connect(self._engine_timeout_s)
        except BrowserenvError as error:
            if self._was_open:
                raise InfrastructureFault("world", str(error)) from error
            raise

    def _remove_left_over(self, client: Engine) -> None:
        """Remove what dead owners left, and the containers that this world could not remove when it was open before."""
        reap_folders()
        found = list(find_containers(client))
        for remain in reap(found):
            self._log(f"removed container {remain.name}, which process {remain.owner.process_id} left when it ended")
        for remain in found:
            if remain.world_id == self.world_id:
                remain.remove()

    def _take_all(self) -> dict[str, Replica]:
        taken: dict[str, Replica] = {}
        try:
            for site, standby in self._standbys.items():
                taken[site] = standby.take()
        except BaseException:
            self._throw_away(taken.values())
            raise
        return taken

    def _begin(self, replica: Replica, rows: Mapping[str, list[Row]]) -> str:
        """Put a replica to the task's start state and verify it; its fingerprint."""
        assert self._folder is not None, "the world is open"
        site, ask = replica.site, partial(replica.control.call, mount=replica.site)
        folder = self._folder / site
        folder.mkdir(exist_ok=True)
        start, expected = start_state(self.goldens[site], rows, folder)
        if not rows:
            return verify(site, ask("fingerprint")["fingerprint"], expected)
        place = f"/state/{start.name}"
        ask("prepare", golden=GOLDEN, start=place, delta=delta(self.goldens[site].folder, start))
        return verify(site, ask("reset", start=place)["fingerprint"], expected)

    def _swap_in(self, replicas: dict[str, Replica]) -> None:
        old, self.replicas = self.replicas, replicas
        for site, replica in replicas.items():
            self._relays[site].lead_to(replica.port)
        self._throw_away(old.values())
        self._prepare_all()

    def _prepare_all(self) -> None:
        if self._keeps_standby:
            for standby in self._standbys.values():
                standby.prepare()

    def _throw_away(self, replicas: Iterable[Replica]) -> None:
        """Remove containers in the background."""
        for replica in replicas:
            assert self._background is not None, "replicas are there while the world is open"
            self._background.submit(self._telling, replica.remove)

    def _telling(self, remove: Callable[[], None]) -> None:
        """Remove; what cannot be removed now is told of, and is found by its labels when this process has ended."""
        try:
            remove()
        except InfrastructureFault as fault:
            self._log(f"{fault.message}; 'browserenv worlds reap' removes it when this program has ended")
