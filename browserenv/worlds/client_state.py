"""The state of a client-side site as its page keeps it: read, and what changed in it. Pure functions.

The page's side of it is ``sites/kit/client``: ``store.js`` writes the state, ``diff.js`` has ``diff``, ``flat``,
``nested`` and ``untrusted`` by the same rules as here. Rows compare by value, whatever the order of their keys;
``1`` is not ``true``, ``2`` and ``2.0`` are one number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .base import Diff, Row

Json = Any
Collections = Mapping[str, Mapping[str, Row]]
"""Rows by collection and id."""


@dataclass(frozen=True)
class ClientState:
    """``version`` counts the commits; ``log`` holds ``{seq, collection, id, kind, cause, trusted}`` of each change."""

    version: int
    collections: Collections
    log: tuple[Mapping[str, Json], ...]


def read_state(text: str, schema: int) -> ClientState:
    """The state from the text in local storage. Raises ``ValueError`` for a text that the page would not read."""
    try:
        state = parse_json(text)
        if state["schema"] != schema:
            raise ValueError(f"its schema is {state['schema']!r}, not {schema}")
        collections = {
            str(name): {str(row_id): dict(row.items()) for row_id, row in kept.items()}
            for name, kept in state["collections"].items()
        }
        return ClientState(int(state["version"]), collections, tuple(dict(entry) for entry in state["log"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"it is no state: {type(error).__name__} {error}") from error


def parse_json(text: str) -> Json:
    """JSON as the page reads it: there is one kind of number. Raises ``ValueError``."""
    return json.loads(text, parse_float=_number)


def diff(before: Collections, after: Collections) -> Diff:
    """``{name: {"added": {id: row}, "updated": {id: {"before": row, "after": row}}, "deleted": {id: row}}}``; only
    collections that changed."""
    changes: Diff = {}
    for name in dict.fromkeys([*before, *after]):
        kinds = _compare(before.get(name, {}), after.get(name, {}))
        if any(kinds.values()):
            changes[name] = kinds
    return changes


def flat(changes: Diff, names: Iterable[str]) -> dict[str, dict[str, dict[str, Row]]]:
    """``{"<name>Diff": {"added", "updated", "deleted"}}`` as some of REAL's sites print it: rows as they are now
    (deleted: as they were), ``{}`` where nothing changed."""
    return {f"{name}Diff": _present(changes.get(name, {})) for name in names}


def nested(changes: Diff, names: Iterable[str]) -> dict[str, dict[str, dict[str, dict[str, Row]]]]:
    """``{"differences": {"<name>": {"added", "updated", "deleted"}}}`` as others of them do, rows as in ``flat``."""
    return {"differences": {name: _present(changes.get(name, {})) for name in names}}


def untrusted(changes: Diff, log: Iterable[Mapping[str, Json]]) -> list[str]:
    """The changed rows (``collection/id``) that the user did not make: with no entry in the log, or with one that no
    trusted event is behind."""
    made: dict[tuple[str, str], bool] = {}
    for entry in log:
        key = (str(entry.get("collection")), str(entry.get("id")))
        made[key] = made.get(key, True) and entry.get("trusted") is True
    return [
        f"{collection}/{row_id}"
        for collection, kinds in changes.items()
        for rows in kinds.values()
        for row_id in rows
        if not made.get((collection, row_id), False)
    ]


def rows(collections: Collections, collection: str, where: Mapping[str, Json]) -> list[Row]:
    """Rows whose columns equal ``where``, in order of id. Raises ``KeyError`` for an unknown collection or column."""
    if collection not in collections:
        raise KeyError(f"no collection {collection!r}; there are {', '.join(collections)}")
    found = [dict(row) for _, row in sorted(collections[collection].items())]
    for column in where:
        if unknown := next((row for row in found if column not in row), None):
            raise KeyError(f"no column {column!r} in {collection}; there are {', '.join(unknown)}")
    return [row for row in found if all(_text(row[column]) == _text(value) for column, value in where.items())]


def _compare(before: Mapping[str, Row], after: Mapping[str, Row]) -> dict[str, dict[str, Any]]:
    updated = {
        row_id: {"before": before[row_id], "after": row}
        for row_id, row in after.items()
        if row_id in before and _text(before[row_id]) != _text(row)
    }
    return {
        "added": {row_id: row for row_id, row in after.items() if row_id not in before},
        "updated": updated,
        "deleted": {row_id: row for row_id, row in before.items() if row_id not in after},
    }


def _present(kinds: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Row]]:
    return {
        "added": dict(kinds.get("added", {})),
        "updated": {row_id: change["after"] for row_id, change in kinds.get("updated", {}).items()},
        "deleted": dict(kinds.get("deleted", {})),
    }


def _text(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number
