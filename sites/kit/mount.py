"""A mount: one site served from one state folder. A site process holds any number of them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .manifest import Manifest
from .state import State

ENVIRON_KEY = "site.mount"


@dataclass
class Mount:
    """What a request needs to know; the site's code finds it in the WSGI environ under ``ENVIRON_KEY``.

    ``secret`` signs session cookies. It is random per mount and no part of the state, so no cookie can be forged from
    knowledge of the seed data.
    """

    site: Manifest
    state: State
    secret: str = field(default_factory=lambda: secrets.token_hex(16))
    _gate: threading.Condition = field(default_factory=threading.Condition, repr=False)
    _n_inside: int = 0
    _closed: bool = False

    @contextmanager
    def request(self) -> Iterator[None]:
        """Held by every request, so that a reset never swaps the database under one."""
        with self._gate:
            while self._closed:
                self._gate.wait()
            self._n_inside += 1
        try:
            yield
        finally:
            with self._gate:
                self._n_inside -= 1
                self._gate.notify_all()

    @contextmanager
    def exclusive(self, timeout_s: float = 10.0) -> Iterator[None]:
        """Held by a reset; new requests wait. Raises ``TimeoutError`` when running requests do not end in time."""
        with self._gate:
            self._closed = True
            try:
                if not self._gate.wait_for(lambda: self._n_inside == 0, timeout_s):
                    raise TimeoutError(f"{self._n_inside} requests of {self.site.name} still run after {timeout_s} s")
                yield
            finally:
                self._closed = False
                self._gate.notify_all()
