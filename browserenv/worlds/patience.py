"""A limit of time for a call that has none of its own and can be interrupted from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress


class Patience:
    """Calls ``interrupt``, in a thread of its own, unless the ``with`` block ends within ``timeout_s``; ``is_over``
    says whether it did.

    ``interrupt`` may raise ``OSError``: what it interrupts may have ended by itself.
    """

    def __init__(self, timeout_s: float, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._timer = threading.Timer(timeout_s, self._end)
        self._timer.daemon = True
        self.is_over = False

    def _end(self) -> None:
        self.is_over = True
        with suppress(OSError):
            self._interrupt()

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._timer.join()
