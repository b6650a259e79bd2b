"""Expanding a family: its instances for many seeds, as records that other programs read."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .address import parse_address
from .catalog import Catalog
from .checks import AnyCheck, PageCheck, TextCheck, UrlCheck
from .draws import StateReader
from .errors import TaskError, nearest
from .page_urls import POST_OF_LAST
from .task import Task

Record = dict[str, Any]

# Our sites as WebArena's task files name them, and the placeholders of their addresses there.
_WEBARENA_SITES = {"forum": "reddit", "shop": "shopping", "shop-admin": "shopping_admin", "git": "gitlab"}


class InexpressibleError(TaskError):
    """A task that another benchmark's form cannot say; the message names the part."""


def expand(catalog: Catalog, family_id: str, seeds: Iterable[int], state: StateReader | None = None) -> Iterator[Task]:
    """One task a seed. Raises as ``Catalog.task``."""
    return (catalog.task(family_id, seed, state) for seed in seeds)


def as_record(task: Task) -> Record:
    """The task as plain JSON, with its digest; keys that are None are left out."""
    return task.model_dump(mode="json", exclude_none=True) | {"digest": task.digest}


def as_webarena(task: Task) -> Record:
    """The task in the form of WebArena's task files, whose ``task_id`` is the seed, or a fixed instance's number.

    That form knows no expected change of state: what else the agent changes is not judged there. Raises
    ``InexpressibleError`` for a task that is judged by its state alone, and for checks that the form does not have.
    """
    sites = [_webarena_site(site) for site in task.sites]
    evaluation = _evaluation(task)
    logins = ".".join(sorted(sites))
    return {
        "sites": sites,
        "task_id": int(task.task_id) if task.task_id.isdigit() else task.seed,
        "require_login": bool(task.login),
        "storage_state": f"./.auth/{logins}_state.json" if task.login else None,
        "start_url": " |AND| ".join(map(_webarena_url, task.start)),
        "geolocation": None,
        "intent_template": task.family,
        "instantiation_dict": dict(task.params),
        "intent": task.intent,
        "require_reset": True,
        "eval": evaluation,
        "intent_template_id": zlib.crc32(task.family.encode()),
    }


FORMATS: dict[str, Callable[[Task], Record]] = {"browserenv": as_record, "webarena": as_webarena}


def format_named(name: str) -> Callable[[Task], Record]:
    """Raises ``TaskError`` for a form that is not known."""
    if name not in FORMATS:
        raise TaskError(f"no format {name!r}{nearest(name, FORMATS)}")
    return FORMATS[name]


def _evaluation(task: Task) -> Record:
    found: Record = {
        "eval_types": [],
        "reference_answers": None,
        "reference_url": "",
        "program_html": [],
        "url_note": "GOLD in PRED",
    }
    if not task.possible:
        found["reference_answers"] = {"fuzzy_match": "N/A"}
        found["string_note"] = task.provenance.get("reason", "This cannot be done on the site.")
        found["eval_types"] = ["string_match"]
        return found
    if not task.checks:
        raise InexpressibleError(f"{task.task_id} is judged by its change of state alone, which WebArena cannot say")
    for check in task.checks:
        kind = _add_check(check, found, task)
        if kind not in found["eval_types"]:
            found["eval_types"].append(kind)
    return found


def _add_check(check: AnyCheck, found: Record, task: Task) -> str:
    if isinstance(check, TextCheck) and check.must_exclude is None and check.typed is None:
        _add_text(check, found, task)
        return "string_match"
    if isinstance(check, UrlCheck):
        if found["reference_url"]:
            raise InexpressibleError(f"{task.task_id} has several url checks, which WebArena cannot say")
        found["reference_url"] = " |OR| ".join(map(_webarena_url, check.addresses))
        return "url_match"
    if isinstance(check, PageCheck) and check.url != POST_OF_LAST:
        url = check.url if check.url == "last" else _webarena_url(check.url)
        steps = {"prep_actions": list(check.prepare)} if check.prepare else {}
        found["program_html"].append(
            {"url": url, "locator": check.locator, "required_contents": _contents(check), **steps}
        )
        return "program_html"
    raise InexpressibleError(f"{task.task_id} has a {check.judge} check, which WebArena cannot say")


def _add_text(check: TextCheck, found: Record, task: Task) -> None:
    answers = found["reference_answers"] = dict(found["reference_answers"] or {})
    if check.exact is not None:
        if len(check.exact) > 1 or "exact_match" in answers:
            raise InexpressibleError(f"{task.task_id} accepts several whole answers, which WebArena cannot say")
        answers["exact_match"] = check.exact[0]
    if check.must_include is not None:
        if any(len(any_of) > 1 for any_of in check.must_include):  # " |OR| " has no meaning in its answers
            raise InexpressibleError(f"{task.task_id} accepts one of several texts, which WebArena cannot say")
        answers["must_include"] = [*answers.get("must_include", []), *(text for (text,) in check.must_include)]


def _contents(check: PageCheck) -> Record:
    if check.exact_match is not None:
        return {"exact_match": check.exact_match}
    return {"must_include": [" |OR| ".join(any_of) for any_of in check.must_include or ()]}


def _webarena_site(site: str) -> str:
    if site not in _WEBARENA_SITES:
        raise InexpressibleError(f"WebArena has no site like {site!r}")
    return _WEBARENA_SITES[site]


def _webarena_url(text: str) -> str:
    site, path = parse_address(text)
    return f"__{_webarena_site(site).upper()}__{path if path != '/' else ''}"
