"""Names that a task's checks use, against the collections that its sites have: a misspelt one is an error before the
first action, not a check that nothing can pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..tasks.changes import Changes
from ..tasks.checks import AnyCheck, GroupCheck, StateCheck
from ..tasks.errors import TaskFileError, nearest
from ..tasks.query import names_of
from ..tasks.task import Task


def verify_names(task: Task, collections: Mapping[str, Sequence[str]]) -> None:
    """``collections``: those of each site. Raises ``TaskFileError`` for the first name that its site does not have."""
    for place, site, name in _names(task):
        known = collections.get(site)
        if known is not None and name not in known:
            hint = nearest(name, known)
            raise TaskFileError(f"task {task.task_id}: unknown collection {name!r} of {site} ({place}){hint}")


def _names(task: Task) -> Iterator[tuple[str, str, str]]:
    """(place, site, collection) of each collection that is named."""
    for number, check in enumerate(task.checks):
        yield from _of_check(f"checks[{number}]", check)
    if task.changes is not None:
        yield from _of_changes(task.changes)


def _of_check(place: str, check: AnyCheck) -> Iterator[tuple[str, str, str]]:
    if isinstance(check, GroupCheck):
        for number, inner in enumerate(check.checks):
            yield from _of_check(f"{place}.checks[{number}]", inner)
    if isinstance(check, StateCheck):
        for name in sorted(names_of(check.query).collections):
            yield f"{place}.query", check.site, name
        for key, read in check.rows.items():
            yield f"{place}.rows.{key}", check.site, read.collection


def _of_changes(changes: Changes) -> Iterator[tuple[str, str, str]]:
    for site, expected in changes.root.items():
        for collection in expected:
            yield f"changes.{site}", site, collection
    for site, read in changes.reads():
        yield f"changes.{site}", site, read.collection
