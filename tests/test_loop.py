"""Calls into a loop's thread: results, errors, limits, and interrupts at each moment of handing a call over."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from browserenv.errors import BrowserenvError
from browserenv.loop import LoopThread


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    loop = LoopThread()
    yield loop
    loop.close()


def test_results_and_errors_come_back(loop: LoopThread) -> None:
    async def halve(number: int) -> float:
        await asyncio.sleep(0)
        return 1 / number

    assert loop.run(halve(2)) == 0.5
    with pytest.raises(ZeroDivisionError):
        loop.run(halve(0))


def test_what_takes_too_long_is_cancelled(loop: LoopThread) -> None:
    seen: list[str] = []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    with pytest.raises(concurrent.futures.TimeoutError):
        loop.run(wait(), timeout_s=0.05)
    loop.run(asyncio.sleep(0))
    assert seen == ["cancelled"]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_an_interrupt_while_a_call_is_handed_over_stops_it(
    loop: LoopThread, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Before or after the loop has it: nothing goes on alone, nothing is left waiting."""
    seen: list[str] = []

    async def work() -> None:
        seen.append("started")
        try:
            await asyncio.Event().wait()
        finally:
            seen.append("ended")

    hand_over = loop._loop.call_soon_threadsafe
    interrupts = [KeyboardInterrupt()]

    def interrupted(callback: Callable[..., Any], *arguments: Any) -> None:
        if interrupts and moment == "before":
            raise interrupts.pop()
        hand_over(callback, *arguments)
        if interrupts:
            raise interrupts.pop()

    with monkeypatch.context() as patched:
        patched.setattr("browserenv.loop.STOP_TIMEOUT_S", 1e6)  # it is not the wait's end that passes the interrupt on
        patched.setattr(loop._loop, "call_soon_threadsafe", interrupted)
        with pytest.raises(KeyboardInterrupt):
            loop.run(work())
    assert seen in ([], ["started", "ended"])
    assert loop.run(tasks()) == 1


async def tasks() -> int:
    """How many tasks the loop has, this one too."""
    return len(asyncio.all_tasks())


def test_a_loop_of_another_process_is_refused_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing() -> None: ...

    loop = LoopThread()
    with monkeypatch.context() as patched:
        patched.setattr("os.getpid", lambda: -1)
        with pytest.raises(BrowserenvError, match="was forked from; make one in the process that uses it"):
            loop.run(nothing())
        loop.close()
    loop.run(nothing())
    loop.close()
