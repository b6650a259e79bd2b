"""The exact expected change of a task. What it does not name may not change.

    changes:
      forum:                                  # site
        forums:                               # collection
          added:                              # one row matcher for each row that must appear, in any order
            - {name: sci_fi, sidebar: {includes: [New, Classic]}}
        moderators:
          added:
            - {forum_id: {ref: forums.0}}     # the id of the row that forums' first matcher found
        submissions:
          updated:
            - row: {id: 42}                   # the row as it was
              to: {is_locked: 1}              # every column that may change, with its value after
          deleted:
            - {id: 7}                         # the row as it was

Rules, and why:
- As many rows must be added, updated and deleted as there are matchers, each row taken by one matcher. A site or
  collection that is not named may not change at all.
- Columns of an added or deleted row that no matcher names are free, since ids, times and defaults are the site's own;
  ``exact: true`` beside the columns demands that every column but ``id`` and the derived ones is named.
- Of an updated row, nothing but the columns in ``to`` may differ from before. Derived columns (counters, rankings, as
  the site's manifest names them) never count.
- A literal is compared type-strict: ``1`` is not ``"1"`` and not ``true``; ``2`` and ``2.0`` are one number, as in
  JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, Self

from pydantic import Field, RootModel, field_validator, model_serializer, model_validator

from .errors import Flaw, nearest
from .model import Json, Model, OneOrMoreTexts
from .reads import RowRead

KINDS = ("added", "updated", "deleted")
_REF = re.compile(r"(?P<collection>\w+)\.(?P<index>\d+)(?:\.(?P<column>\w+))?")


class Ref(NamedTuple):
    """A column (``id`` unless named) of the row that a collection's added matcher number ``slot`` found."""

    collection: str
    slot: int
    column: str


class Lookup(RowRead):
    """A column of the one row that a read finds, such as the id of the user whose name is known."""

    column: str = "id"

    @property
    def read(self) -> RowRead:
        return RowRead(collection=self.collection, where=self.where)


class Matcher(Model):
    """What a column's value must be; exactly one of the keys is given. A plain literal means ``equals``.

    ``any``: true, whatever it is. ``equals``: that JSON value. ``includes``: each text as whole words in a text (case
    counts, runs of spaces are one), or each as an item of a list. ``one_of``: equal to one of the values. ``matches``:
    a regular expression for the whole text. ``ref``: see ``Ref``. ``lookup``: see ``Lookup``.
    """

    any: Literal[True] | None = None
    equals: Json = None
    includes: OneOrMoreTexts | None = None
    one_of: tuple[Json, ...] | None = Field(default=None, strict=False)
    matches: str | None = None
    ref: str | None = None
    lookup: Lookup | None = None

    @model_validator(mode="before")
    @classmethod
    def _literal(cls, value: Json) -> Json:
        return value if isinstance(value, dict | Matcher) else {"equals": value}

    @model_validator(mode="after")
    def _one_key(self) -> Self:
        if len(self.model_fields_set) != 1:
            given = ", ".join(sorted(self.model_fields_set)) or "none"
            raise ValueError(f"a matcher has exactly one key, not {given}; write a literal object as equals: {{...}}")
        if self.includes is not None and not all(text.strip() for text in self.includes or ("",)):
            raise ValueError("'includes' needs texts that are not empty")
        if self.one_of is not None and not self.one_of:
            raise ValueError("'one_of' needs at least one value")
        return self

    @field_validator("matches")
    @classmethod
    def _is_regex(cls, pattern: str | None) -> str | None:
        try:
            re.compile(pattern or "")
        except re.error as error:
            raise ValueError(f"{pattern!r} is no regular expression: {error}") from None
        return pattern

    @field_validator("ref")
    @classmethod
    def _is_ref(cls, text: str | None) -> str | None:
        if text is not None and not _REF.fullmatch(text):
            raise ValueError(f"{text!r} is no ref; write collection.index, such as forums.0, or forums.0.name")
        return text

    @model_serializer(mode="plain")
    def _as_written(self) -> dict[str, Any]:
        value = getattr(self, self.kind)
        return {self.kind: value.model_dump() if isinstance(value, Model) else value}

    @property
    def kind(self) -> str:
        return next(iter(self.model_fields_set))

    @property
    def target(self) -> Ref | None:
        """The parsed ``ref``."""
        found = _REF.fullmatch(self.ref or "")
        return Ref(found["collection"], int(found["index"]), found["column"] or "id") if found else None


class RowMatcher(Model):
    """Written as a plain mapping of columns to matchers; ``exact`` beside them is this model's own key."""

    columns: dict[str, Matcher]
    exact: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_mapping(cls, value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        columns = {name: matcher for name, matcher in value.items() if name != "exact"}
        return {"columns": columns, "exact": value.get("exact", False)}

    @model_serializer(mode="plain")
    def _as_written(self) -> dict[str, Any]:
        columns: dict[str, Any] = {name: matcher.model_dump() for name, matcher in self.columns.items()}
        return {**columns, "exact": True} if self.exact else columns


class UpdateMatcher(Model):
    """``row`` names the row as it was, ``to`` the columns that may change, with their values after."""

    row: RowMatcher
    to: RowMatcher

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.to.columns:
            raise ValueError("'to' names no column, so the row would not change")
        return self


class CollectionChanges(Model):
    """One collection's expected change."""

    added: tuple[RowMatcher, ...] = Field(default=(), strict=False)
    updated: tuple[UpdateMatcher, ...] = Field(default=(), strict=False)
    deleted: tuple[RowMatcher, ...] = Field(default=(), strict=False)

    def matchers(self) -> Iterator[tuple[str, str, Matcher]]:
        """Every matcher as (place, column, matcher), such as ("added[0].name", "name", ...)."""
        for kind in KINDS:
            for index, entry in enumerate(getattr(self, kind)):
                parts = {"row.": entry.row, "to.": entry.to} if isinstance(entry, UpdateMatcher) else {"": entry}
                for part, row in parts.items():
                    for column, matcher in row.columns.items():
                        yield f"{kind}[{index}].{part}{column}", column, matcher


class Changes(RootModel[dict[str, dict[str, CollectionChanges]]]):
    """``{site: {collection: ...}}``; a site's empty mapping means that nothing on it may change."""

    @property
    def sites(self) -> tuple[str, ...]:
        return tuple(self.root)

    def n_expected(self) -> int:
        """How many rows must change."""
        return sum(len(getattr(c, kind)) for site in self.root.values() for c in site.values() for kind in KINDS)

    def reads(self) -> Iterator[tuple[str, RowRead]]:
        """The row reads that the lookups need, as (site, read)."""
        for site, collections in self.root.items():
            for changes in collections.values():
                for _, _, matcher in changes.matchers():
                    if matcher.lookup is not None:
                        yield site, matcher.lookup.read

    def verify(self) -> None:
        """Raises ``Flaw`` for a ref to a matcher that is not there, or to one that is found later."""
        for site, collections in self.root.items():
            for collection, changes in collections.items():
                for place, _, matcher in changes.matchers():
                    if matcher.target:
                        _verify_ref(matcher, collections, f"{site}.{collection}.{place}")
            _refuse_circles(site, collections)


def ref_targets(row: RowMatcher | UpdateMatcher) -> set[tuple[str, int]]:
    """The (collection, index) pairs of added rows that a matcher's refs point to."""
    rows = (row.row, row.to) if isinstance(row, UpdateMatcher) else (row,)
    targets = [matcher.target for part in rows for matcher in part.columns.values()]
    return {(target.collection, target.slot) for target in targets if target}


def added_in_order(collections: dict[str, CollectionChanges]) -> list[tuple[str, int]]:
    """Every added matcher as (collection, index), each after those that its refs point to.

    Raises ``ValueError`` when refs go in a circle.
    """
    waiting = {(name, i): ref_targets(row) for name, c in collections.items() for i, row in enumerate(c.added)}
    order: list[tuple[str, int]] = []
    while waiting:
        ready = [slot for slot, targets in waiting.items() if not targets & waiting.keys()]
        if not ready:
            raise ValueError("refs go in a circle: " + ", ".join(f"{name}.{i}" for name, i in waiting))
        order += ready
        waiting = {slot: targets for slot, targets in waiting.items() if slot not in ready}
    return order


def _verify_ref(matcher: Matcher, collections: dict[str, CollectionChanges], where: str) -> None:
    target = matcher.target
    known = {f"{name}.{i}" for name, changes in collections.items() for i in range(len(changes.added))}
    if target and f"{target.collection}.{target.slot}" not in known:
        word = f"{target.collection}.{target.slot}"
        raise Flaw(where, f"ref {word!r} names no added row", nearest(word, known))


def _refuse_circles(site: str, collections: dict[str, CollectionChanges]) -> None:
    try:
        added_in_order(collections)
    except ValueError as error:
        raise Flaw(site, str(error)) from None
