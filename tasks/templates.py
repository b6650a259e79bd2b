"""Templates: texts with slots, ``{{name}}``, ``{{record.field}}`` or ``{{name|filter}}``. Nothing is ever evaluated.

``{{list.0.field}}`` is a field of a list's first item. An item ``{each: "{{posts}}", as: post, give: [...]}`` of a list
stands for the items of ``give``, once for each item of the slot, which they name ``{{post}}``.

A text that is one slot and nothing else keeps the value's type, so that ``includes: "{{forum.sidebar}}"`` is a list.
Anywhere else a slot must be a text or a number; lists need a filter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from urllib.parse import quote

from .errors import Flaw, nearest
from .model import Json

_SLOT = re.compile(r"\{\{\s*([A-Za-z_]\w*(?:\.\w+)*)\s*((?:\|\s*\w+\s*)*)\}\}")
_BRACES = re.compile(r"\{\{.*?(?:\}\}|$)", re.DOTALL)


_EACH = {"each", "as", "give"}


def _texts(value: Json) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("needs a list of texts")
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise ValueError("needs a text")
    return value


def _number(value: Json) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("needs a whole number")
    return value


def _without_last(value: Json) -> list[str]:
    return _texts(value)[:-1]


FILTERS: dict[str, Callable[[Json], Json]] = {
    "quoted": lambda value: "[" + ", ".join(map(repr, _texts(value))) + "]",
    "lines": lambda value: "\n".join(_texts(value)),
    "commas": lambda value: ", ".join(_texts(value)),
    "without_last": _without_last,
    "lower": lambda value: _text(value).lower(),
    "upper": lambda value: _text(value).upper(),
    "lower_first": lambda value: _text(value)[:1].lower() + _text(value)[1:],
    "text": lambda value: str(value) if isinstance(value, int | float) else _text(value),
    "thousands": lambda value: f"{_number(value):,}",
    "plus_one": lambda value: str(_number(value) + 1),
    "pattern": lambda value: re.escape(str(value)),
    "json": lambda value: json.dumps(value, ensure_ascii=False),
    "in_path": lambda value: quote(str(value), safe=""),
}


def render(value: Json, slots: Mapping[str, Json]) -> Json:
    """``value`` with its slots filled, lists and mappings to any depth (keys are left as they are).

    Raises ``Flaw`` for an unknown slot or filter, or a value that a filter or a text cannot take.
    """
    if isinstance(value, str):
        return _render_text(value, slots)
    if isinstance(value, list):
        return [done for index, item in enumerate(value) for done in _render_item(f"[{index}]", item, slots)]
    if isinstance(value, dict):
        return {key: _render_at(key, item, slots) for key, item in value.items()}
    return value


def slot_names(slots: Mapping[str, Json]) -> set[str]:
    """Every name that a template may use, those of records' fields among them."""
    names: set[str] = set()
    for name, value in slots.items():
        names.add(name)
        items = {str(index): item for index, item in enumerate(value)} if isinstance(value, list) else value
        if isinstance(items, dict):
            names |= {f"{name}.{inner}" for inner in slot_names(items)}
    return names


def _render_item(where: str, item: Json, slots: Mapping[str, Json]) -> list[Json]:
    """What stands for a list's item: itself, or the items that an ``each`` makes."""
    if not isinstance(item, dict) or "each" not in item:
        return [_render_at(where, item, slots)]
    if set(item) != _EACH or not isinstance(item["give"], list) or not isinstance(item["as"], str):
        raise Flaw(where, "an 'each' has a slot that is a list, 'as' a name, 'give' a list", "; give these three keys")
    values = _render_at(f"{where}.each", item["each"], slots)
    if not isinstance(values, list):
        raise Flaw(f"{where}.each", f"{values!r} is no list")
    return [
        done for value in values for done in _render_at(f"{where}.give", item["give"], {**slots, item["as"]: value})
    ]


def _render_at(where: str, value: Json, slots: Mapping[str, Json]) -> Json:
    try:
        return render(value, slots)
    except Flaw as flaw:
        raise flaw.within(where) from None


def _render_text(text: str, slots: Mapping[str, Json]) -> Json:
    for braces in _BRACES.findall(text):
        if not _SLOT.fullmatch(braces):
            raise Flaw("", f"malformed slot {braces!r}", "; write {{name}} or {{name|filter}}")
    whole = _SLOT.fullmatch(text)
    if whole:
        return _fill(whole, slots)
    return _SLOT.sub(lambda found: _fill_inside(found, slots), text)


def _fill(found: re.Match[str], slots: Mapping[str, Json]) -> Json:
    value = _look_up(found[1], slots)
    for name in found[2].replace("|", " ").split():
        if name not in FILTERS:
            raise Flaw("", f"unknown filter {name!r}", nearest(name, FILTERS))
        try:
            value = FILTERS[name](value)
        except ValueError as error:
            raise Flaw("", f"filter {name!r} {error}, and slot {found[1]!r} is {value!r}") from None
    return value


def _fill_inside(found: re.Match[str], slots: Mapping[str, Json]) -> str:
    value = _fill(found, slots)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        mend = "; give it a filter, such as " + ", ".join(sorted(FILTERS)[:5])
        raise Flaw("", f"slot {found[1]!r} stands inside a text and is {value!r}", mend)
    return str(value)


def _look_up(name: str, slots: Mapping[str, Json]) -> Json:
    value: Json = slots
    for part in name.split("."):
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
            continue
        if not isinstance(value, Mapping) or part not in value:
            raise Flaw("", f"unknown slot {name!r}", nearest(name, slot_names(slots)))
        value = value[part]
    return value
