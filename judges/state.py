"""State: a JMESPath query over a site's diff and rows, compared type-strict.

Stricter than JMESPath: a name that is not there fails the check instead of reading as null, and projections keep
nulls, so that neither a typo equals an expected null nor a list shrinks unseen. ``a || b`` still takes ``b`` when
``a`` is not there. A collection of the diff in which nothing changed reads as empty.
"""

from __future__ import annotations

import json
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.visitor import TreeInterpreter

from ..tasks.checks import StateCheck
from .evidence import Diff, Evidence, MissingEvidence, diff_of, rows_of, untrusted_reason
from .same import same
from .verdict import Verdict, failed, passed

Json = Any


class MissingPath(Exception):
    """A query went where nothing is."""


class _Diff(dict[str, Any]):
    """A diff in which every collection can be asked for. ``known``: the collections there are, None if not known."""

    def __init__(self, diff: Diff, site: str, known: tuple[str, ...] | None) -> None:
        super().__init__(diff)
        self.site = site
        self.known = known

    def __missing__(self, name: str) -> dict[str, Any]:
        if self.known is not None and name not in self.known:
            raise MissingEvidence(f"site {self.site!r} has no collection {name!r}; it has {', '.join(self.known)}")
        return {"added": {}, "updated": {}, "deleted": {}}


class _Interpreter(TreeInterpreter):  # type: ignore[misc]
    """JMESPath as this module's docstring says."""

    def visit_field(self, node: dict[str, Any], value: Json) -> Json:
        name = node["value"]
        if not isinstance(value, dict):
            raise MissingPath(f"{name!r} is asked of {_kind(value)}")
        if name not in value and not isinstance(value, _Diff):
            raise MissingPath(f"there is no {name!r}; there is {', '.join(map(str, value)) or 'nothing'}")
        return value[name]

    def visit_index(self, node: dict[str, Any], value: Json) -> Json:
        items, index = _items(value), node["value"]
        if not -len(items) <= index < len(items):
            raise MissingPath(f"there is no item {index} in a list of {len(items)}")
        return items[index]

    def visit_slice(self, node: dict[str, Any], value: Json) -> Json:
        return _items(value)[slice(*node["children"])]

    def visit_projection(self, node: dict[str, Any], value: Json) -> Json:
        base, each = node["children"]
        return [self.visit(each, item) for item in _items(self.visit(base, value))]

    def visit_filter_projection(self, node: dict[str, Any], value: Json) -> Json:
        base, each, condition = node["children"]
        kept = [item for item in _items(self.visit(base, value)) if self._is_true(self.visit(condition, item))]
        return [self.visit(each, item) for item in kept]

    def visit_value_projection(self, node: dict[str, Any], value: Json) -> Json:
        base, each = node["children"]
        found = self.visit(base, value)
        if not isinstance(found, dict):
            raise MissingPath(f"'*' is asked of {_kind(found)}")
        return [self.visit(each, item) for item in found.values()]

    def visit_flatten(self, node: dict[str, Any], value: Json) -> Json:
        items = _items(self.visit(node["children"][0], value))
        return [inner for item in items for inner in (item if isinstance(item, list) else [item])]

    def visit_function_expression(self, node: dict[str, Any], value: Json) -> Json:
        """Functions know the kinds of JSON by the names of their classes, so that they get the diff as a plain one."""
        given = [self.visit(child, value) for child in node["children"]]
        return self._functions.call_function(
            node["value"], [dict(each) if isinstance(each, _Diff) else each for each in given]
        )

    def visit_or_expression(self, node: dict[str, Any], value: Json) -> Json:
        left, right = node["children"]
        try:
            found = self.visit(left, value)
        except MissingPath:
            return self.visit(right, value)
        return self.visit(right, value) if self._is_false(found) else found


def judge_state(check: StateCheck, evidence: Evidence) -> Verdict:
    """The query's answer against ``equals``."""
    label = f"{check.query} on {check.site}"
    source = {
        "diff": _Diff(diff_of(evidence, check.site), check.site, evidence.collections.get(check.site)),
        "rows": {name: rows_of(evidence, read.key(check.site)) for name, read in check.rows.items()},
    }
    if reason := untrusted_reason(evidence, check.site):
        return failed("state", label, reason)
    wanted = _shown(check.equals)
    try:
        found = _Interpreter().visit(jmespath.compile(check.query).parsed, source)
    except (MissingPath, JMESPathError) as error:
        return failed("state", label, f"has no answer: {' '.join(str(error).split())}, not {wanted}")
    if same(check.equals, found):
        return passed("state", label, f"is {wanted}", found)
    return failed("state", label, f"is {_shown(found)}, not {wanted}", found)


def _items(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise MissingPath(f"a list is needed, and this is {_kind(value)}")
    return value


def _kind(value: Json) -> str:
    return "null" if value is None else f"a {type(value).__name__}"


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + "..."
