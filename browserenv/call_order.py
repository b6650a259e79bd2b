"""The order of calls: one at a time, and an interrupted one is not gone on from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from .errors import CallOrderError


class CallOrder:
    """Of one environment. ``was_interrupted``: a call was cancelled on its way, nobody knows in the middle of what."""

    def __init__(self) -> None:
        self.was_interrupted = False
        self._is_busy = False

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One call. Raises ``CallOrderError`` while another one is under way."""
        if self._is_busy:
            raise CallOrderError("another reset() or step(), or the like, is under way; call again when it has ended")
        self._is_busy = True
        try:
            with self.noting_interrupts():
                yield
        finally:
            self._is_busy = False

    @contextmanager
    def noting_interrupts(self) -> Iterator[None]:
        """Note that the body was cancelled, if it was."""
        try:
            yield
        except asyncio.CancelledError:
            self.was_interrupted = True
            raise
