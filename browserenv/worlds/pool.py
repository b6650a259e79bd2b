"""A pool of site processes, shared by the worlds of one program."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType

from .process import SiteProcess

WORLDS_PER_PROCESS = 8


class SitePool:
    """Lends site processes to embedded worlds, several worlds to one process.

    A process costs about 50 MB and half a second, a world in it next to nothing; but its pages are made one at a time.
    A process starts with the first world and ends with the last. All methods may be called from any thread.

    >>> with SitePool() as pool:  # doctest: +SKIP
    ...     envs = [gym.make("browserenv/task-580", pool=pool) for _ in range(8)]
    """

    def __init__(
        self, worlds_per_process: int = WORLDS_PER_PROCESS, make: Callable[[], SiteProcess] = SiteProcess
    ) -> None:
        self.worlds_per_process = worlds_per_process
        self._make = make
        self._turn = threading.Lock()
        self._n_worlds: dict[SiteProcess, int] = {}

    @property
    def processes(self) -> tuple[SiteProcess, ...]:
        return tuple(self._n_worlds)

    def borrow(self) -> SiteProcess:
        """A process with room for one more world. Raises ``InfrastructureFault`` when none can be started."""
        with self._turn:
            room = [
                process
                for process, n_worlds in self._n_worlds.items()
                if process.is_alive and n_worlds < self.worlds_per_process
            ]
            process = room[0] if room else self._make()
            self._n_worlds[process] = self._n_worlds.get(process, 0) + 1
            return process

    def give_back(self, process: SiteProcess) -> None:
        """A world needs the process no longer; the last one ends it."""
        with self._turn:
            self._n_worlds[process] -= 1
            if self._n_worlds[process] > 0:
                return
            del self._n_worlds[process]
        process.close()

    def close(self) -> None:
        """End all processes, whoever still uses them; may be called twice."""
        with self._turn:
            processes, self._n_worlds = self._n_worlds, {}
        for process in processes:
            process.close()

    def __enter__(self) -> SitePool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
