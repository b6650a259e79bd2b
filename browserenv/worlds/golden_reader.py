"""Reading golden states by query, so that tasks draw their facts from the data that an episode starts with."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..sites.kit import golden, queries
from ..sites.kit.files import DATABASE


class GoldenReader:
    """Answers queries (see ``sites/kit/queries.py``) from golden states; each is found, or built, when first asked.

    ``find``: the golden state of a site by its name.
    """

    def __init__(self, find: Callable[[str], golden.Golden]) -> None:
        self._find = find

    def rows(self, site: str, query: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows that fit. Raises ``KeyError`` for a name that is not known, ``GoldenError``."""
        with self._connection(site) as db:
            return queries.select_rows(db, query)

    def count(self, site: str, query: Mapping[str, Any]) -> int:
        """How many rows fit. Raises as ``rows``."""
        with self._connection(site) as db:
            return queries.count_rows(db, query)

    @contextmanager
    def _connection(self, site: str) -> Iterator[sqlite3.Connection]:
        path = self._find(site).folder / DATABASE
        db = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            yield db
        finally:
            db.close()


def reader_of(size: str = "full", golden_seed: int = 0) -> GoldenReader:
    """A reader without a world, for looking at tasks."""
    found: dict[str, golden.Golden] = {}

    def find(site: str) -> golden.Golden:
        if site not in found:
            found[site] = golden.ensure(site, size, golden_seed)
        return found[site]

    return GoldenReader(find)
