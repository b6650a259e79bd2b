"""Lint: what a task file loads with and should still not have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from .draws import RowDraw, RowsDraw, StateParam
from .family import Family
from .model import Json
from .task import Task

NEAR_DAYS = 400
MIN_MUTANTS = 3

_URL = re.compile(r"\b(?:https?|ftp|file)://[^\s\"'}]+", re.IGNORECASE)
_HOST = re.compile(
    r"\b(?:localhost|[\w-]+\.localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\b|\b[\w.-]+\.[a-z]{2,}:\d{2,5}\b"
)
_GENERATED = re.compile(
    r"\b(?:[0-9a-f]{24,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b", re.IGNORECASE
)
_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_YEAR = re.compile(r"\b20\d\d\b")
_SLOT = re.compile(r"\{\{\s*(\w+)")


class Complaint(NamedTuple):
    """What is wrong at one place of a family's file, with the mend."""

    family: str
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} in {self.family} ({self.where})"


def lint(family: Family, today: date) -> Iterator[Complaint]:
    """All complaints about a file. ``today`` is what dates in it are compared with."""
    for where, text in _findings(family, today):
        yield Complaint(family.family, where, text)


def lint_task(task: Task) -> Iterator[Complaint]:
    """What is seen only when the slots are filled."""
    n_steps = len(task.oracle) + (0 if _says_the_end(task) else 1)
    if n_steps > task.budget.max_steps:
        text = f"the oracle needs {n_steps} steps and the budget has {task.budget.max_steps}; raise max_steps"
        yield Complaint(task.family, "budget", text)


def _says_the_end(task: Task) -> bool:
    """Whether the script ends the episode by itself."""
    ends = bool(task.oracle) and task.oracle[-1].do in ("send_msg_to_user", "report_infeasible")
    return ends or task.stop == "on_success"


def _findings(family: Family, today: date) -> Iterator[tuple[str, str]]:
    if not family.oracle:
        yield "oracle", "no oracle; nothing proves that the task can be done"
    if len(family.mutants) < MIN_MUTANTS:
        yield (
            "mutants",
            f"{len(family.mutants)} mutants; write at least {MIN_MUTANTS} wrong ways that a checker must fail",
        )
    yield from _slots(family)
    for where, key in _keys(family):
        yield from ((where, text) for text in _bad_key(key, today))
    yield from (("intent", text) for text in _near_dates(family.intent, today))


def _slots(family: Family) -> Iterator[tuple[str, str]]:
    asked = _named(family.intent)
    if family.params and not asked:
        yield "intent", "the intent names no slot, so every draw asks the same; name one"
    judged = _named([list(family.checks), family.changes])
    used = _named([family.model_dump(mode="json", exclude={"params"}), _queries(family)])
    for name, param in family.params.items():
        if asked and not isinstance(param, StateParam) and name in judged - asked:
            yield f"params.{name}", f"slot {name!r} decides the outcome and the intent does not name it; name it"
        if name not in used and (isinstance(param, RowDraw | RowsDraw) or not isinstance(param, StateParam)):
            yield f"params.{name}", f"slot {name!r} is drawn and never used; take it out"


def _queries(family: Family) -> list[Json]:
    return [param.model_dump(mode="json") for param in family.params.values() if isinstance(param, StateParam)]


def _named(value: Json) -> set[str]:
    """The slots that stand in a text, or anywhere in lists and mappings."""
    return set(_SLOT.findall(json.dumps(value)))


def _keys(family: Family) -> Iterator[tuple[str, Json]]:
    """What the outcome is compared with, as the file holds it: slots are drawn, so only literals are left."""
    for index, check in enumerate(family.checks):
        if isinstance(check, Mapping):
            for name in ("exact", "must_include", "must_exclude", "exact_match", "equals"):
                if name in check:
                    yield f"checks[{index}].{name}", check[name]
    if family.changes is not None:
        yield from _literals("changes", family.changes)


def _literals(where: str, value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            if (name == "id" or name.endswith("_id")) and isinstance(item, int) and not isinstance(item, bool):
                yield f"{where}.{name}", f"id {item}"
            else:
                yield from _literals(f"{where}.{name}", item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _literals(f"{where}[{index}]", item)
    elif isinstance(value, str):
        yield where, value


def _bad_key(key: Json, today: date) -> Iterator[str]:
    text = key if isinstance(key, str) else json.dumps(key, ensure_ascii=False)
    if re.fullmatch(r"id \d+", text):
        yield f"{text} is written down; draw the row by a query, or look it up by what a person sees"
    if found := _URL.search(text):
        yield f"absolute URL {found[0]!r} in a key holds on one host only; compare a path or a slot"
    elif found := _HOST.search(text):
        yield f"host {found[0]!r} in a key holds on one machine only; leave it out"
    if found := _GENERATED.search(text):
        yield f"generated id {found[0]!r} in a key; draw it by a query"
    yield from _near_dates(text, today)


def _near_dates(text: str, today: date) -> Iterator[str]:
    for found in _DATE.finditer(text):
        try:
            day = date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            continue
        if abs((day - today).days) <= NEAR_DAYS:
            yield f"date {found[0]} is near today and will age; the sites' clock is pinned, so use its time"
    rest = _DATE.sub("", text)
    for year in dict.fromkeys(_YEAR.findall(rest)):
        if abs(int(year) - today.year) <= 1:
            yield f"year {year} is near today and will age; the sites' clock is pinned, so use its time"
