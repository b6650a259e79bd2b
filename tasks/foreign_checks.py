"""Checks that only tasks of other benchmarks have: REAL's queries, and what no judge of ours can decide."""

from __future__ import annotations

from typing import Literal

import jmespath
from jmespath.exceptions import JMESPathError
from pydantic import field_validator

from .check import Check
from .model import Json


class FinishCheck(Check):
    """A JMESPath ``query`` over a site's difference as REAL's ``/finish`` page shows it must give ``equals``.

    ``names``: what the query calls a collection, by our name for it, where that differs.
    Source: the ``jmespath`` criterion of REAL's tasks, compared as Python compares; a query that raises fails.
    """

    judge: Literal["finish"] = "finish"
    site: str
    query: str
    equals: Json
    names: dict[str, str] | None = None

    @field_validator("query")
    @classmethod
    def _is_query(cls, query: str) -> str:
        try:
            jmespath.compile(query)
        except JMESPathError as error:
            raise ValueError(f"query {query!r} is no JMESPath: {' '.join(str(error).split())}") from None
        return query


class UnsupportedCheck(Check):
    """A check that a reader could not express, kept as it was; it is always indeterminate, so that nobody passes by it.

    ``item`` names what is not supported, ``content`` is the check as its own file has it.
    """

    judge: Literal["unsupported"] = "unsupported"
    item: str
    content: dict[str, Json]
