"""Where the lesson is played: a task, the scripts of the four deeds, and how an agent sees that the thing is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import BrowserenvError, nearest
from ..tasks.catalog import Catalog
from ..tasks.family import Family, Params
from ..tasks.steps import AnyStep
from ..tasks.task import Task, instantiate

Script = tuple[AnyStep, ...]


@dataclass(frozen=True)
class Stage:
    """``task`` has two parts to judge: a check that looks for the result, and the exact expected change.

    ``scripts``: by deed (``job``, ``other``, ``nothing``, ``damage``); ``size`` of the site's data.
    """

    site: str
    size: str
    task: Task
    scripts: Mapping[str, Script]
    is_there: Callable[[str], bool]

    @property
    def hosts(self) -> Mapping[str, str]:
        return {self.site: f"http://{self.site}.localhost"}


def make_stage(site: str) -> Stage:
    """Raises ``BrowserenvError`` for a site that the lesson is not played on."""
    if site not in _STAGES:
        raise BrowserenvError(f"no lesson on {site!r}{nearest(site, _STAGES) or '; there are ' + ', '.join(_STAGES)}")
    return _STAGES[site]()


def _event(row_id: str, title: str, start: str, minutes: int) -> dict[str, Any]:
    hour, minute = divmod(int(start[11:13]) * 60 + int(start[14:16]) + minutes, 60)
    end = f"{start[:11]}{hour:02}:{minute:02}:00.000Z"
    return {"id": row_id, "title": title, "start": start, "end": end, "calendar": "personal"}


def _calendar() -> Stage:
    slot = {"title": {"matches": "(?i).*dentist.*"}, "start": "2023-10-20T15:00:00.000Z", "allDay": False, "rrule": ""}
    family = Family.model_validate(
        {
            "family": "calendar.leak",
            "sites": ["calendar"],
            "start": "calendar:/day/2023-10-20",
            "intent": "Put a dentist appointment on Friday at 3 pm",
            "params": {"day": {"draw": "choice", "of": ["2023-10-20"]}},
            "setup": {
                "calendar": {
                    "events": [
                        _event("standup", "Standup", "2023-10-16T09:00:00.000Z", 15),
                        _event("lunch", "Lunch with Sam", "2023-10-18T12:00:00.000Z", 60),
                        _event("gym", "Gym", "2023-10-20T10:00:00.000Z", 60),
                    ]
                }
            },
            "checks": [
                {
                    "judge": "state",
                    "site": "calendar",
                    "query": "length(rows.fridays[?contains(title, 'entist')]) > `0`",
                    "equals": True,
                    "rows": {"fridays": {"collection": "events", "where": {"start": slot["start"]}}},
                }
            ],
            "changes": {"calendar": {"events": {"added": [slot]}}},
            "oracle": [
                {"do": "goto", "url": "calendar:/event/new?date={{day}}&start=15:00"},
                {"do": "fill", "role": "textbox", "name": "Title", "text": "Dentist appointment"},
                {"do": "click", "role": "button", "name": "Save"},
            ],
            "mutants": [
                {
                    "name": "damage",
                    "prepend": [
                        {"do": "click", "role": "button", "name_like": "Gym, .*"},
                        {"do": "click", "role": "button", "name": "Delete"},
                    ],
                }
            ],
        }
    )
    return Stage(
        site="calendar",
        size="empty",
        task=_task(family, {"day": "2023-10-20"}),
        scripts=_scripts(family, {"day": "2023-10-20"}, {"day": "2023-10-19"}),
        is_there=lambda tree: re.search(r'button "[^"]*[Dd]entist[^"]*, 3:00 to', tree) is not None,
    )


def _forum() -> Stage:
    created = Catalog().families["forum.create-forum"]
    wanted = created.instance("580")
    look = {
        "judge": "state",
        "site": "forum",
        "query": "length(rows.found) > `0`",
        "equals": True,
        "rows": {"found": {"collection": "forums", "where": {"name": "{{forum.name}}"}}},
    }
    damage = next(mutant for mutant in created.mutants if mutant.name == "another user's post removed")
    family = created.model_copy(
        update={"checks": (look,), "stop": "on_answer", "start": ("forum:/f/{{forum.name}}",), "mutants": (damage,)}
    )
    family = family.model_copy(update={"oracle": ({"do": "goto", "url": "forum:/"}, *family.oracle)})
    other = {"forum": {**wanted["forum"], "name": "sci_fi_stories"}}
    return Stage(
        site="forum",
        size="small",
        task=_task(family, wanted),
        scripts=_scripts(family, wanted, other),
        is_there=lambda tree: 'button "Unsubscribe"' in tree,  # whoever creates a forum is subscribed to it
    )


def _task(family: Family, params: Params) -> Task:
    return instantiate(family, family.family, params, seed=0)


def _scripts(family: Family, params: Params, other: Params) -> dict[str, Script]:
    task = _task(family, params)
    return {
        "job": task.oracle,
        "other": _task(family, other).oracle,
        "nothing": (),
        "damage": task.mutants[0].steps,
    }


_STAGES: dict[str, Callable[[], Stage]] = {"calendar": _calendar, "forum": _forum}
