"""Rows against row matchers: what differs, column by column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..tasks.changes import CollectionChanges, Lookup, Matcher, RowMatcher, UpdateMatcher
from .evidence import Evidence, changed_columns, rows_of
from .same import same

Json = Any
Row = dict[str, Json]
# The rows that added matchers found so far, by (collection, slot).
Found = Mapping[tuple[str, int], Row]


class Slot(NamedTuple):
    """One expected row: ``matcher`` is number ``number`` of its collection's ``kind``."""

    collection: str
    kind: str
    number: int
    matcher: RowMatcher | UpdateMatcher


class Change(NamedTuple):
    """One changed row of a diff; ``data`` is the row, or ``{"before": row, "after": row}`` when updated."""

    collection: str
    kind: str
    row_id: str
    data: Json


class Comparer:
    """Compares the changes of one site with matchers; knows what the evidence says of that site."""

    def __init__(self, site: str, evidence: Evidence) -> None:
        self.site = site
        self.evidence = evidence
        self.derived = evidence.ignored.get(site, {})

    def problems(self, slot: Slot, change: Change, found: Found) -> list[str]:
        """What about ``change`` is not as ``slot`` wants it; empty when it fits.

        A ref to a row that is not in ``found`` fits anything. Raises ``MissingEvidence`` for a lookup that was not read.
        """
        if isinstance(slot.matcher, UpdateMatcher):
            return self._update_problems(slot.matcher, change, found)
        return self._row_problems(slot.matcher, change.data, found, change.collection)

    def n_named(self, slot: Slot) -> int:
        """How many columns a slot's matcher names."""
        if isinstance(slot.matcher, UpdateMatcher):
            return len(slot.matcher.row.columns) + len(slot.matcher.to.columns)
        return len(slot.matcher.columns)

    def _update_problems(self, matcher: UpdateMatcher, change: Change, found: Found) -> list[str]:
        before, after = change.data["before"], change.data["after"]
        problems = self._row_problems(matcher.row, before, found, change.collection)
        problems += self._row_problems(matcher.to, after, found, change.collection)
        changed = changed_columns(change.data) - set(self.derived.get(change.collection, ()))
        for column in sorted(changed - matcher.to.columns.keys()):
            problems.append(f"{column} changed from {before.get(column)!r} to {after.get(column)!r}")
        return problems

    def _row_problems(self, matcher: RowMatcher, row: Row, found: Found, collection: str) -> list[str]:
        problems = [self._problem(column, one, row, found) for column, one in matcher.columns.items()]
        if matcher.exact:
            free = {"id", *self.derived.get(collection, ()), *matcher.columns}
            problems += [f"{column} is {row[column]!r} and not named" for column in row if column not in free]
        return [problem for problem in problems if problem]

    def _problem(self, column: str, matcher: Matcher, row: Row, found: Found) -> str:
        if column not in row:
            return f"there is no column {column}"
        value = row[column]
        if self._fits(matcher, value, found):
            return ""
        return f"{column} is {_short(value)}, not {self._wanted(matcher, found)}"

    def _fits(self, matcher: Matcher, value: Json, found: Found) -> bool:
        if matcher.target is not None:
            row = found.get((matcher.target.collection, matcher.target.slot))
            return row is None or (matcher.target.column in row and same(row[matcher.target.column], value))
        if matcher.lookup is not None:
            looked_up = self._look_up(matcher.lookup)
            return bool(looked_up) and same(looked_up[0], value)
        return _FITS[matcher.kind](matcher, value)

    def _look_up(self, lookup: Lookup) -> list[Json]:
        """The column of the one row that was read; empty when there is none, or none that is alone."""
        rows = rows_of(self.evidence, lookup.read.key(self.site))
        return [rows[0][lookup.column]] if len(rows) == 1 and lookup.column in rows[0] else []

    def _wanted(self, matcher: Matcher, found: Found) -> str:
        if matcher.target is not None:
            row = found.get((matcher.target.collection, matcher.target.slot), {})
            return f"{row.get(matcher.target.column)!r} ({matcher.ref})"
        if matcher.lookup is not None:
            looked_up = self._look_up(matcher.lookup)
            return repr(looked_up[0]) if looked_up else f"to be found: no one row {matcher.lookup.read.key(self.site)}"
        if matcher.kind == "equals":
            return _short(matcher.equals)
        return f"{matcher.kind} {_short(getattr(matcher, matcher.kind))}"


def slots_of(collection: str, changes: CollectionChanges) -> list[Slot]:
    """Every expected row of a collection."""
    slots = [Slot(collection, "added", i, matcher) for i, matcher in enumerate(changes.added)]
    slots += [Slot(collection, "updated", i, matcher) for i, matcher in enumerate(changes.updated)]
    return slots + [Slot(collection, "deleted", i, matcher) for i, matcher in enumerate(changes.deleted)]


def includes(texts: tuple[str, ...], value: Json) -> bool:
    """Each text as whole words of a text (case counts, runs of spaces are one), or as an item of a list."""
    if isinstance(value, list):
        return all(text in value for text in texts)
    if not isinstance(value, str):
        return False
    whole = _one_spaced(value)
    return all(re.search(_whole_words(_one_spaced(text)), whole) for text in texts)


def _whole_words(text: str) -> str:
    before = r"(?<!\w)" if text[0].isalnum() else ""
    after = r"(?!\w)" if text[-1].isalnum() else ""
    return before + re.escape(text) + after


def _one_spaced(text: str) -> str:
    return " ".join(text.split())


def _matches(matcher: Matcher, value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch(matcher.matches or "", value) is not None


_FITS = {
    "any": lambda matcher, value: True,
    "equals": lambda matcher, value: same(matcher.equals, value),
    "includes": lambda matcher, value: includes(matcher.includes or (), value),
    "one_of": lambda matcher, value: any(same(one, value) for one in matcher.one_of or ()),
    "matches": _matches,
}


def _short(value: Json) -> str:
    text = repr(list(value) if isinstance(value, tuple) else value)
    return text if len(text) <= 80 else text[:77] + "..."
