"""Typed answers: the agent's answer, prose or JSON, against the value that a key names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ..tasks.answers import (
    CoordinatesAnswer,
    DateTimeAnswer,
    DurationAnswer,
    ListAnswer,
    MappingAnswer,
    MoneyAnswer,
    NumberAnswer,
    OneOfAnswer,
    QuantityAnswer,
    ResponseAnswer,
    TextAnswer,
    YesNoAnswer,
)
from .answers_amounts import (
    digits_if_none,
    is_short,
    money_claims,
    number_claims,
    percentage_claims,
    quantity_claims,
    without_fractions,
    words_as_digits,
)
from .answers_claims import Claim, dump, wrong_claims
from .answers_json import Json, NotJson, as_text, is_empty, json_of, unwrapped
from .answers_lists import wrong_list, wrong_mapping
from .answers_times import date_claims, duration_claims, parts_of, time_claims, with_digits
from .answers_words import is_text, status, status_claims, text_claims, yes_no_claims
from .assignment import matching
from .plain_text import bare
from .tokens import as_number, numbers

# What a text must go through before the claims of a type are read from it.
_PREPARED: dict[str, Callable[[str], str]] = {
    "money": lambda text: digits_if_none(bare(text)),
    "percentage": lambda text: digits_if_none(bare(text)),
    "duration": lambda text: with_digits(bare(text)),
    "quantity": lambda text: without_fractions(words_as_digits(bare(text))),
    "status": status,
}
_CLAIMS: dict[str, Callable[[Any, str], list[Claim]]] = {
    "number": number_claims,
    "money": money_claims,
    "percentage": percentage_claims,
    "quantity": quantity_claims,
    "date": date_claims,
    "time": time_claims,
    "duration": duration_claims,
    "yes_no": yes_no_claims,
    "status": status_claims,
    "text": text_claims,
}


def wrong_answer(key: Any, answer: str) -> str:
    """Why an answer is not what a key (``tasks.answers.AnyAnswer``) asks for; an empty text when it is."""
    try:
        value = json_of(answer)
    except NotJson:
        return "the answer is no JSON object" if isinstance(key, ResponseAnswer) else wrong_prose(key, answer)
    return wrong_value(key, value)


def wrong_value(key: Any, value: Json, *, inside: bool = False) -> str:
    """The same for JSON. ``inside`` a list or an object a text must be the whole item."""
    if isinstance(key, ResponseAnswer):
        return _wrong_response(key, value)
    if not isinstance(key, MappingAnswer) or not (isinstance(value, dict) and value.keys() & key.entries.keys()):
        value, wrong = unwrapped(value)
        if wrong:
            return wrong
    if isinstance(key, OneOfAnswer):
        return _first_wrong([wrong_value(each, value, inside=inside) for each in key.answers])
    if isinstance(key, ListAnswer) and isinstance(value, list):
        return _wrong_items(key, value)
    if isinstance(key, MappingAnswer) and isinstance(value, dict):
        return _wrong_entries(key, value)
    return _wrong_scalar(key, value, inside)


def wrong_prose(key: Any, answer: str) -> str:
    """The same for a text that is no JSON."""
    if not isinstance(key, ListAnswer | MappingAnswer) and (too_many := dump(answer, 1)):
        return too_many
    if isinstance(key, OneOfAnswer):
        return _first_wrong([wrong_prose(each, answer) for each in key.answers])
    if isinstance(key, ListAnswer):
        return wrong_list(key, answer, _claims)
    if isinstance(key, MappingAnswer):
        return wrong_mapping(key, answer, wrong_prose)
    if isinstance(key, DateTimeAnswer):
        return _first_problem([wrong_prose(part, answer) for part in parts_of(key)])
    if isinstance(key, CoordinatesAnswer):
        return _wrong_coordinates(key, [float(number.value) for number in numbers(bare(answer).replace("\u00b0", " "))])
    if isinstance(key, TextAnswer) and key.matches is not None:
        return "" if is_text(key, bare(answer)) else f"the answer does not match {key.matches!r}"
    text = _PREPARED.get(key.type, bare)(answer)
    return wrong_claims(_CLAIMS[key.type](key, text), text, wanted(key), sole=_is_sole(key))


def wanted(key: Any) -> str:
    """What a key asks for, in a few words."""
    if isinstance(key, NumberAnswer):
        return f"{key.value:g}"
    if isinstance(key, MoneyAnswer):
        return f"{key.value:.2f} {key.currency or ''}".strip()
    if isinstance(key, QuantityAnswer):
        return f"{key.value:g} {key.unit}"
    if isinstance(key, DurationAnswer):
        return f"{key.value_s:g} s"
    if isinstance(key, YesNoAnswer):
        return "yes" if key.value else "no"
    if isinstance(key, TextAnswer):
        return " or ".join(map(repr, key.texts)) or f"a match of {key.matches!r}"
    if isinstance(key, ListAnswer):
        return ", ".join(map(wanted, key.items))
    if isinstance(key, MappingAnswer):
        return ", ".join(f"{name}: {wanted(value)}" for name, value in key.entries.items())
    if isinstance(key, OneOfAnswer):
        return " or ".join(map(wanted, key.answers))
    if isinstance(key, CoordinatesAnswer):
        return f"{key.latitude:g}, {key.longitude:g}"
    if isinstance(key, ResponseAnswer):
        return f"{key.task_type} {key.status}" + (f" with {wanted(key.data)}" if key.data else "")
    return f"{key.value}{'%' if key.type == 'percentage' else ''}"


def _claims(key: Any, text: str) -> list[Claim]:
    """The claims of one item of a list. Items that are no scalar can be had from JSON alone."""
    if isinstance(key, OneOfAnswer):
        return [claim for each in key.answers for claim in _claims(each, text)]
    return _CLAIMS[key.type](key, text) if key.type in _CLAIMS else []


def _is_sole(key: Any) -> bool:
    """Where any other value of the kind fails. Texts have no kind; long numbers stand beside others in good prose."""
    if isinstance(key, TextAnswer):
        found = as_number(bare(key.texts[0]))
        return found is not None and is_short(float(found.value))
    return not isinstance(key, NumberAnswer) or is_short(key.value)


def _wrong_scalar(key: Any, value: Json, inside: bool) -> str:
    if isinstance(key, CoordinatesAnswer) and isinstance(value, list | dict):
        return _wrong_coordinates(key, _degrees(value))
    if isinstance(value, list):
        if len(value) == 1:
            return wrong_value(key, value[0], inside=inside)
        return f"the answer lists {len(value)} items, where {wanted(key)} was asked for"
    if isinstance(value, dict):
        return f"the answer is an object, where {wanted(key)} was asked for"
    if is_empty(value) and not (isinstance(key, TextAnswer) and is_text(key, as_text(value))):
        return "the answer's value is empty"
    if isinstance(value, bool) and not isinstance(key, YesNoAnswer | TextAnswer):
        return f"the answer is {as_text(value)}, not {wanted(key)}"
    text = as_text(value)
    if inside and isinstance(key, TextAnswer):
        return "" if is_text(key, text) else f"the item is {text[:60]!r}, not {wanted(key)}"
    return wrong_prose(key, text)


def _wrong_items(key: ListAnswer, values: Sequence[Json]) -> str:
    """As many items as asked for, each taken by one value (in order, where that counts)."""
    if len(values) != len(key.items):
        return f"the answer lists {len(values)} items, not {len(key.items)}"
    if key.ordered:
        taken = {i: i for i, item in enumerate(key.items) if not wrong_value(item, values[i], inside=True)}
    else:
        taken = matching(key.items, values, lambda item, value: not wrong_value(item, value, inside=True))
    lacking = next((index for index in range(len(key.items)) if index not in taken), None)
    return "" if lacking is None else f"the answer does not name item {lacking + 1}, {wanted(key.items[lacking])}"


def _wrong_entries(key: MappingAnswer, value: dict[str, Json]) -> str:
    """Every key with its value, and no key besides; case and spaces of keys do not count."""
    given = {bare(name): each for name, each in value.items()}
    for name, item in key.entries.items():
        if bare(name) not in given:
            return f"the answer does not name {name!r}"
        problem = wrong_value(item, given.pop(bare(name)), inside=True)
        if problem:
            return f"for {name!r}, {problem}"
    return f"the answer names {next(iter(given))!r} besides" if given else ""


def _wrong_response(key: ResponseAnswer, value: Json) -> str:
    if not isinstance(value, dict):
        return "the answer is no JSON object"
    task_type = str(value.get("task_type", value.get("performed_operation"))).strip().casefold()
    if task_type != key.task_type:
        return f"the task type is {task_type}, not {key.task_type}"
    status_given = str(value.get("status")).strip().upper()
    if status_given != key.status:
        return f"the status is {status_given}, not {key.status}"
    if key.task_type != "retrieve":
        return ""
    data = value.get("retrieved_data")
    if key.data is None:
        return "" if is_empty(data) else "data is retrieved where there is none"
    return "no data is retrieved" if is_empty(data) else wrong_value(key.data, data, inside=True)


def _wrong_coordinates(key: CoordinatesAnswer, degrees: Sequence[float]) -> str:
    if len(degrees) != 2:
        return f"the answer names {len(degrees)} numbers, where latitude and longitude were asked for"
    near = [abs(a - b) <= key.tolerance for a, b in zip(degrees, (key.latitude, key.longitude), strict=True)]
    return "" if all(near) else f"the place is {degrees[0]}, {degrees[1]}, not {wanted(key)}"


def _degrees(value: Json) -> list[float]:
    if isinstance(value, dict):
        names = {str(name).casefold(): each for name, each in value.items()}
        value = [names.get(short, names.get(long)) for short, long in (("lat", "latitude"), ("lon", "longitude"))]
    if isinstance(value, list) and len(value) == 1:
        return _degrees(value[0])
    each_of = value if isinstance(value, list) else [value]
    # JSON knows whole numbers that no float can hold.
    return [
        float(each) if abs(each) <= 360 else math.inf
        for each in each_of
        if isinstance(each, int | float) and not isinstance(each, bool)
    ]


def _first_wrong(problems: Sequence[str]) -> str:
    """Of alternatives: nothing is wrong where one of them fits."""
    return problems[0] if all(problems) else ""


def _first_problem(problems: Sequence[str]) -> str:
    return next(filter(None, problems), "")
