"""Imported tasks: a folder for each benchmark, one JSON file a task, written by an import and read one by one."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from .errors import TaskFileError, UnknownTaskError, nearest
from .foreign import Addresses, Imported
from .real import read_real
from .task import Task
from .visualwebarena import read_visualwebarena
from .webarena import read_webarena
from .webarena_verified import read_webarena_verified

# A reader for each format.
READERS: dict[str, Callable[[Path, Addresses], Imported]] = {
    "webarena": read_webarena,
    "visualwebarena": read_visualwebarena,
    "webarena-verified": read_webarena_verified,
    "real": lambda path, addresses: read_real(path, {name: place.site for name, place in addresses.places.items()}),
}


def imports_folder() -> Path:
    """``$BROWSERENV_TASKS``, else ``browserenv/tasks`` under the user's data folder."""
    if named := os.environ.get("BROWSERENV_TASKS"):
        return Path(named)
    try:
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "browserenv" / "tasks"
    except RuntimeError:  # a user whom the machine does not know, as in some containers, and who imported nothing
        return Path("/nonexistent") / "browserenv" / "tasks"


class ImportedTasks:
    """The tasks in ``folder``: ``webarena/580.json`` is ``webarena.580``. Nothing is read before it is asked for."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    @cached_property
    def files(self) -> dict[str, Path]:
        """Each task's file by its id, in order of benchmark and number."""
        paths = sorted(self.folder.glob("*/*.json"), key=lambda path: (path.parent.name, path.stem.zfill(12)))
        return {f"{path.parent.name}.{path.stem}": path for path in paths}

    def task(self, task_id: str) -> Task:
        """Raises ``UnknownTaskError``, and ``TaskFileError`` for a file that cannot be read any more."""
        if task_id not in self.files:
            raise UnknownTaskError(f"no imported task {task_id!r}{nearest(task_id, self.files)}")
        path = self.files[task_id]
        try:
            return Task.model_validate_json(path.read_text(encoding="utf-8"))
        except (OSError, ValidationError) as error:
            line = str(error).splitlines()[0]
            raise TaskFileError(f"cannot read {path.parent.name}/{path.name}: {line}; import it again") from None

    def write(self, imported: Imported) -> Path:
        """Store every task, in place of those of the same id; returns the benchmark's folder."""
        folder = self.folder / imported.benchmark
        folder.mkdir(parents=True, exist_ok=True)
        for task in imported.tasks:
            text = json.dumps(task.model_dump(mode="json"), ensure_ascii=False, indent=1)
            name = task.task_id.removeprefix(f"{imported.benchmark}.")
            (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        self.__dict__.pop("files", None)
        return folder
