"""The catalog: the families of a folder, loaded once and passed around, and the tasks drawn from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from .errors import TaskFileError, UnknownTaskError, nearest
from .family import Family
from .imported import ImportedTasks, imports_folder
from .reader import load_family
from .seeds import whole_seed
from .task import Task, instantiate

PACKAGED = Path(__file__).parent


class Catalog:
    """The families in ``folder``, one folder a site, one YAML file a family (the packaged ones unless told otherwise).

    Files are read when first asked for and kept by this object alone. A family's id follows from its file:
    ``forum/create_forum.yaml`` holds ``forum.create-forum``. Tasks of other benchmarks come from ``imported``, the
    user's folder unless told otherwise; ``ids`` and ``tasks`` leave them out.
    """

    def __init__(self, folder: Path | str = PACKAGED, imported: Path | str | None = None) -> None:
        self.folder = Path(folder)
        self.imported = ImportedTasks(imported or imports_folder())

    @cached_property
    def families(self) -> Mapping[str, Family]:
        """By id, in order of id. Raises ``TaskFileError`` for the first file that cannot be loaded."""
        found = (_checked(path) for path in sorted(self.folder.glob("*/*.yaml")))
        return {family.family: family for family in found}

    @cached_property
    def instances(self) -> Mapping[str, str]:
        """Each fixed instance's number and its family. Raises ``TaskFileError`` when two families have one number."""
        owners: dict[str, str] = {}
        for family in self.families.values():
            for number in family.instances:
                if number in owners:
                    raise TaskFileError(f"task {number} is an instance of {owners[number]} and of {family.family}")
                owners[number] = family.family
        return owners

    def ids(self) -> list[str]:
        """Every id that ``task`` takes: fixed instances by number, then the families that draw by seed."""
        numbers = sorted(self.instances, key=lambda number: (not number.isdigit(), number.zfill(12)))
        return [*numbers, *self.families]

    def family(self, task_id: str) -> Family:
        """The family of a task id. Raises ``UnknownTaskError``."""
        task_id = str(task_id)
        owner = self.instances.get(task_id, task_id)
        if owner not in self.families:
            hint = nearest(task_id, self.ids()) if len(self.ids()) else ""
            hint = hint if "did you mean" in hint else ";"
            raise UnknownTaskError(f"no task {task_id!r}{hint} 'browserenv tasks list' shows all")
        return self.families[owner]

    def task(self, task_id: str, seed: object = None) -> Task:
        """The task of an id. A fixed instance is the same for any seed; a family is drawn by it (None draws seed 0).

        Raises ``UnknownTaskError`` and ``SeedError``.
        """
        task_id = str(task_id)
        if task_id in self.imported.files:
            return self.imported.task(task_id)
        family = self.family(task_id)
        number = None if seed is None else whole_seed(seed)
        if task_id in family.instances:
            return instantiate(family, task_id, family.instance(task_id), seed=None)
        return instantiate(family, family.family, family.draw(number or 0), seed=number or 0)

    def sites(self, task_id: str) -> tuple[str, ...]:
        """The sites that a task id's episodes act on. Raises ``UnknownTaskError``."""
        if str(task_id) in self.imported.files:
            return self.imported.task(str(task_id)).sites
        return self.family(task_id).sites

    def tasks(self) -> Iterator[Task]:
        """Every id's task, families with seed 0."""
        return (self.task(task_id) for task_id in self.ids())


def families() -> Mapping[str, Family]:
    """The packaged families, by id, freshly loaded."""
    return Catalog().families


def task(task_id: str, seed: object = None) -> Task:
    """One packaged task, freshly loaded; keep a ``Catalog`` where many are needed. Raises as ``Catalog.task``."""
    return Catalog().task(task_id, seed)


def _checked(path: Path) -> Family:
    family = load_family(path)
    expected = f"{path.parent.name}.{path.stem.replace('_', '-')}"
    if family.family != expected:
        file = f"{path.parent.name}/{path.name}"
        raise TaskFileError(f"family {family.family!r} in {file} (family); did you mean {expected!r}, after its file?")
    return family
