"""Params that are drawn from a site's golden state, so that a key (the newest, the most commented, how many) is
computed from the very data that the agent will see.

    params:
      forum:
        draw: row
        site: forum
        collection: forums
        where: {submission_count: {from: 5}}
        give: {name: name}
      newest:
        draw: row                              # the first in order, not any
        site: forum
        collection: submissions
        where: {forum_id.name: "{{forum.name}}", visibility: visible}
        first: [-created_at]
        give: {title: title, author: user_id.name}

The language of ``where``, ``give`` and ``unique`` is told in ``sites/kit/queries.py``; slots of params above may stand
in it. Nothing here reads a state: a ``StateReader`` does, which the environment hands in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Protocol, Self

from pydantic import Field, model_validator

from .model import Json, Model, Texts
from .seeds import sample
from .templates import render

Slots = Mapping[str, Json]


class StateReader(Protocol):
    """Reads the golden states of a world; queries are plain JSON."""

    def rows(self, site: str, query: Mapping[str, Json]) -> list[dict[str, Json]]:
        """The rows that fit, with the query's own fields. Raises ``KeyError`` for a name that is not known."""

    def count(self, site: str, query: Mapping[str, Json]) -> int:
        """How many rows fit. Raises as ``rows``."""


class DrawRefused(Exception):
    """This state has no such row for this draw: none fits, too many do, or a superlative has a tie."""


class StateParam(Model):
    """What all draws from the state share: which rows of a collection count."""

    site: str
    collection: str
    where: dict[str, Json] = Field(default_factory=dict)
    unique: Texts = ()

    def query(self, slots: Slots, **more: Any) -> dict[str, Json]:
        """The query with its slots filled."""
        rows = {"collection": self.collection, "where": self.where, "unique": list(self.unique)}
        return {**render(rows, slots), **more}


class _Rows(StateParam):
    give: dict[str, Json] = Field(min_length=1)

    def query(self, slots: Slots, **more: Any) -> dict[str, Json]:
        return super().query(slots, give=render(self.give, slots), **more)

    def specimen(self) -> Json:
        """A made-up row, for checking a file without any state."""
        return {
            name: 1 if isinstance(given, dict) else f"{name}-of-{self.collection}" for name, given in self.give.items()
        }


class RowDraw(_Rows):
    """One row, as a record of the fields in ``give``: any by seed, or with ``first`` the first in that order.

    A superlative whose first two rows are equal in the first key of its order is refused, and the family is drawn
    anew.
    """

    draw: Literal["row"] = "row"
    first: Texts = ()

    def value(self, rng: random.Random, slots: Slots, state: StateReader) -> Json:
        """Raises ``DrawRefused``."""
        if self.first:
            return self._superlative(slots, state)
        n_rows = state.count(self.site, self.query(slots))
        if n_rows == 0:
            raise DrawRefused(f"no row of {self.collection} fits")
        return state.rows(self.site, self.query(slots, limit=1, offset=int(rng.random() * n_rows)))[0]

    def _superlative(self, slots: Slots, state: StateReader) -> Json:
        key = self.first[0].removeprefix("-")
        asked = self.query(slots, order=list(self.first), limit=2)
        asked["give"] = {**asked["give"], "_key": asked["give"].get(key, key)}
        best = state.rows(self.site, asked)
        if not best:
            raise DrawRefused(f"no row of {self.collection} fits")
        if len(best) == 2 and best[0]["_key"] == best[1]["_key"]:
            raise DrawRefused(f"two rows of {self.collection} tie with {key} {best[0]['_key']!r}")
        return {name: best[0][name] for name in self.give}


class RowsDraw(_Rows):
    """Several rows, as a list of records: ``n`` different ones by seed, or all that fit, in ``order``.

    ``at_least``, ``at_most``: how many must fit, else the family is drawn anew.
    """

    draw: Literal["rows"] = "rows"
    n: int | None = Field(default=None, ge=1)
    order: Texts = ()
    at_least: int = Field(default=1, ge=0)
    at_most: int = Field(default=10, ge=1)

    @model_validator(mode="after")
    def _any_or_all(self) -> Self:
        if self.n is not None and self.order:
            raise ValueError("'n' draws rows in random order, so 'order' says nothing; leave one out")
        return self

    def value(self, rng: random.Random, slots: Slots, state: StateReader) -> Json:
        """Raises ``DrawRefused``."""
        if self.n is not None:
            return self._some(self.n, rng, slots, state)
        found = state.rows(self.site, self.query(slots, order=list(self.order), limit=self.at_most + 1))
        if not self.at_least <= len(found) <= self.at_most:
            raise DrawRefused(f"{len(found)} rows of {self.collection} fit, not {self.at_least} to {self.at_most}")
        return found

    def _some(self, n: int, rng: random.Random, slots: Slots, state: StateReader) -> Json:
        n_rows = state.count(self.site, self.query(slots))
        if n_rows < n:
            raise DrawRefused(f"{n_rows} rows of {self.collection} fit, not {n}")
        places = sample(rng, range(n_rows), n)
        return [state.rows(self.site, self.query(slots, limit=1, offset=place))[0] for place in places]

    def specimen(self) -> Json:
        return [super().specimen()] * (self.n or max(1, self.at_least))


class CountDraw(StateParam):
    """How many rows fit, as a number."""

    draw: Literal["count"] = "count"
    at_least: int = Field(default=0, ge=0)
    at_most: int | None = Field(default=None, ge=0)

    def value(self, rng: random.Random, slots: Slots, state: StateReader) -> Json:
        """Raises ``DrawRefused``."""
        n_rows = state.count(self.site, self.query(slots))
        if n_rows < self.at_least or (self.at_most is not None and n_rows > self.at_most):
            raise DrawRefused(f"{n_rows} rows of {self.collection} fit, which is out of range")
        return n_rows

    def specimen(self) -> Json:
        return max(1, self.at_least)


AnyStateDraw = Annotated[RowDraw | RowsDraw | CountDraw, Field(discriminator="draw")]
