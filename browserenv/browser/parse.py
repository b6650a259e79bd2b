"""Read an action from a text. Literals only: nothing that an agent writes is ever run as code."""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from browserenv.browser.actions import SPECS, Action, ActionSpec, Kind, Parameter
from browserenv.errors import nearest

MAX_CHARS = 100_000
EXAMPLE = 'click("e12")'
_FENCE = re.compile(r"\A```[a-zA-Z]*\n(.*?)\n?```\Z", re.DOTALL)


class ActionError(ValueError):
    """An action that cannot be taken; the message, one or two lines, is for the agent."""


def parse(text: str, form: str = "call", allowed: Collection[str] | None = None) -> Action:
    """Read one action written in ``form`` (a key of FORMS). Raises ActionError.

    ``allowed``: names of the actions that this agent may take; None means all.
    """
    if not isinstance(text, str):
        raise ActionError(f"an action is a text, such as {EXAMPLE}, not {type(text).__name__}")
    if len(text) > MAX_CHARS:
        raise ActionError(f"the action has {len(text)} characters; at most {MAX_CHARS} are read")
    return FORMS[form](text, SPECS.keys() if allowed is None else allowed)


def parse_call(text: str, allowed: Collection[str]) -> Action:
    """BrowserGym's form: exactly one call with literal arguments, alone or alone in a code fence."""
    source = _unfenced(text)
    call = _single_call(source)
    spec = _spec(call, allowed)
    return Action(spec.name, MappingProxyType(_bind(spec, call)), source)


FORMS: Mapping[str, Callable[[str, Collection[str]], Action]] = MappingProxyType({"call": parse_call})


def _unfenced(text: str) -> str:
    stripped = text.strip()
    fenced = _FENCE.match(stripped)
    return fenced.group(1).strip() if fenced else stripped


def _single_call(source: str) -> ast.Call:
    if not source:
        raise ActionError(f"the action is empty; write one call, such as {EXAMPLE}, or noop()")
    tree = _syntax(source)
    if len(tree.body) > 1:
        raise ActionError(f"{len(tree.body)} statements; write exactly one call, such as {EXAMPLE}")
    if not tree.body or not isinstance(tree.body[0], ast.Expr) or not isinstance(tree.body[0].value, ast.Call):
        raise ActionError(f"{_short(source)} is not a call; write one, such as {EXAMPLE}")
    return tree.body[0].value


def _syntax(source: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\d" in an agent's text is a backslash and a d, not worth a warning
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
        raise ActionError(
            f"{_short(source)} is not an action ({reason}); write one call and nothing else, such as {EXAMPLE}"
        ) from None


def _spec(call: ast.Call, allowed: Collection[str]) -> ActionSpec:
    if not isinstance(call.func, ast.Name):
        raise ActionError(f"call an action by its plain name, such as {EXAMPLE}")
    name = call.func.id
    if name in SPECS and name in allowed:
        return SPECS[name]
    if name in SPECS:
        raise ActionError(f"{name} may not be used in this task; allowed: {', '.join(sorted(allowed))}")
    raise ActionError(f"no action {name!r}{nearest(name, allowed) or f'; there are {_names(allowed)}'}")


def _names(allowed: Collection[str]) -> str:
    return ", ".join(name for name in SPECS if name in allowed)


def _bind(spec: ActionSpec, call: ast.Call) -> dict[str, Any]:
    given = _given(spec, call)
    missing = [parameter.name for parameter in spec.parameters if parameter.required and parameter.name not in given]
    if missing:
        raise ActionError(f"{spec.name} needs {' and '.join(missing)}; write {spec.signature}")
    return {
        parameter.name: _value(spec, parameter, given[parameter.name]) if parameter.name in given else parameter.default
        for parameter in spec.parameters
    }


def _given(spec: ActionSpec, call: ast.Call) -> dict[str, ast.expr]:
    names = [parameter.name for parameter in spec.parameters]
    if len(call.args) > len(names):
        raise ActionError(f"{spec.name} takes {len(names)} arguments, not {len(call.args)}; write {spec.signature}")
    if any(isinstance(arg, ast.Starred) for arg in call.args) or any(word.arg is None for word in call.keywords):
        raise ActionError(f"write the arguments out, without stars: {spec.signature}")
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg not in names:
            raise ActionError(f"{spec.name} has no argument {keyword.arg!r}{nearest(str(keyword.arg), names)}")
        if keyword.arg in given:
            raise ActionError(f"{spec.name} got {keyword.arg} twice; write {spec.signature}")
        given[keyword.arg] = keyword.value
    return given


def _value(spec: ActionSpec, parameter: Parameter, node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        hint = f'; put text in quotes: "{node.id}"' if isinstance(node, ast.Name) else ""
        raise ActionError(f"{parameter.name} of {spec.name} must be written out as {parameter.kind}{hint}") from None
    fitted = _FITTERS[parameter.kind](value)
    if fitted is None:
        hint = "; put it in quotes" if parameter.kind is Kind.TEXT and isinstance(value, int | float) else ""
        raise ActionError(f"{parameter.name} of {spec.name} must be {parameter.kind}, not {_short(repr(value))}{hint}")
    _check_choices(spec, parameter, fitted)
    return fitted


def _check_choices(spec: ActionSpec, parameter: Parameter, value: Any) -> None:
    for item in value if isinstance(value, tuple) else (value,):
        if parameter.choices and item not in parameter.choices:
            raise ActionError(
                f"{parameter.name} of {spec.name} cannot be {_short(repr(item))}; one of {', '.join(parameter.choices)}"
            )


def _text(value: Any) -> str | None:
    # A lone half of a surrogate pair is no text: it cannot be sent to the browser.
    return value if isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value) else None


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
    return tuple(value) if all(_text(item) is not None for item in value) else None


def _text_or_texts(value: Any) -> tuple[str, ...] | None:
    return (value,) if _text(value) is not None else _texts(value)


_FITTERS: Mapping[Kind, Callable[[Any], Any]] = MappingProxyType(
    {
        Kind.TEXT: _text,
        Kind.NUMBER: _number,
        Kind.INTEGER: _integer,
        Kind.FLAG: _flag,
        Kind.TEXTS: _texts,
        Kind.TEXT_OR_TEXTS: _text_or_texts,
    }
)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else flat[:57] + "..."
