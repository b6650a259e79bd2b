"""The ids of Gymnasium: one for every task of the catalog."""

from __future__ import annotations

import gymnasium as gym

from .tasks.catalog import Catalog

ENTRY_POINT = "browserenv.gymnasium_env:BrowserEnv"
VECTOR_ENTRY_POINT = "browserenv.vector_env:VectorBrowserEnv"


def register_tasks(catalog: Catalog) -> list[str]:
    """Register ``browserenv/task-580`` and its like, every family by its name, and what was imported from other
    benchmarks (``browserenv/webarena.580``); return the ids.

    Called at ``import browserenv``; calling it again registers what is new.
    """
    ids = []
    for task_id in [*catalog.ids(), *catalog.imported.files]:
        gym_id = f"browserenv/task-{task_id}" if task_id in catalog.instances else f"browserenv/{task_id}"
        ids.append(gym_id)
        if gym_id not in gym.registry:
            gym.register(
                gym_id,
                entry_point=ENTRY_POINT,
                vector_entry_point=VECTOR_ENTRY_POINT,
                kwargs={"task_id": task_id},
            )
    return ids
