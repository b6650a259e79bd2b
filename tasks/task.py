"""A task: one instance of a family, its slots filled, everything validated and frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from .address import parse_address
from .changes import Changes
from .checks import AnyCheck, GroupCheck, PageCheck, StateCheck, UrlCheck
from .errors import Flaw, nearest
from .family import Budget, Family, Mutant, Params, Permissions
from .flaws import first_flaw
from .foreign_checks import FinishCheck
from .images import ImageCheck
from .model import Json, Model, Texts
from .page_urls import RELATIVE_URLS
from .rubrics import ModelCheck
from .steps import AnyStep, MutantScript, sites_of
from .templates import render

Setup = dict[str, dict[str, list[dict[str, Json]]]]

# What was asked and how it is judged; two tasks that agree in these are the same question.
_DIGESTED = {
    "sites",
    "login",
    "start",
    "intent",
    "setup",
    "permissions",
    "checks",
    "changes",
    "budget",
    "possible",
    "stop",
    "pictures",
    "geolocation",
    "start_time",
}


class Geolocation(Model):
    """Where the browser says it is, in degrees; ``accuracy_m`` in metres."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    accuracy_m: float = Field(default=0, ge=0)


class Task(Model):
    """One instance: intent, start pages, checks, expected change, budget, and the scripts that prove its checks.

    ``task_id`` is the fixed instance's number (``580``) or the family's id; ``seed`` is None for a fixed instance.
    ``changes`` is None when the state is not judged at all (tasks of other benchmarks).
    ``pictures`` are addresses of pictures that belong to the intent; ``geolocation`` is what the browser tells pages.
    ``start_time`` is what the pages' clock shows at the start, None the world's own time; only for sites that live in
    the browser, since a server has a clock of its own.
    """

    task_id: str
    family: str
    version: int
    seed: int | None
    params: Params
    sites: Texts
    login: dict[str, str]
    start: Texts
    intent: str
    checks: tuple[AnyCheck, ...] = Field(strict=False)
    changes: Changes | None
    setup: Setup
    permissions: Permissions
    budget: Budget
    possible: bool
    stop: Literal["on_answer", "on_success"]
    oracle: tuple[AnyStep, ...] = Field(strict=False)
    mutants: tuple[MutantScript, ...] = Field(strict=False)
    provenance: dict[str, Json]
    pictures: Texts | None = None
    geolocation: Geolocation | None = None
    start_time: AwareDatetime | None = Field(default=None, strict=False)

    @property
    def gym_id(self) -> str:
        is_number = self.seed is None and "." not in self.task_id
        return f"browserenv/task-{self.task_id}" if is_number else f"browserenv/{self.task_id}"

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of what was asked and how it is judged; scripts, names and provenance do not count."""
        # Without the keys that are None: a key that a later version adds leaves the digests of old tasks as they are.
        content = self.model_dump(mode="json", include=_DIGESTED, exclude_none=True)
        text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def checks_for(self, which: Literal["all", "original"] = "all") -> tuple[AnyCheck, ...]:
        """All checks but the superseded ones, or those alone that the task's original benchmark has."""
        if which == "all":
            return tuple(check for check in self.checks if not check.superseded)
        return tuple(check for check in self.checks if check.original)

    def changes_for(self, which: Literal["all", "original"] = "all") -> Changes | None:
        """The expected change; None with ``original``, since it is no check of the original benchmark's."""
        return self.changes if which == "all" else None


_TASK = TypeAdapter(Task)


def instantiate(family: Family, task_id: str, params: Params, seed: int | None) -> Task:
    """Fill the family's slots and validate the outcome. Raises ``Flaw``, which names the place in the family's file."""
    slots = family.slots(params)
    content = {
        "intent": family.intent,
        "start": list(family.start),
        "setup": family.setup,
        "checks": list(family.checks),
        "changes": _all_sites(family),
        "oracle": list(family.oracle),
    }
    filled = render(content, slots)
    mutants = [_mutant(f"mutants[{i}]", mutant, family, params) for i, mutant in enumerate(family.mutants)]
    task = validated_task(
        {
            **family.model_dump(
                include={"family", "version", "sites", "login", "possible", "stop", "provenance", "start_time"}
            ),
            "permissions": family.permissions,
            "budget": family.budget,
            "task_id": task_id,
            "seed": seed,
            "params": params,
            "mutants": mutants,
            **filled,
        }
    )
    verify_task(task)
    return task


def validated_task(content: Mapping[str, Any]) -> Task:
    """A task from the whole of its content. Raises ``Flaw``."""
    try:
        return _TASK.validate_python(content)
    except ValidationError as error:
        raise first_flaw(error, Task) from None


def _all_sites(family: Family) -> dict[str, Json] | None:
    """Default deny holds on every site of the task, whether its changes name it or not."""
    if family.changes is None:
        return None
    return {**{site: {} for site in family.sites}, **family.changes}


def _mutant(where: str, mutant: Mutant, family: Family, params: Params) -> dict[str, Json]:
    try:
        overrides = render(mutant.params, family.slots(params))
        for name in overrides.keys() - params.keys():
            raise Flaw("params", f"unknown slot {name!r}", nearest(name, params))
        slots = family.slots(_merged(params, overrides))
        return {"name": mutant.name, "steps": render(mutant.script(family.oracle), slots)}
    except Flaw as flaw:
        raise flaw.within(where) from None


def _merged(base: Json, over: Json) -> Json:
    """``over`` laid over ``base``: records field by field, everything else replaced."""
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    return {**base, **{name: _merged(base.get(name), value) for name, value in over.items()}}


def verify_task(task: Task) -> None:
    """What no single model can see. Raises ``Flaw``."""
    try:
        if task.changes is not None:
            task.changes.verify()
    except Flaw as flaw:
        raise flaw.within("changes") from None
    _verify_sites(task)
    if task.possible and not task.checks and not (task.changes and task.changes.n_expected()):
        raise Flaw("checks", "no checks", "; a task that asks for nothing would always pass: name a check or a change")


def _verify_sites(task: Task) -> None:
    named: list[tuple[str, str]] = []
    for index, check in enumerate(task.checks):
        named += [(f"checks[{index}]", site) for site in _sites_of_check(check)]
    for index, start in enumerate(task.start):
        try:
            named.append((f"start[{index}]", parse_address(start).site))
        except ValueError as error:
            raise Flaw.said(f"start[{index}]", str(error)) from None
    named += [("changes", site) for site in (task.changes.sites if task.changes else ())]
    named += [("setup", site) for site in task.setup]
    named += [("login", site) for site in task.login]
    named += [("permissions.sites", site) for site in task.permissions.sites or ()]
    named += [("oracle", site) for site in sites_of(task.oracle)]
    named += [(f"mutants[{i}]", site) for i, mutant in enumerate(task.mutants) for site in sites_of(mutant.steps)]
    for where, site in named:
        if site not in task.sites:
            raise Flaw(where, f"unknown site {site!r}", nearest(site, task.sites))


def _sites_of_check(check: AnyCheck) -> list[str]:
    if isinstance(check, GroupCheck):
        return [site for inner in check.checks for site in _sites_of_check(inner)]
    if isinstance(check, UrlCheck):
        return [parse_address(url).site for url in check.addresses]
    if isinstance(check, PageCheck | ModelCheck | ImageCheck):
        return [] if check.url in (None, *RELATIVE_URLS) else [parse_address(check.url or "").site]
    return [check.site] if isinstance(check, StateCheck | FinishCheck) else []
