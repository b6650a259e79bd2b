"""Whether the tasks of a catalog are certified: audited as they are now, and found whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..tasks.catalog import Catalog
from .certificate import FILE, Certificate, file_digest, read_certificate


class Standing:
    """Looks tasks up in the certificates beside their files; each certificate is read once."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._certificates: dict[Path, Certificate] = {}

    def complaints(self, task_ids: Iterable[str]) -> list[str]:
        """Why some of these tasks are not certified, a line a family; empty when all are.

        Imported tasks have no oracle, so that no audit could prove their checks: each is a complaint of its own.
        """
        found: list[str] = []
        for task_id in task_ids:
            if task_id in self._catalog.imported.files:
                found.append(f"{task_id} is of another benchmark and has no oracle to audit it by")
                continue
            family = self._catalog.family(task_id).family
            if why := self._lacks(family):
                found.append(f"{family} {why}")
        return list(dict.fromkeys(found))

    def _lacks(self, family: str) -> str:
        path = certificate_file(self._catalog, family)
        if path not in self._certificates:
            self._certificates[path] = read_certificate(path)
        return self._certificates[path].lacks(family, file_digest(self._catalog.files[family]))


def certificate_file(catalog: Catalog, family: str) -> Path:
    """Where the certificate of a family's suite is kept: beside its file."""
    return catalog.files[family].parent / FILE
