"""Await something that a dialog may come between."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from browserenv.browser.dialogs import Dialogs

T = TypeVar("T")


async def until_dialog(dialogs: Dialogs, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Run ``work`` until it is done or a dialog is open, which blocks its page: then the task is not yet done."""
    task = asyncio.ensure_future(work)
    opened = asyncio.ensure_future(dialogs.opened())
    try:
        await asyncio.wait({task, opened}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        task.cancel()
        raise
    finally:
        opened.cancel()
    return task


async def unless_dialog(dialogs: Dialogs, work: Coroutine[Any, Any, T], instead: T) -> T:
    """The result of ``work``, or ``instead`` when a dialog is open before it is done."""
    if dialogs.open:
        work.close()
        return instead
    task = await until_dialog(dialogs, work)
    if task.done():
        return task.result()
    drop(task)
    return instead


def drop(task: asyncio.Task[Any]) -> None:
    """Cancel a task; nobody asks any more what came of it."""
    task.cancel()
    forget(task)


def forget(task: asyncio.Task[Any]) -> None:
    """Let a task go on; nobody asks what comes of it."""
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
