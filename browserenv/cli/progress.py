"""Progress on the terminal; on standard error, so that output can be piped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, track

from ..sites.kit import registry

Item = TypeVar("Item")


def say(line: str) -> None:
    """One line to the person, beside the output."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(line, markup=False)


@contextmanager
def building() -> Iterator[registry.Progress]:
    """A progress callback that draws one bar per kind of thing that is built; nothing when nothing is."""
    columns = (TextColumn("building {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bars: dict[str, TaskID] = {}
    progress = Progress(*columns, console=Console(stderr=True), transient=True)

    def report(what: str, done: int, total: int) -> None:
        if not bars:
            progress.start()
        if what not in bars:
            bars[what] = progress.add_task(what, total=total)
        progress.update(bars[what], completed=done, total=total)

    try:
        yield report
    finally:
        if bars:
            progress.stop()


def tracked(items: Sequence[Item], what: str) -> Iterable[Item]:
    """The items one by one, with a bar on standard error."""
    return track(items, description=what, console=Console(stderr=True), transient=True)
