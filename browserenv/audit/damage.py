"""Damage beside a task well done: a checker that looks only at what was asked for would not see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..agents.base import Agent, Observation
from ..judges.evidence import Evidence
from ..sites.kit import registry
from ..tasks.task import Task
from ..worlds.base import Row, World
from ..worlds.trial import try_out

# How far to look for a row that the task itself does not touch.
_ROWS_SEEN = 20


class Damaging:
    """Another agent, with a write of its own at the start: the one that the site's manifest names for trials."""

    def __init__(self, agent: Agent, world: World, site: str) -> None:
        self.name = f"{agent.name}-plus-damage"
        self._agent = agent
        self._world = world
        self._site = site

    def start(self, seed: int) -> None:
        try_out(self._world, self._site)
        self._agent.start(seed)

    def act(self, observation: Observation) -> str:
        return self._agent.act(observation)


def damaged_site(task: Task, world: World) -> str | None:
    """A site of the task where the trial's write is no part of what the task asks for; None when there is none.

    The write is made by the manifest's login user on one of its own rows, so a task that changes users may undo it.
    """
    for site in task.sites:
        expected = task.changes.root.get(site, {}) if task.changes is not None else {"users": None}
        # A site that keeps its state in the browser takes no write from outside of it.
        if "users" not in expected and registry.manifest(site).storage is None:
            return site
    return None


def damages(task: Task, evidence: Evidence, world: World) -> Iterator[tuple[str, Evidence]]:
    """Evidence of an episode as if one more row had been added, changed or deleted, for each collection of each site
    of the task: (name, evidence) each.
    """
    for site in task.sites:
        derived = world.facts[site].derived
        for collection in world.facts[site].collections:
            row = _untouched_row(site, collection, evidence, world)
            if row is None:
                continue
            yield f"{site} {collection} row added", _changed(evidence, site, collection, "added", row)
            yield f"{site} {collection} row deleted", _changed(evidence, site, collection, "deleted", row)
            after = _altered(row, derived.get(collection, ()))
            if after is not None:
                change = {"before": row, "after": after}
                yield f"{site} {collection} row changed", _changed(evidence, site, collection, "updated", change)


def _untouched_row(site: str, collection: str, evidence: Evidence, world: World) -> Row | None:
    touched = {row_id for rows in evidence.diff.get(site, {}).get(collection, {}).values() for row_id in rows}
    for found in world.golden_state.rows(site, {"collection": collection, "limit": _ROWS_SEEN}):
        if str(found["id"]) not in touched:
            rows = world.rows(site, collection, {"id": found["id"]})
            return rows[0] if rows else None
    return None


def _altered(row: Row, derived: tuple[str, ...]) -> Row | None:
    """The row with one of its own columns changed, a text or else a number."""
    columns = [name for name in row if name != "id" and name not in derived]
    for name in columns:
        if isinstance(row[name], str):
            return {**row, name: f"{row[name]} (damaged)"}
    for name in columns:
        if isinstance(row[name], int):
            return {**row, name: row[name] + 1}
    return None


def _changed(evidence: Evidence, site: str, collection: str, kind: str, change: Mapping[str, Any]) -> Evidence:
    row = change.get("before", change)
    diff = dict(evidence.diff)
    mine = dict(diff.get(site, {}))
    kinds = {name: dict(mine.get(collection, {}).get(name, {})) for name in ("added", "updated", "deleted")}
    kinds[kind][str(row["id"])] = dict(change)
    mine[collection] = kinds
    diff[site] = mine
    return evidence.model_copy(update={"diff": diff})
