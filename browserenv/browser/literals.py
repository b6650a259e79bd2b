"""Arguments written as Python literals: read from the syntax tree, fitted to what a parameter takes, never run."""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import ActionSpec, Kind, Parameter
from browserenv.browser.command import ActionError, short
from browserenv.errors import nearest

UNREADABLE = (SyntaxError, ValueError, TypeError, RecursionError, MemoryError)


def syntax(source: str, write: str) -> list[ast.stmt]:
    """The statements of a text. Raises ActionError when it is no Python; ``write``: what would be right."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\d" in an agent's text is a backslash and a d, not worth a warning
            return ast.parse(source).body
    except UNREADABLE as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
        raise ActionError(f"{short(source)} is not an action ({reason}); {write}") from None


def source_of(source: str, node: ast.AST) -> str:
    """The text of a node, as it was written."""
    return ast.get_source_segment(source, node) or ""


def bind(spec: ActionSpec, call: ast.Call) -> dict[str, Any]:
    """The value of each parameter of ``spec``, defaults filled in. Raises ActionError with what would be right."""
    given = _given(spec, call)
    missing = [parameter.name for parameter in spec.parameters if parameter.required and parameter.name not in given]
    if missing:
        raise ActionError(f"{spec.name} needs {' and '.join(missing)}; write {spec.signature}")
    return {
        parameter.name: _value(spec, parameter, given[parameter.name]) if parameter.name in given else parameter.default
        for parameter in spec.parameters
    }


def fit(name: str, parameter: Parameter, value: Any) -> Any:
    """``value`` as ``parameter`` of ``name`` takes it. Raises ActionError when it does not."""
    if parameter.kind is Kind.IGNORED or (value is None and parameter.default is None):
        return None
    fitted = _FITTERS[parameter.kind](value)
    if fitted is None and isinstance(value, str) and _text(value) is None:
        raise ActionError(f"{parameter.name} of {name} must be a text, and holds half of a character")
    if fitted is None:
        hint = "; put it in quotes" if parameter.kind is Kind.TEXT and isinstance(value, int | float) else ""
        raise ActionError(f"{parameter.name} of {name} must be {parameter.kind}, not {short(repr(value))}{hint}")
    _check_choices(name, parameter, fitted)
    return fitted


def _given(spec: ActionSpec, call: ast.Call) -> dict[str, ast.expr]:
    names = [parameter.name for parameter in spec.parameters]
    if len(call.args) > len(names):
        raise ActionError(f"{spec.name} takes {len(names)} arguments, not {len(call.args)}; write {spec.signature}")
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(word.arg is None for word in call.keywords):
        raise ActionError(f"write the arguments out, without stars: {spec.signature}")
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg not in names:
            guess = nearest(str(keyword.arg), names) or f"; write {spec.signature}"
            raise ActionError(f"{spec.name} has no argument {keyword.arg!r}{guess}")
        if keyword.arg in given:
            raise ActionError(f"{spec.name} got {keyword.arg} twice; write {spec.signature}")
        given[keyword.arg] = keyword.value
    return given


def _value(spec: ActionSpec, parameter: Parameter, node: ast.expr) -> Any:
    if parameter.kind is Kind.IGNORED:
        return None
    try:
        value = ast.literal_eval(node)
    except UNREADABLE:
        takes_text = parameter.kind in (Kind.TEXT, Kind.TEXTS, Kind.TEXT_OR_TEXTS, Kind.TEXT_OR_KEYS)
        hint = f'; put text in quotes: "{node.id}"' if takes_text and isinstance(node, ast.Name) else ""
        raise ActionError(f"{parameter.name} of {spec.name} must be written out as {parameter.kind}{hint}") from None
    return fit(spec.name, parameter, value)


def _check_choices(name: str, parameter: Parameter, value: Any) -> None:
    for item in value if isinstance(value, tuple) else (value,):
        if parameter.choices and item not in parameter.choices:
            raise ActionError(
                f"{parameter.name} of {name} cannot be {short(repr(item))}; one of {', '.join(parameter.choices)}"
            )


def _text(value: Any) -> str | None:
    """A text. Two halves of a character side by side, which is how JSON escapes one, are that character; a lone half
    is none, and cannot be sent to the browser."""
    if not isinstance(value, str):
        return None
    try:
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        return None


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if is_number and math.isfinite(value) and abs(value) < 1e9 else None


def _integer(value: Any) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number == int(number) else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _texts(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list | tuple):
        return None
    texts = tuple(text for text in map(_text, value) if text is not None)
    return texts if len(texts) == len(value) else None


def _text_or_texts(value: Any) -> tuple[str, ...] | None:
    return _texts([value] if isinstance(value, str) else value)


def _text_or_keys(value: Any) -> str | tuple[str, ...] | None:
    return _text(value) if isinstance(value, str) else _texts(value)


def _place(value: Any) -> float | tuple[float, float] | None:
    if not isinstance(value, list | tuple):
        return _number(value)
    numbers = tuple(number for number in map(_number, value) if number is not None)
    return (numbers[0], numbers[1]) if len(value) == len(numbers) == 2 else None


_FITTERS: Mapping[Kind, Callable[[Any], Any]] = MappingProxyType(
    {
        Kind.TEXT: _text,
        Kind.NUMBER: _number,
        Kind.INTEGER: _integer,
        Kind.FLAG: _flag,
        Kind.TEXTS: _texts,
        Kind.TEXT_OR_TEXTS: _text_or_texts,
        Kind.TEXT_OR_KEYS: _text_or_keys,
        Kind.PLACE: _place,
    }
)
