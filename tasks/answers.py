"""Typed answers: what kind of thing the agent's answer must be, and its value. Told apart by the key ``type``.

    typed: {type: number, value: 0}
    typed: {type: money, value: 25.00, currency: USD}
    typed: {type: duration, value_s: 5400, tolerance_s: 180}
    typed: {type: list, items: [Quest Lumaflex, Sprite Yoga], ordered: true}

The answer may be prose (``The answer is $25.``), JSON (``25``, ``["a", "b"]``, ``{"answer": 25}``), or a response
object as WebArena-Verified's agents send it, inside a code fence or not; only the value counts, never its dress.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from .errors import nearest
from .model import Json, Model, Texts
from .patterns import check_pattern
from .units import CURRENCIES, UNITS, unit_name


def _number(value: Json) -> Json:
    """Whole numbers are numbers too; truth values are none."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


Amount = Annotated[float, BeforeValidator(_number), Field(allow_inf_nan=False)]
Tolerance = Annotated[float, BeforeValidator(_number), Field(ge=0, allow_inf_nan=False)]


def _iso(kind: type[datetime.date] | type[datetime.time]) -> AfterValidator:
    def check(text: str) -> str:
        try:
            kind.fromisoformat(text)
        except ValueError:
            example = {datetime.date: "2023-10-15", datetime.time: "23:02"}.get(kind, "2023-10-15T23:02")
            raise ValueError(f"{text!r} is no {kind.__name__}; write it as {example}") from None
        return text

    return AfterValidator(check)


class NumberAnswer(Model):
    """A number without a unit; ``tolerance`` is the largest difference that still passes."""

    type: Literal["number"] = "number"
    value: Amount
    tolerance: Tolerance = 0


class MoneyAnswer(Model):
    """An amount of money. Without ``currency`` (ISO code) any fits; an answer that names none fits every one."""

    type: Literal["money"] = "money"
    value: Amount
    currency: str | None = None
    tolerance: Tolerance = 0

    @field_validator("currency")
    @classmethod
    def _is_known(cls, code: str | None) -> str | None:
        if code is not None and code not in CURRENCIES.values():
            raise ValueError(f"unknown currency {code!r}{nearest(code, CURRENCIES.values())}")
        return code


class PercentageAnswer(Model):
    """A share in percent: 12 is 12 %. A plain 12 passes, 0.12 does not."""

    type: Literal["percentage"] = "percentage"
    value: Amount
    tolerance: Tolerance = 0


class QuantityAnswer(Model):
    """An amount with a unit, converted where the answer uses another unit of the same dimension.

    ``tolerance`` is in ``unit``, ``tolerance_ratio`` a fraction of the value; the larger one counts. A converted
    amount passes too where it is the value rounded to its own digits, of which there must be two (``53 cm`` for 21
    inches). ``unit_required`` refuses an answer without a unit.
    """

    type: Literal["quantity"] = "quantity"
    value: Amount
    unit: str
    tolerance: Tolerance = 0
    tolerance_ratio: Tolerance = 0
    unit_required: bool = False

    @field_validator("unit")
    @classmethod
    def _is_known(cls, unit: str) -> str:
        if unit_name(unit) is None:
            raise ValueError(f"unknown unit {unit!r}{nearest(unit, UNITS)}")
        return unit


class DateAnswer(Model):
    """A day, in ISO form. ``10/11/2023`` in an answer is read month first, unless ``day_first``.

    ``year_optional`` lets an answer pass that names day and month alone.
    """

    type: Literal["date"] = "date"
    value: Annotated[str, _iso(datetime.date)]
    day_first: bool = False
    year_optional: bool = False


class TimeAnswer(Model):
    """A time of day, ``23:02`` or ``23:02:05``. An answer without seconds is of the whole minute."""

    type: Literal["time"] = "time"
    value: Annotated[str, _iso(datetime.time)]
    tolerance_s: Tolerance = 0


class DateTimeAnswer(Model):
    """A day and a time of day, ``2023-10-15T23:02``."""

    type: Literal["datetime"] = "datetime"
    value: Annotated[str, _iso(datetime.datetime)]
    tolerance_s: Tolerance = 0
    day_first: bool = False


class DurationAnswer(Model):
    """A length of time in seconds. The answer must carry units: ``90`` alone is none; ``1:30`` is hours and minutes."""

    type: Literal["duration"] = "duration"
    value_s: Amount
    tolerance_s: Tolerance = 0
    tolerance_ratio: Tolerance = 0


class YesNoAnswer(Model):
    """Yes or no, true or false."""

    type: Literal["yes_no"] = "yes_no"
    value: bool


class StatusAnswer(Model):
    """One word out of several that exclude each other, such as an order's status; British and American spellings and
    forms of one word (``complete``, ``completed``) are the same. ``among`` names the others that there are.
    """

    type: Literal["status"] = "status"
    value: str = Field(min_length=1)
    among: Texts = ()


class TextAnswer(Model):
    """A text: ``value`` or one of ``any_of``, or ``matches``, a pattern for the whole, case ignored."""

    type: Literal["text"] = "text"
    value: str | None = None
    any_of: Texts = ()
    matches: str | None = None

    @field_validator("matches")
    @classmethod
    def _is_pattern(cls, pattern: str | None) -> str | None:
        return pattern if pattern is None else check_pattern(pattern)

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if (self.value is not None) + bool(self.any_of) + (self.matches is not None) != 1:
            raise ValueError("a text answer needs one of value, any_of, matches")
        if not all(any(char.isalnum() for char in text) for text in self.texts):
            raise ValueError("a text answer needs letters or digits")
        return self

    @property
    def texts(self) -> tuple[str, ...]:
        return self.any_of or ((self.value,) if self.value is not None else ())


class CoordinatesAnswer(Model):
    """A place in degrees, latitude first; ``tolerance`` in degrees, for each of both."""

    type: Literal["coordinates"] = "coordinates"
    latitude: Amount
    longitude: Amount
    tolerance: Tolerance = 0.00001


def _as_answer(value: Json) -> Json:
    """A plain text, number or truth value stands for the answer of that type."""
    if isinstance(value, bool):
        return {"type": "yes_no", "value": value}
    if isinstance(value, int | float):
        return {"type": "number", "value": value}
    return {"type": "text", "value": value} if isinstance(value, str) else value


class OneOfAnswer(Model):
    """Any of several answers is right."""

    type: Literal["one_of"] = "one_of"
    answers: Annotated[tuple[ItemAnswer, ...], Field(strict=False, min_length=2)]


class ListAnswer(Model):
    """Exactly these items, each once; in this order where ``ordered``. One item more or less fails."""

    type: Literal["list"] = "list"
    items: Annotated[tuple[ItemAnswer, ...], Field(strict=False, min_length=1)]
    ordered: bool = False


class MappingAnswer(Model):
    """A value for each key: ``{"170": canceled, "189": pending}``; in prose, the value follows its key."""

    type: Literal["mapping"] = "mapping"
    entries: Annotated[dict[str, ItemAnswer], Field(min_length=1)]


class ResponseAnswer(Model):
    """WebArena-Verified's response object: ``task_type``, ``status`` and, for retrieval, ``retrieved_data``.

    ``data`` None: nothing is to be retrieved, and null, an empty list or text, ``N/A`` or no key at all say so.
    Data is judged for retrieval alone. Source: that package's ``AgentResponseEvaluator``.
    """

    type: Literal["response"] = "response"
    task_type: Literal["retrieve", "mutate", "navigate"]
    status: Literal[
        "SUCCESS",
        "ACTION_NOT_ALLOWED_ERROR",
        "PERMISSION_DENIED_ERROR",
        "NOT_FOUND_ERROR",
        "DATA_VALIDATION_ERROR",
        "UNKNOWN_ERROR",
    ] = "SUCCESS"
    data: ItemAnswer | None = None


Scalar = (
    NumberAnswer
    | MoneyAnswer
    | PercentageAnswer
    | QuantityAnswer
    | DateAnswer
    | TimeAnswer
    | DateTimeAnswer
    | DurationAnswer
    | YesNoAnswer
    | StatusAnswer
    | TextAnswer
    | CoordinatesAnswer
)
AnyAnswer = Annotated[
    Scalar | OneOfAnswer | ListAnswer | MappingAnswer | ResponseAnswer,
    Field(discriminator="type"),
]
ItemAnswer = Annotated[AnyAnswer, BeforeValidator(_as_answer)]
for _model in (OneOfAnswer, ListAnswer, MappingAnswer, ResponseAnswer):
    _model.model_rebuild()
