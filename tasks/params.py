"""Params: how each slot of a family is drawn. A new kind is one more model here."""

from __future__ import annotations

import random
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .draws import CountDraw, RowDraw, RowsDraw
from .model import Json, Model
from .seeds import pick, sample

# What a draw, a fraction of 53 bits, can tell apart.
MAX_RANGE = 2**53


class Choice(Model):
    """One of the values; a value may be a record, whose fields are slots of their own (``{{forum.name}}``)."""

    draw: Literal["choice"] = "choice"
    of: tuple[Json, ...] = Field(strict=False, min_length=1)

    def value(self, rng: random.Random) -> Json:
        return pick(rng, self.of)

    def examples(self) -> tuple[Json, ...]:
        return self.of


class Range(Model):
    """A whole number from ``first`` to ``last``, both of them possible, in steps of ``step``."""

    draw: Literal["range"] = "range"
    first: int
    last: int
    step: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _is_range(self) -> Self:
        if self.last < self.first:
            raise ValueError(f"range from {self.first} to {self.last} is empty; swap first and last")
        if self.last - self.first > MAX_RANGE:
            raise ValueError(f"range from {self.first} to {self.last} has more than {MAX_RANGE} numbers; narrow it")
        return self

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1, self.step)

    def value(self, rng: random.Random) -> Json:
        return pick(rng, self.numbers)

    def examples(self) -> tuple[Json, ...]:
        return (self.numbers[0], self.numbers[-1])


class Words(Model):
    """``n`` different items of a list, in random order, as a list."""

    draw: Literal["words"] = "words"
    of: tuple[Json, ...] = Field(strict=False, min_length=1)
    n: int = Field(ge=1)

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if self.n > len(self.of):
            raise ValueError(f"{self.n} different items of {len(self.of)} cannot be drawn")
        return self

    def value(self, rng: random.Random) -> Json:
        return sample(rng, self.of, self.n)

    def examples(self) -> tuple[Json, ...]:
        return (list(self.of[: self.n]), list(self.of[-self.n :]))


Plain = Choice | Range | Words
FromState = RowDraw | RowsDraw | CountDraw
AnyParam = Annotated[Plain | FromState, Field(discriminator="draw")]
