"""Places where replicas lie: network namespaces with published ports, which outlive the containers that use them.

An engine that starts a container with a network of its own adds an interface to the machine, and Chromium then drops
every request that is under way (``ERR_NETWORK_CHANGED``). The next container is started while the agent works, so it
must not touch the machine's network: it joins the namespace of a berth, which is made when the world is opened. A site
has two of them, one for the replica in use and one for the next.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import InfrastructureFault

N_BERTHS = 2
TIMEOUT_S = 60.0


@dataclass(frozen=True)
class Berth:
    """``network``: what a container's ``network_mode`` must be to lie here; ``port`` (the site's) and ``control_port``
    are on 127.0.0.1; ``remove`` throws the berth away."""

    network: str
    port: int
    control_port: int
    remove: Callable[[], None]


class Berths:
    """The berths of one site, and which of them are free. Any thread may call."""

    def __init__(self, site: str, make: Callable[[], Berth]) -> None:
        self._site = site
        self._make = make
        self._all: list[Berth] = []
        self._free: queue.Queue[Berth] = queue.Queue()

    def open(self) -> None:
        """Make them all. Raises ``InfrastructureFault``."""
        while len(self._all) < N_BERTHS:
            self._all.append(self._make())
            self._free.put(self._all[-1])

    def take(self) -> Berth:
        """A free berth; waits for one that is being left.

        Raises ``InfrastructureFault`` when none becomes free: a container could not be removed.
        """
        try:
            return self._free.get(timeout=TIMEOUT_S)
        except queue.Empty:
            message = f"no container of {self._site} was removed within {TIMEOUT_S:g} s, so no other can be started"
            raise InfrastructureFault("world", message) from None

    def leave(self, berth: Berth) -> None:
        """Give a berth back."""
        self._free.put(berth)

    def close(self, remove: Callable[[Callable[[], None]], None]) -> None:
        """Throw all away: ``remove`` is called with what removes each."""
        for berth in self._all:
            remove(berth.remove)
        self._all, self._free = [], queue.Queue()
