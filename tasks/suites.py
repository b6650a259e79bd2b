"""Suites: a name for all tasks of a site (``forum``), or for all there are (``all``)."""

from __future__ import annotations

from collections.abc import Sequence

from .catalog import Catalog
from .errors import UnknownTaskError, nearest

ALL = "all"


def suite_names(catalog: Catalog) -> tuple[str, ...]:
    """``all``, and each site that has families."""
    return (ALL, *dict.fromkeys(family_id.partition(".")[0] for family_id in catalog.files))


def suite(catalog: Catalog, name: str) -> tuple[str, ...]:
    """The ids of a suite's tasks: its fixed instances, then its families. Raises ``UnknownTaskError``."""
    if name not in suite_names(catalog):
        raise UnknownTaskError(f"no suite {name!r}{nearest(name, suite_names(catalog))}")
    return tuple(
        task_id for task_id in catalog.ids() if name in (ALL, catalog.family(task_id).family.partition(".")[0])
    )


def named_tasks(catalog: Catalog, names: Sequence[str]) -> tuple[str, ...]:
    """The ids that several names stand for, each a suite's or a task's, each id once.

    Raises ``UnknownTaskError`` for a name that is neither.
    """
    catalog.require_files()
    ids: list[str] = []
    for name in names:
        if name in suite_names(catalog):
            ids += suite(catalog, name)
        else:
            catalog.sites(name)  # raises where there is no such task
            ids.append(name)
    return tuple(dict.fromkeys(ids))


def by_sites(catalog: Catalog, ids: Sequence[str]) -> list[tuple[str, ...]]:
    """The ids in groups whose tasks act on the same sites, so that one world serves a group; order is kept."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for task_id in ids:
        groups.setdefault(catalog.sites(task_id), []).append(task_id)
    return [tuple(group) for group in groups.values()]
