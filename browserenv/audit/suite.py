"""Auditing many tasks: one world and one Chromium for all tasks of the same sites."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version

from .. import __version__
from ..errors import InfrastructureFault
from ..gymnasium_env import BrowserEnv
from ..judges.version import judges_version
from ..tasks.catalog import Catalog
from ..tasks.errors import DrawError
from ..tasks.suites import by_sites
from .auditor import Auditor
from .findings import TaskAudit

Progress = Callable[[str, int, int], None]


def audit_suite(
    catalog: Catalog,
    task_ids: Sequence[str],
    seeds: Sequence[int],
    *,
    size: str = "small",
    progress: Progress = lambda what, done, total: None,
) -> Iterator[TaskAudit]:
    """Audit each task with each seed, one after the other; a fixed instance is audited once, since no seed changes it.

    Raises ``UnknownTaskError`` for an id that is not in the catalog.
    """
    for ids in by_sites(catalog, task_ids):
        env = BrowserEnv(ids[0], catalog=catalog, size=size, observe=("axtree",), progress=progress)
        try:
            env.open()
            for task_id, seed in _pairs(catalog, ids, seeds):
                yield _audit(env, catalog, task_id, seed)
        finally:
            env.close()


def n_audits(catalog: Catalog, task_ids: Sequence[str], seeds: Sequence[int]) -> int:
    """How many audits ``audit_suite`` makes."""
    return sum(1 for _ in _pairs(catalog, task_ids, seeds))


def conditions(size: str) -> dict[str, str]:
    """What may move a result: the size of the data, and versions. ``judges`` is that of the judges' code."""
    return {
        "size": size,
        "browserenv": __version__,
        "judges": judges_version(),
        "playwright": version("playwright"),
        "python": ".".join(platform.python_version_tuple()[:2]),
    }


def _pairs(catalog: Catalog, task_ids: Sequence[str], seeds: Sequence[int]) -> Iterator[tuple[str, int]]:
    for task_id in task_ids:
        for seed in seeds[:1] if task_id in catalog.instances else seeds:
            yield task_id, seed


def _audit(env: BrowserEnv, catalog: Catalog, task_id: str, seed: int) -> TaskAudit:
    """One audit; a task that cannot be drawn, or a world that fails, is a finding too."""
    try:
        task = catalog.task(task_id, seed, env.core.world.golden_state)
    except DrawError as error:
        found = TaskAudit(task_id, seed, "")
        found.add("start", "drawn", False, str(error))
        return found
    try:
        return Auditor(env).audit(task, seed)
    except InfrastructureFault as fault:
        found = TaskAudit(task_id, task.seed, task.digest)
        found.add("start", "played", False, f"{fault.part}: {fault.message}")
        return found
