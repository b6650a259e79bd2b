"""Reader of REAL's v1 task files, one JSON file a task. Field names and rules are facts of that benchmark's source."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from .errors import TaskFileError
from .foreign import Content, Imported, Notes, broken, build, read_tasks
from .task import Task

# The sites that we have a replica of, by REAL's name for the kind; the others keep their names.
SITES = {"gocalendar": "calendar", "gomail": "mail", "omnizon": "store"}
# What REAL calls a collection of ours, where that differs.
NAMES = {"calendar": {"tasks": "myTasks"}}
# What the tasks of a site presuppose, where our replica can be put so: its data, and what its original shows as now.
STARTS: dict[str, Content] = {
    "calendar": {
        "setup": {"calendar": {"options": [{"id": "data", "value": "july-2024"}]}},
        "start_time": datetime(2024, 7, 18, 19, 0, tzinfo=UTC),
    },
}
_KNOWN = {
    "id",
    "goal",
    "website",
    "difficulty",
    "challengeType",
    "possible",
    "evals",
    "points",
    "config",
    "version",
    "description",
}


def read_real(path: Path | str, sites: dict[str, str] | None = None) -> Imported:
    """Every task of a file or folder; ``sites`` names more sites of ours, by REAL's. Raises ``TaskFileError``."""
    names = SITES | (sites or {})
    return read_tasks(path, "real", lambda record, file, notes: _task(record, file, names, notes))


def _task(record: Content, file: str, sites: dict[str, str], notes: Notes) -> Task:
    try:
        task_id, theirs = f"real.{record['id']}", record["website"]["id"]
        site = sites.get(theirs, theirs)
        _note(record, task_id, theirs, theirs in sites, notes)
        content: Content = {
            "task_id": task_id,
            "family": f"real.{theirs}",
            "sites": [site],
            "start": [f"{site}:/"],
            "intent": record["goal"],
            "possible": record.get("possible", True),
            "checks": [_check(criterion, site, task_id, notes) for criterion in record["evals"]],
            "provenance": {
                "benchmark": "real",
                "task_id": record["id"],
                "website": record["website"],
                **{key: record[key] for key in ("difficulty", "challengeType", "version") if key in record},
            },
            **STARTS.get(site, {}),
        }
    except KeyError as error:
        raise TaskFileError(f"task {record.get('id')} has no key {error} in {file}") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise broken(record.get("id"), file, error) from error
    return build(content, file)


def _note(record: Content, task_id: str, site: str, is_ours: bool, notes: Notes) -> None:
    """What has no place in our models, or no site to be played on."""
    if not is_ours:
        notes.add(f"site {site}", task_id)
    for key in record.keys() - _KNOWN:
        notes.add(f"field {key}", task_id)
    if record.get("config"):
        notes.add("config", task_id)
    if record.get("points", 1) != 1:
        notes.add(f"points {record['points']}", task_id)


def _check(criterion: Content, site: str, task_id: str, notes: Notes) -> Content:
    kind = criterion["type"]
    if kind == "jmespath":
        if "initialfinaldiff" in criterion["query"]:
            notes.add("initialfinaldiff, the store of the original site's program", task_id)
        wanted = {"query": criterion["query"], "equals": criterion["expected_value"]}
        named = {"names": NAMES[site]} if site in NAMES else {}
        return {"judge": "finish", "site": site, **wanted, **named, "original": True}
    if kind == "llm_boolean" and criterion.get("expected_value", True) is True:
        return {"judge": "model", "rubric": "criterion", "criterion": criterion["rubric"], "original": True}
    return notes.unsupported(f"criterion {kind}", criterion, task_id, original=True)
