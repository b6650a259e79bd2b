"""``browserenv rejudge``: score stored episodes again."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ..errors import BrowserenvError
from ..judges.endpoint import EndpointError
from ..judges.version import judges_version
from ..runs.rejudge import Rejudged, save
from ..runs.rejudge import rejudge as rejudge_one
from ..runs.trajectory import EpisodeRecord, trajectories
from ..tasks.catalog import Catalog
from ..tasks.task import Task
from ..worlds.golden_reader import GoldenReader, reader_of
from .files import writing
from .progress import tracked


def rejudge(
    run: Annotated[Path, typer.Argument(help="folder that 'browserenv run --out' wrote")],
    current_tasks: Annotated[
        bool, typer.Option("--current-tasks", help="by the tasks as they are now, not as they were stored")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="put the new verdicts into the stored episodes")] = False,
) -> None:
    """Judge stored episodes again, without a browser, and name each verdict that moved. Exit code 1 if one did."""
    task_for = _current_task() if current_tasks else None
    folders = list(trajectories(run))
    try:
        found = [rejudge_one(folder, os.environ, task_for) for folder in tracked(folders, "judging episodes")]
    except EndpointError as error:
        raise BrowserenvError(str(error)) from None
    for each in found:
        _show(each)
        if write:
            with writing(each.trajectory.folder):
                save(each)
    n_moved = sum(len(each.moved) for each in found)
    was = Counter(each.trajectory.record.judged_by for each in found)
    print(
        f"episodes {len(found)}   verdicts {sum(len(each.after.checks) for each in found if each.after)}   "
        f"moved {n_moved}   outcomes moved {sum(each.outcome_moved for each in found)}   "
        f"not judged {sum(each.after is None for each in found)}   "
        f"judges {judges_version()}, before {', '.join(was)}"
    )
    if n_moved:
        raise typer.Exit(1)


def _current_task() -> Callable[[EpisodeRecord], Task]:
    """The task of an episode as it is now, drawn from the data that the episode was played on."""
    catalog, readers = Catalog(), dict[str, GoldenReader]()

    def task_for(record: EpisodeRecord) -> Task:
        size = str(record.settings.get("size", "full"))
        return catalog.task(record.task_id, record.seed, readers.setdefault(size, reader_of(size)))

    return task_for


def _show(each: Rejudged) -> None:
    key = each.trajectory.record.key
    if each.skipped:
        print(f"{key}   not judged: {each.skipped}")
    for moved in each.moved:
        print(f"{key}   {moved}")
    if each.after is not None and each.outcome_moved:
        print(f"{key}   outcome {each.trajectory.record.outcome} -> {each.after.verdict.outcome}")
