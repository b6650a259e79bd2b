"""JSON in an answer: the value that an agent sent as data instead of prose, in a code fence or bare."""

from __future__ import annotations

import json
import re
from typing import Any

Json = Any
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)
# Deeper than any value that a key asks for; what follows goes down into values, and an answer may not overrun it.
_MAX_DEPTH = 20
# What an answer that is JSON as a whole, in a code fence or not, begins and ends with.
_OPENING, _CLOSING = tuple('["{`'), tuple(']"}`')
_WRAPPERS = {"answer", "result", "value", "response", "output", "final_answer"}


class NotJson(ValueError):
    """The answer is prose."""


def json_of(answer: str) -> Json:
    """The value of an answer that is JSON as a whole, in a code fence or not, or that holds one code fence with a list
    or an object in it; a lone number or text in a fence among prose is prose.

    Raises ``NotJson`` otherwise; also for what JSON does not know (NaN), for a key given twice, and for nesting too
    deep to read.
    """
    fences = _FENCE.findall(answer)
    text = fences[0] if len(fences) == 1 else answer
    try:
        value = json.loads(text.strip(), parse_constant=_refuse, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise NotJson(answer[:80]) from None
    if _is_deep(value):
        raise NotJson(answer[:80])
    if not isinstance(value, list | dict) and len(fences) == 1 and _FENCE.sub("", answer).strip():
        raise NotJson(answer[:80])
    return value


def unwrapped(value: Json) -> tuple[Json, str]:
    """(The value inside ``{"answer": ...}`` or a response object, what is wrong with the response's status)."""
    if not isinstance(value, dict):
        return value, ""
    if "retrieved_data" in value:
        status = str(value.get("status", "SUCCESS"))
        wrong = "" if status.casefold() == "success" else f"the answer's status is {status}"
        return value["retrieved_data"], wrong
    if len(value) == 1 and str(next(iter(value))).casefold() in _WRAPPERS:
        return next(iter(value.values())), ""
    return value, ""


def as_text(value: Json) -> str:
    """A scalar as an agent would have written it in prose; empty for null."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def as_prose(answer: str) -> str:
    """An answer that is a JSON list, object or text as a whole as it would stand in prose, without JSON's escapes; any
    other as it is."""
    text = answer.strip()
    if text[:1] not in _OPENING or text[-1:] not in _CLOSING:
        return answer
    try:
        value = json_of(text)
    except NotJson:
        return answer
    return _prose(value) if isinstance(value, str | list | dict) else answer


def _prose(value: Json) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_prose(inner)}" for name, inner in value.items())
    return ", ".join(map(_prose, value)) if isinstance(value, list) else as_text(value)


def is_empty(value: Json) -> bool:
    """Whether a value says that there is nothing: null, an empty list, text or object, ``N/A``, or a list of those."""
    if isinstance(value, str):
        return value.strip().casefold() in ("", "n/a", "na", "none", "null")
    if isinstance(value, list):
        return all(map(is_empty, value))
    return value is None or value == {}


def _is_deep(value: Json) -> bool:
    level = [value]
    for _ in range(_MAX_DEPTH):
        level = [inner for each in level for inner in _inside(each)]
    return bool(level)


def _inside(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _refuse(constant: str) -> Json:
    raise ValueError(f"{constant} is no JSON")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key is given twice")
    return value
