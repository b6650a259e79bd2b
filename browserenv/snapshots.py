"""Points of an episode, kept so that it can be taken up there again: by the same environment, or by another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .browser.snapshot import BrowserSnapshot
from .episode import Episode
from .errors import BrowserenvError, UnknownNameError
from .worlds.base import Kept

MOST_KEPT = 64


@dataclass(frozen=True)
class Snapshot:
    """All that an episode is at one point: what was said and used up, the sites' state, the browser's side."""

    episode: Episode
    world: Kept
    browser: BrowserSnapshot


class Snapshots:
    """Those of one environment's episode. They are few, and end with the episode."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: dict[str, Snapshot] = {}
        self._n_taken = 0

    def keep(self, snapshot: Snapshot) -> str:
        """Keep one; returns its id. Raises ``BrowserenvError`` when there are as many as may be."""
        if len(self._kept) >= self._most:
            raise BrowserenvError(f"{self._most} snapshots are kept, which is the most; forget() one")
        self._n_taken += 1
        snapshot_id = f"s{self._n_taken}"
        self._kept[snapshot_id] = snapshot
        return snapshot_id

    def __getitem__(self, snapshot_id: str) -> Snapshot:
        if snapshot_id not in self._kept:
            known = ", ".join(self._kept) or "none"
            raise UnknownNameError(f"no snapshot {snapshot_id!r} of this episode; kept: {known}; a reset ends them")
        return self._kept[snapshot_id]

    def forget(self, snapshot_id: str) -> None:
        self[snapshot_id]
        del self._kept[snapshot_id]

    def clear(self) -> None:
        self._kept.clear()


class Adopting(Protocol):
    """An environment that can go on from where another one was."""

    async def adopt(self, kept: Snapshot) -> Any: ...

    async def close(self) -> None: ...


async def adopt_all(forks: Sequence[Adopting], kept: Snapshot) -> None:
    """Bring all to one point; when one cannot be, all are closed."""
    try:
        for fork in forks:
            await fork.adopt(kept)
    except BaseException:
        for fork in forks:
            await fork.close()
        raise
