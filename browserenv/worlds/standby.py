"""The next container, started while the agent still works, so that a reset does not wait for a boot."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future

from ..errors import InfrastructureFault
from .containers import Replica


class Standby:
    """Keeps one replica of a site ready. ``start`` boots one and blocks until it serves."""

    def __init__(self, start: Callable[[], Replica], background: Executor) -> None:
        self._start = start
        self._background = background
        self._next: Future[Replica] | None = None

    def prepare(self) -> None:
        """Begin to start the next one, unless that was begun."""
        if self._next is None:
            self._next = self._background.submit(self._start)

    def take(self) -> Replica:
        """A fresh replica: the prepared one when it is well, else one that is started now.

        Raises ``InfrastructureFault`` when none can be started.
        """
        prepared, self._next = self._next, None
        if prepared is not None:
            try:
                replica = prepared.result()
            except InfrastructureFault:
                return self._start()  # raises again what is still wrong
            if replica.is_well():
                return replica
            replica.remove()
        return self._start()

    def wait(self) -> None:
        """Wait until the prepared one is ready, or known not to be."""
        if self._next is not None:
            self._next.exception()

    def close(self) -> None:
        """Remove the prepared replica. Raises ``InfrastructureFault`` when the engine does not."""
        prepared, self._next = self._next, None
        if prepared is not None and not prepared.cancel() and prepared.exception() is None:
            prepared.result().remove()
