"""An event loop in a thread of its own, so that the synchronous face works in notebooks and inside running loops."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
STOP_TIMEOUT_S = 10.0


class LoopThread:
    """Runs coroutines from any thread and waits for their results.

    The thread is a daemon: an environment that nobody closed does not hold the interpreter back.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="browserenv-loop", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], timeout_s: float | None = None) -> T:
        """The result of a coroutine. Raises what it raises; ``TimeoutError`` after ``timeout_s``.

        An interrupt in the waiting thread cancels the coroutine.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout_s)
        except (KeyboardInterrupt, concurrent.futures.TimeoutError):
            future.cancel()
            raise

    def close(self) -> None:
        """Stop the loop; may be called twice."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOP_TIMEOUT_S)
        if not self._thread.is_alive():
            self._loop.close()
