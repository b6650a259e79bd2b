"""JMESPath queries of state checks: what they read, and whether they can be read at all.

JMESPath answers null for a name that does not exist (its specification wants that), so a misspelt query would equal an
expected null. Therefore names are checked when the task is loaded, and the state judge refuses missing paths.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.functions import Functions

from .errors import nearest

ROOTS = ("diff", "rows")

# How many leading children of a node still see what the node sees; the others see the result of a child.
_SEES_ROOT = {
    "subexpression": 1,
    "index_expression": 1,
    "projection": 1,
    "value_projection": 1,
    "filter_projection": 1,
    "pipe": 1,
    "expref": 0,
}


@dataclass
class Names:
    """The names that a query reads: ``roots`` of the whole input, ``reads`` under ``rows``, ``collections`` under
    ``diff``, ``functions`` called."""

    roots: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    collections: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)


def names_of(query: str) -> Names:
    """Raises ``ValueError`` when the query cannot be parsed."""
    try:
        parsed = jmespath.compile(query).parsed
    except JMESPathError as error:
        text = " ".join(str(error).split())
        raise ValueError(f"query {query!r} is no JMESPath: {text}") from None
    names = Names()
    _walk(parsed, names, sees_root=True)
    return names


def check_query(query: str, reads: set[str]) -> str:
    """Return the query unchanged; ``reads`` are the names of the check's row reads.

    Raises ``ValueError`` when it cannot be parsed, calls an unknown function, or reads a name that will not be there.
    """
    names = names_of(query)
    _known("function", names.functions, set(Functions.FUNCTION_TABLE), query)
    _known("name", names.roots, set(ROOTS), query)
    _known("read rows.", names.reads, reads, query)
    if not names.roots:
        raise ValueError(f"query {query!r} reads neither diff nor rows, so its answer can never change")
    if "rows" in names.roots and not reads:
        raise ValueError(f"query {query!r} reads rows, but the check names none under 'rows'")
    return query


def _known(kind: str, used: set[str], known: set[str], query: str) -> None:
    for name in sorted(used - known):
        shown = f"read 'rows.{name}'" if kind.startswith("read") else f"{kind} {name!r}"
        raise ValueError(f"unknown {shown} in query {query!r}{nearest(name, known)}")


def _walk(node: dict[str, Any], names: Names, *, sees_root: bool) -> None:
    kind, children = node["type"], node["children"]
    if kind == "field" and sees_root:
        names.roots.add(node["value"])
    if kind == "function_expression":
        names.functions.add(node["value"])
    if kind == "subexpression" and sees_root:
        below = {"rows": names.reads, "diff": names.collections}.get(_whole_field(children[0]), set())
        below.update(filter(None, [_leading_field(children[1])]))
    seeing = _SEES_ROOT.get(kind, len(children))
    for index, child in enumerate(children):
        if isinstance(child, dict):
            _walk(child, names, sees_root=sees_root and index < seeing)


def _whole_field(node: dict[str, Any]) -> str:
    """The name that a node is; empty when it is more than a name."""
    return str(node["value"]) if node["type"] == "field" else ""


def _leading_field(node: dict[str, Any]) -> str | None:
    """The name that a node reads first: ``x`` of ``x``, ``x[0]`` and ``x[?a]``; None when it begins with no name."""
    while node["type"] in _SEES_ROOT.keys() | {"flatten"} and node["type"] != "expref":
        node = node["children"][0]
    return str(node["value"]) if node["type"] == "field" else None
