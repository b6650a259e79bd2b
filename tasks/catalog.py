"""The catalog: the families of a folder, loaded once and passed around, and the tasks drawn from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from .draws import StateReader
from .errors import Flaw, TaskFileError, UnknownTaskError, nearest
from .family import Family
from .imported import ImportedTasks, imports_folder
from .reader import load_family
from .seeds import whole_seed
from .task import Task, instantiate

PACKAGED = Path(__file__).parent


class Catalog:
    """The families in ``folder``, one folder a site, one YAML file a family (the packaged ones unless told otherwise).

    A file is read when its family is first asked for, and kept by this object alone, so that a catalog of many costs
    nothing to make. A family's id follows from its file: ``forum/create_forum.yaml`` holds ``forum.create-forum``.
    Tasks of other benchmarks come from ``imported``, the user's folder unless told otherwise; ``ids`` and ``tasks``
    leave them out.
    """

    def __init__(self, folder: Path | str = PACKAGED, imported: Path | str | None = None) -> None:
        self.folder = Path(folder)
        self.imported = ImportedTasks(imported or imports_folder())
        self._loaded: dict[str, Family] = {}

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """The file of each family, by the id that follows from it, in order of id."""
        paths = self.folder.glob("*/*.yaml")
        return dict(sorted((f"{path.parent.name}.{path.stem.replace('_', '-')}", path) for path in paths))

    def require_files(self) -> None:
        """Raises ``UnknownTaskError`` where there is no family at all, so that nothing passes for something."""
        if not self.files:
            raise UnknownTaskError(f"no task files in {self.folder}; name the folder that holds one folder a site")

    @property
    def families(self) -> Mapping[str, Family]:
        """By id, in order of id. Raises ``TaskFileError`` for the first file that cannot be loaded."""
        return {family_id: self._load(family_id) for family_id in self.files}

    @cached_property
    def instances(self) -> Mapping[str, str]:
        """Each fixed instance's number and its family. Raises ``TaskFileError`` when two families have one number."""
        owners: dict[str, str] = {}
        for family_id, path in self.files.items():
            if b"\ninstances:" not in path.read_bytes():
                continue
            for number in self._load(family_id).instances:
                if number in owners:
                    raise TaskFileError(f"task {number} is an instance of {owners[number]} and of {family_id}")
                owners[number] = family_id
        return owners

    def _load(self, family_id: str) -> Family:
        if family_id not in self._loaded:
            self._loaded[family_id] = _checked(self.files[family_id], family_id)
        return self._loaded[family_id]

    def ids(self) -> list[str]:
        """Every id that ``task`` takes: fixed instances by number, then the families that draw by seed."""
        numbers = sorted(self.instances, key=lambda number: (not number.isdigit(), number.zfill(12)))
        return [*numbers, *self.files]

    def family(self, task_id: str) -> Family:
        """The family of a task id. Raises ``UnknownTaskError``, for an imported task too."""
        task_id = str(task_id)
        if task_id in self.imported.files:
            what = "is of another benchmark and of no family, so that it has neither draws nor an oracle"
            raise UnknownTaskError(f"task {task_id} {what}; 'browserenv tasks show {task_id}' shows it")
        owner = self.instances.get(task_id, task_id)
        if owner not in self.files:
            hint = nearest(task_id, self.ids()) if len(self.ids()) else ""
            hint = hint if "did you mean" in hint else ";"
            raise UnknownTaskError(f"no task {task_id!r}{hint} 'browserenv tasks list' shows all")
        return self._load(owner)

    def task(self, task_id: str, seed: object = None, state: StateReader | None = None) -> Task:
        """The task of an id. A fixed instance is the same for any seed; a family is drawn by it (None draws seed 0),
        and by ``state``, the sites' data, where its slots come from there.

        Raises ``UnknownTaskError``, ``SeedError``, ``StateNeededError`` and ``DrawError``.
        """
        task_id = str(task_id)
        if task_id in self.imported.files:
            return self.imported.task(task_id)
        family = self.family(task_id)
        number = None if seed is None else whole_seed(seed)
        if task_id in family.instances:
            return instantiate(family, task_id, family.instance(task_id), seed=None)
        try:
            return instantiate(family, family.family, family.draw(number or 0, state), seed=number or 0)
        except Flaw as flaw:
            raise flaw.in_file(f"{family.family} with seed {number or 0}") from None

    def sites(self, task_id: str) -> tuple[str, ...]:
        """The sites that a task id's episodes act on. Raises ``UnknownTaskError``."""
        if str(task_id) in self.imported.files:
            return self.imported.task(str(task_id)).sites
        return self.family(task_id).sites

    def tasks(self, state: StateReader | None = None) -> Iterator[Task]:
        """Every id's task, families with seed 0; without ``state``, those alone that are drawn without one."""
        for task_id in self.ids():
            if task_id in self.instances or state is not None or not self.family(task_id).needs_state:
                yield self.task(task_id, state=state)


def plain_id(name: object) -> str:
    """The catalog's id for what a person or Gymnasium may call a task: ``580``, ``task-580``, ``browserenv/task-580``.

    Text that is no task's name stays as it is.
    """
    return str(name).removeprefix("browserenv:").removeprefix("browserenv/").removeprefix("task-")


def families() -> Mapping[str, Family]:
    """The packaged families, by id, freshly loaded."""
    return Catalog().families


def task(task_id: str, seed: object = None) -> Task:
    """One packaged task, freshly loaded; keep a ``Catalog`` where many are needed. Raises as ``Catalog.task``."""
    return Catalog().task(task_id, seed)


def _checked(path: Path, expected: str) -> Family:
    family = load_family(path)
    if family.family != expected:
        file = f"{path.parent.name}/{path.name}"
        raise TaskFileError(f"family {family.family!r} in {file} (family); did you mean {expected!r}, after its file?")
    return family
