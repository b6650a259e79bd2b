"""Pydantic's errors, said as this project says errors: the thing, the place, the nearest valid word."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, RootModel, ValidationError
from pydantic_core import ErrorDetails

from .changes import RowMatcher
from .checks import JUDGES
from .errors import Flaw, nearest

Loc = tuple[int | str, ...]


def first_flaw(error: ValidationError, model: type[BaseModel]) -> Flaw:
    """The first thing wrong in data that ``model`` refused."""
    details = error.errors(include_url=False)[0]
    loc, kind, context = details["loc"], details["type"], details.get("ctx", {})
    place, owner = _place(loc, model)
    if kind == "extra_forbidden":
        known = _keys(_owner_of(loc[:-1], model))
        return Flaw(_place(loc[:-1], model)[0], f"unknown key {loc[-1]!r}", nearest(str(loc[-1]), known))
    if kind == "union_tag_invalid":
        return _unknown_tag(place, context)
    if kind == "union_tag_not_found":
        key = str(context["discriminator"]).strip("'")
        return Flaw(place, f"missing key {key!r}", f"; it is one of {', '.join(_tags(owner))}")
    if kind == "missing":
        return Flaw(_place(loc[:-1], model)[0], f"missing key {loc[-1]!r}")
    return Flaw(place, _thing(details))


def _thing(details: ErrorDetails) -> str:
    """The error in one line, with the value that caused it."""
    if details["type"] == "value_error":
        return str(details["ctx"]["error"])
    message = details["msg"].removeprefix("Input ")
    shown = repr(details["input"])
    return f"wrong value {shown if len(shown) <= 60 else shown[:57] + '...'}: {message}"


def _unknown_tag(place: str, context: dict[str, Any]) -> Flaw:
    key, tag = str(context["discriminator"]).strip("'"), str(context["tag"])
    tags = [word.strip(" '") for word in str(context["expected_tags"]).split(",")]
    mend = nearest(tag, tags)
    if key == "judge" and "did you mean" not in mend:
        mend = _key_for_judge(tag) or mend
    return Flaw(place, f"unknown {key} {tag!r}", mend)


def _key_for_judge(tag: str) -> str:
    """``must_include`` is no judge but a key of two; whoever writes it as a judge is shown where it belongs."""
    owners = {key: [name for name, model in JUDGES.items() if key in model.model_fields] for key in _all_keys()}
    mend = nearest(tag, owners)
    if "did you mean" not in mend:
        return ""
    key = mend.split("'")[1]
    return f"{mend} It is a key of judge {' or '.join(map(repr, owners[key]))}"


def _all_keys() -> Iterable[str]:
    return {key for model in JUDGES.values() for key in model.model_fields} - {"judge", "original"}


def _place(loc: Loc, model: type[BaseModel]) -> tuple[str, Any]:
    """``("checks", 0, "page", "locator")`` as ``checks[0].locator``, and the type that stands there."""
    text, here = "", model
    for part in loc:
        inner, visible = _step(here, part)
        if visible:
            text += f"[{part}]" if isinstance(part, int) else f".{part}"
        here = inner
    return text.removeprefix("."), here


def _owner_of(loc: Loc, model: type[BaseModel]) -> Any:
    return _place(loc, model)[1]


def _step(here: Any, part: int | str) -> tuple[Any, bool]:
    """One part deeper: the type found there, and whether a person wrote that part (a union's tag nobody wrote)."""
    here = _bare(here)
    if isinstance(here, type) and issubclass(here, RootModel):
        here = _bare(here.model_fields["root"].annotation)
    if isinstance(here, type) and issubclass(here, BaseModel):
        field = here.model_fields.get(str(part))
        return (field.annotation if field else Any), not (here is RowMatcher and part == "columns")
    if get_origin(here) in (Union, types.UnionType):
        tagged = [m for m in map(_bare, get_args(here)) if part in _literals(m)]
        return (tagged[0], False) if tagged else (Any, True)
    arguments = get_args(here)
    if not arguments:
        return Any, True
    return (arguments[1] if get_origin(here) is dict else arguments[0]), True


def _bare(annotation: Any) -> Any:
    """Without ``Annotated`` and ``| None``."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        others = [member for member in get_args(annotation) if member is not type(None)]
        return _bare(others[0]) if len(others) == 1 else annotation
    return annotation


def _literals(model: Any) -> tuple[str, ...]:
    """The tag of a member of a union: the value of its first ``Literal`` field."""
    if isinstance(model, type) and issubclass(model, BaseModel):
        for field in model.model_fields.values():
            if get_origin(field.annotation) is Literal and isinstance(field.default, str):
                return get_args(field.annotation)
    return ()


def _tags(union: Any) -> list[str]:
    return [tag for member in get_args(_bare(union)) for tag in _literals(_bare(member))]


def _keys(owner: Any) -> Iterable[str]:
    owner = _bare(owner)
    return owner.model_fields if isinstance(owner, type) and issubclass(owner, BaseModel) else ()
