"""A relay: one TCP port that stays while what is behind it changes."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar, cast

T = TypeVar("T")
HOST = "127.0.0.1"
TIMEOUT_S = 10.0


class _Side(asyncio.Protocol):
    """One side of a relayed connection: what comes in here goes out at the other side, at the pace of that side."""

    transport: asyncio.Transport
    other: _Side | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        connected: socket.socket = transport.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.transport.write(data)

    def eof_received(self) -> bool:
        if self.other is not None and self.other.transport.can_write_eof():
            self.other.transport.write_eof()
        return True  # the other direction stays open

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        if self.other is not None:
            self.other.transport.close()


class _Entrance(_Side):
    """The side that a visitor connects to; it waits with reading until the target is reached."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.pause_reading()
        self._relay._begin(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._relay._end(self)


class Relay:
    """Listens on a free port of 127.0.0.1, in a thread of its own, and passes connections on to a target port.

    Without a target, and when the target does not answer, connections are closed.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._target: int | None = None
        self._entrances: dict[_Entrance, asyncio.Task[None]] = {}
        self._thread = threading.Thread(target=self._loop.run_forever, name="relay", daemon=True)
        self._thread.start()
        self._server = self._run(self._listen())
        self.port = int(self._server.sockets[0].getsockname()[1])

    def lead_to(self, target: int | None) -> None:
        """Close all connections and pass new ones on to port ``target``; None closes new ones too."""
        self._run(self._swap(target))

    def close(self) -> None:
        """Close the port and all connections; may be called twice."""
        if self._loop.is_closed():
            return
        self._run(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(TIMEOUT_S)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT_S)

    # --- in the loop's thread

    async def _listen(self) -> asyncio.Server:
        return await self._loop.create_server(lambda: _Entrance(self), HOST, 0)

    async def _swap(self, target: int | None) -> None:
        self._target = target
        tasks = list(self._entrances.values())
        for entrance, task in list(self._entrances.items()):
            task.cancel()
            entrance.transport.abort()
            if entrance.other is not None:
                entrance.other.transport.abort()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _stop(self) -> None:
        self._server.close()
        await self._swap(None)
        await self._server.wait_closed()

    def _begin(self, entrance: _Entrance) -> None:
        self._entrances[entrance] = self._loop.create_task(self._connect(entrance))

    def _end(self, entrance: _Entrance) -> None:
        self._entrances.pop(entrance).cancel()

    async def _connect(self, entrance: _Entrance) -> None:
        if self._target is None:
            entrance.transport.abort()
            return
        try:
            _, side = await self._loop.create_connection(_Side, HOST, self._target)
        except OSError:
            entrance.transport.abort()
            return
        entrance.other, side.other = side, entrance
        entrance.transport.resume_reading()
