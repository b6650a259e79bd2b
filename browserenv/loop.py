"""An event loop in a thread of its own, so that the synchronous face works in notebooks and inside running loops."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from .errors import BrowserenvError

T = TypeVar("T")
STOP_TIMEOUT_S = 10.0


class _Call(Generic[T]):
    """A coroutine that another thread waits for. ``start`` and ``cancel`` are for the loop, in this order.

    An interrupt may come at any moment of handing it over; a call that the loop never got is closed by ``cancel``.
    """

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self.result: concurrent.futures.Future[T] = concurrent.futures.Future()
        self._work = work
        self._task: asyncio.Task[T] | None = None

    def start(self) -> None:
        self._task = asyncio.ensure_future(self._work)
        self._task.add_done_callback(self._pass_on)

    def cancel(self) -> None:
        if self._task is None:
            self._work.close()
            self._give_up()
        else:
            self._task.cancel()

    def _pass_on(self, task: asyncio.Task[T]) -> None:
        if task.cancelled():
            self._give_up()
        elif (error := task.exception()) is not None:
            self.result.set_exception(error)
        else:
            self.result.set_result(task.result())

    def _give_up(self) -> None:
        self.result.cancel()
        self.result.set_running_or_notify_cancel()  # only this wakes who waits by concurrent.futures.wait


class LoopThread:
    """Runs coroutines from any thread and waits for their results.

    The thread is a daemon: an environment that nobody closed does not hold the interpreter back. It belongs to the
    process that made it: in a forked child there is no such thread, and a call there would wait for ever.
    """

    def __init__(self) -> None:
        self._process_id = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="browserenv-loop", daemon=True)
        self._thread.start()

    @property
    def is_ours(self) -> bool:
        """Whether this process made it; False in a forked child."""
        return self._process_id == os.getpid()

    @property
    def is_closed(self) -> bool:
        return self._loop.is_closed()

    @property
    def is_here(self) -> bool:
        """Whether the caller is in the loop's own thread."""
        return self._thread is threading.current_thread()

    def run(self, work: Coroutine[Any, Any, T], timeout_s: float | None = None) -> T:
        """The result of a coroutine. Raises what it raises; ``TimeoutError`` after ``timeout_s``; ``BrowserenvError``
        in a forked child, and after ``close``.

        An interrupt in the waiting thread cancels the coroutine, and is passed on when that has ended, or does not end
        within seconds.
        """
        if not self.is_ours:
            work.close()
            raise BrowserenvError(
                f"this environment belongs to process {self._process_id}, which process {os.getpid()} was forked from; "
                "make one in the process that uses it"
            )
        if self.is_closed:
            work.close()
            raise BrowserenvError("the environment is closed, and the loop that it ran on; make a new one")
        call = _Call(work)
        try:
            self._loop.call_soon_threadsafe(call.start)
            return call.result.result(timeout_s)
        except KeyboardInterrupt:
            self._loop.call_soon_threadsafe(call.cancel)
            concurrent.futures.wait([call.result], STOP_TIMEOUT_S)
            raise
        except concurrent.futures.TimeoutError:
            self._loop.call_soon_threadsafe(call.cancel)
            raise

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a coroutine that nobody waits for."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """Stop the loop; may be called twice. Does nothing in a forked child: the loop is the parent's."""
        if self._loop.is_closed() or not self.is_ours:
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOP_TIMEOUT_S)
        if not self._thread.is_alive():
            self._loop.close()


async def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """What a function gives that blocks, run in a thread. A thread cannot be interrupted: who waits for it and is
    cancelled goes on when it is done, so that nobody meets it at work on what is used next."""
    work = asyncio.ensure_future(asyncio.to_thread(function, *arguments))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        await asyncio.wait([work])
        raise
