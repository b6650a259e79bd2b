"""Every id that is registered can be made, or says in a line why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from browserenv.errors import BrowserenvError, NoReplicaError
from browserenv.registration import register_tasks
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.imported import ImportedTasks
from browserenv.tasks.webarena import read_webarena


def test_ids_of_an_imported_benchmark(reference_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSERENV_TASKS", str(tmp_path))
    ImportedTasks(tmp_path).write(read_webarena(reference_data / "webarena" / "test.raw.json"))
    refused: list[str] = []
    try:
        catalog = Catalog()
        ids = {catalog.sites(gym.spec(gym_id).kwargs["task_id"]): gym_id for gym_id in register_tasks(catalog)}
        for gym_id in ids.values():  # one of each set of sites
            try:
                gym.make(gym_id, size="small", catalog=catalog).close()  # not opened: nothing is started
            except NoReplicaError as error:
                refused.append(str(error))
        assert 0 < len(refused) < len(ids)
        assert all(line.startswith("no replica of site ") for line in refused)
        assert {line.partition("; ")[2] for line in refused} == {"there are forum, calendar"}
    finally:
        for name in [name for name in gym.registry if name.startswith("browserenv/webarena.")]:
            gym.registry.pop(name)


@pytest.mark.parametrize("backend", ["embedded", "docker"])
def test_a_size_that_a_site_has_not(backend: str) -> None:
    env: Any = None
    with pytest.raises(BrowserenvError, match="no size 'huge' of site 'forum'; there are small, full"):
        env = gym.make("browserenv/task-580", size="huge", backend=backend)
    assert env is None
