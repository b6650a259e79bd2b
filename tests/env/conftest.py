from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden
from browserenv.worlds.base import Address
from browserenv.worlds.embedded import EmbeddedWorld

ERROR = b"HTTP/1.1 500 Broken\r\nContent-Type: text/html\r\nContent-Length: 6\r\nConnection: close\r\n\r\nbroken"


@pytest.fixture(scope="module")
def env(forum_golden: Golden) -> Iterator[BrowserEnv]:
    """Task 580 on the small forum; one world and one Chromium for all tests of a file."""
    env = BrowserEnv("580", size="small")
    yield env
    env.close()


class Proxy:
    """A TCP proxy between browser and site that does to each request what ``manner`` says: ``pass`` it on, ``reset``
    the connection, answer with an ``error`` of status 500, answer so where it is for a style sheet (``no style``), stay
    ``silent``, or pass it on ``late``."""

    def __init__(self, target: tuple[str, int], late_s: float) -> None:
        self.manner = "pass"
        self.target = target
        self.late_s = late_s
        self._closed = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: set[socket.socket] = {self._listener}
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # the listener is closed at the end
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self.target)
                self._open |= {client, server}
                threading.Thread(target=self._pump, args=[client, server, True], daemon=True).start()
                threading.Thread(target=self._pump, args=[server, client, False], daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, asks: bool) -> None:
        with suppress(OSError):  # either side may go away at any time
            while data := source.recv(65536):
                if asks and not self._lets_pass(source, data):
                    break
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _lets_pass(self, client: socket.socket, request: bytes) -> bool:
        if self.manner == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        elif self.manner == "error" or (self.manner == "no style" and b".css" in request.partition(b"\r\n")[0]):
            client.sendall(ERROR)
            return False
        elif self.manner in ("silent", "late"):
            self._closed.wait(self.late_s if self.manner == "late" else None)
        return self.manner in ("pass", "late", "no style")

    def close(self) -> None:
        self._closed.set()
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


class ProxiedWorld(EmbeddedWorld):
    """An embedded world whose sites the browser reaches through a proxy."""

    proxy: Proxy

    def open(self) -> None:
        super().open()
        (address,) = super().addresses.values()
        self.proxy = Proxy((address.ip, address.port), late_s=40.0)

    @property
    def addresses(self) -> Mapping[str, Address]:
        return {site: Address(address.host, address.ip, self.proxy.port) for site, address in super().addresses.items()}

    def close(self) -> None:
        if hasattr(self, "proxy"):
            self.proxy.close()
        super().close()


@contextmanager
def reset_from_its_opening(world: Any) -> Iterator[None]:
    """Meanwhile the proxy of a ``ProxiedWorld`` resets every connection, also after the world is opened anew."""
    opened = world.open

    def open_broken() -> None:
        opened()
        world.proxy.manner = "reset"

    world.open, world.proxy.manner = open_broken, "reset"
    try:
        yield
    finally:
        world.open = opened


@pytest.fixture
def proxied(forum_golden: Golden) -> Iterator[Any]:
    """Task 580 with ``env.core.world.proxy`` between Chromium and the small forum."""
    env = BrowserEnv("580", size="small", navigation_timeout_ms=8000)
    env.core.world = ProxiedWorld(["forum"], size="small")
    yield env
    env.close()
