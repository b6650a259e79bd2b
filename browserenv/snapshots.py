"""Points of an episode, kept so that it can be taken up there again: by the same environment, or by another one."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self

from .browser.session import Session
from .browser.snapshot import BrowserSnapshot
from .call_order import CallOrder
from .episode import Episode
from .errors import BrowserenvError, CallOrderError, InfrastructureFault, UnknownNameError
from .info import FaultRecord, Timings
from .worlds.base import Kept, World

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


class Revisiting(ABC):
    """The part of an environment that keeps points of its episode, goes back to them, and forks.

    ``points`` are those that are kept; ``beginning`` is the observation and info of the last reset, restore or fork.
    """

    world: World

    def __init__(self) -> None:
        self.points = Snapshots()
        self._order = CallOrder()
        self.beginning: tuple[dict[str, Any], dict[str, Any]] = ({}, {})

    async def snapshot(self) -> str:
        """Keep the present point of the episode; returns its id, for ``restore``. Raises ``CallOrderError`` while a
        dialog is open or another call is under way, ``BrowserenvError`` where the backend cannot or as many points as
        may be are kept."""
        return self.points.keep(await self.take())

    async def restore(self, snapshot_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Go back, or forward, to a point of this episode; returns (observation, info) as ``reset`` does.

        A fault is met once by starting world and browser anew. Raises ``UnknownNameError`` for an id that is not kept,
        ``InfrastructureFault`` (the points are kept), ``CallOrderError`` while another call is under way.
        """
        async with self._turn():
            kept, fault = self.points[snapshot_id], None
            try:
                return self._began(*await self._put_in_place(kept))
            except InfrastructureFault as error:
                fault = error
            except CallOrderError:
                pass  # a restore that failed before has closed all
            points, self.points = self.points, Snapshots()  # closing ends those that it finds
            try:
                await self.close()
                return self._began(*await self._adopt(kept), fault)
            finally:
                self.points = points

    async def fork(self, n: int) -> list[Self]:
        """``n`` environments at the present point, each with a world and a Chromium of its own; this one goes on.

        What each begins with is in its ``beginning``. The caller closes them. Raises ``InfrastructureFault``.
        """
        kept = await self.take()
        forks = [self._another() for _ in range(n)]
        try:
            for fork in forks:
                await fork.adopt(kept)
        except BaseException:
            for fork in forks:
                await fork.close()
            raise
        return forks

    async def take(self) -> Snapshot:
        """The present point of the episode, to be adopted by another environment."""
        async with self._turn():
            episode = self.episode.parted()
            browser = await self.require_session().snapshot()
            return Snapshot(episode, await asyncio.to_thread(self.world.snapshot), browser)

    async def adopt(self, kept: Snapshot) -> tuple[dict[str, Any], dict[str, Any]]:
        """Go to a point that another environment was at. Raises ``InfrastructureFault``."""
        async with self._order.turn():
            return self._began(*await self._adopt(kept))

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One call on the running episode. Raises ``CallOrderError`` when one before it was interrupted."""
        async with self._order.turn():
            if self._order.was_interrupted:
                raise CallOrderError("a call was interrupted, nobody knows in the middle of what; call reset()")
            yield

    async def _adopt(self, kept: Snapshot) -> tuple[dict[str, Any], dict[str, Any]]:
        await self._start_as(kept.episode)
        return await self._put_in_place(kept)

    def _began(
        self, observation: dict[str, Any], info: dict[str, Any], fault: InfrastructureFault | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a reset, restore or fork returns; ``fault``: after which it was tried a second time."""
        retried = {"retries": int(fault is not None), "retried_after": FaultRecord(fault) if fault else None}
        self.beginning = observation, info | retried
        return self.beginning

    async def _put_in_place(self, kept: Snapshot) -> tuple[dict[str, Any], dict[str, Any]]:
        timings, session = Timings(), self.require_session()
        await session.close_episode()
        with timings.phase("state"):
            await asyncio.to_thread(self.world.restore, kept.world)
        with timings.phase("browser"):
            restored = await session.restore(kept.browser)
        return await self._go_on(kept.episode, timings), self._begin_info(timings) | {"restored": restored}

    # --- what the environment does

    @property
    @abstractmethod
    def episode(self) -> Episode:
        """The running or the last episode."""

    @abstractmethod
    def require_session(self) -> Session:
        """The running browser."""

    @abstractmethod
    async def close(self) -> None:
        """End browser and sites."""

    @abstractmethod
    def _another(self) -> Self:
        """An environment like this one, not yet open."""

    @abstractmethod
    async def _start_as(self, kept: Episode) -> None:
        """Open world and browser, and put the world to the start state of an episode."""

    @abstractmethod
    async def _go_on(self, kept: Episode, timings: Timings) -> dict[str, Any]:
        """Take an episode up where sites and browser are; returns the observation."""

    @abstractmethod
    def _begin_info(self, timings: Timings) -> dict[str, Any]:
        """``info`` as after a reset."""
