"""Reader of WebArena-Verified's task file. Field names, formats and tolerances are facts of that benchmark's source.

The agent's response object becomes a typed answer. What its network evaluator asks of recorded requests has no judge.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from .foreign import Addresses, Content, Imported, Notes, build, read_tasks, reading, sites_of
from .model import Json
from .task import Task
from .units import unit_name
from .webarena import USERS

BENCHMARK = "webarena-verified"
_STATUS = "SUCCESS"
_SECONDS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b", re.IGNORECASE)
_DISTANCE = re.compile(r"\s*(\d[\d,]*(?:\.\d+)?)\s*([a-zA-Z]+)\s*")


class _Unknown(Exception):
    """A format that no typed answer expresses."""


def read_webarena_verified(path: Path | str, addresses: Addresses | None = None) -> Imported:
    """Every task of a file or folder. Raises ``TaskFileError``."""
    places = addresses or Addresses()
    return read_tasks(path, BENCHMARK, lambda record, file, notes: _task(record, file, places, notes))


def _task(record: Content, file: str, addresses: Addresses, notes: Notes) -> Task:
    with reading(record, file):
        task_id = f"{BENCHMARK}.{record['task_id']}"
        users = [USERS[site] for site in record["sites"] if site in USERS]
        content: Content = {
            "task_id": task_id,
            "family": f"{BENCHMARK}.template-{record.get('intent_template_id', record['task_id'])}",
            "params": record.get("instantiation_dict") or {},
            "intent": addresses.text(record["intent"]),
            "start": [addresses.address(url) for url in record["start_urls"]],
            "login": dict(users),
            "checks": [_check(evaluator, task_id, addresses, notes) for evaluator in record["eval"]],
            "provenance": {
                "benchmark": BENCHMARK,
                **{key: record[key] for key in ("task_id", "intent_template", "revision") if key in record},
            },
        }
    content["sites"] = sites_of(content)
    return build(content, file)


def _check(evaluator: Content, task_id: str, addresses: Addresses, notes: Notes) -> Content:
    if evaluator.get("evaluator") != "AgentResponseEvaluator":
        return notes.unsupported(str(evaluator.get("evaluator")), evaluator, task_id, original=True)
    expected = evaluator["expected"]
    response: Content = {
        "type": "response",
        "task_type": str(expected["task_type"]).lower(),
        "status": str(expected.get("status", _STATUS)).upper(),
    }
    data = expected.get("retrieved_data")
    if data not in (None, [], ""):
        schema = evaluator.get("results_schema") or {}
        try:
            response["data"] = _data(data, schema, bool(evaluator.get("ordered")), addresses)
        except _Unknown as unknown:
            return notes.unsupported(f"data of {unknown}", evaluator, task_id, original=True)
    return {"judge": "text", "typed": response, "original": True}


def _data(data: Json, schema: Content, ordered: bool, addresses: Addresses) -> Content:
    """A list where the schema says array, else one value; a list among its items holds alternatives."""
    if schema.get("type") != "array" and not isinstance(data, list):
        return _item(data, schema, addresses)
    inner = schema.get("items") or {}
    values = data if isinstance(data, list) else [data]
    return {"type": "list", "items": [_item(value, inner, addresses) for value in values], "ordered": ordered}


def _item(value: Json, schema: Content, addresses: Addresses) -> Content:
    if isinstance(value, list):
        return {"type": "one_of", "answers": [_item(each, schema, addresses) for each in value]}
    if isinstance(value, dict) and schema.get("format") != "coordinates":
        kinds = schema.get("properties") or {}
        entries = {name: _item(each, kinds.get(name) or {}, addresses) for name, each in value.items()}
        return {"type": "mapping", "entries": entries}
    return _scalar(value, schema.get("format") or schema.get("type") or "string", addresses)


def _scalar(value: Json, kind: str, addresses: Addresses) -> Content:
    if isinstance(value, bool):
        return {"type": "yes_no", "value": value}
    if value is None:
        raise _Unknown("null inside data")
    if kind in ("number", "integer") or (kind == "string" and isinstance(value, int | float)):
        return {"type": "number", "value": _amount(value, kind)}
    if kind == "currency":
        return {"type": "money", "value": _amount(value, kind), "tolerance": 0.1}
    if kind == "boolean":
        return {"type": "yes_no", "value": str(value).casefold() in ("true", "yes")}
    if kind == "date":
        return {"type": "date", "value": _day(value)}
    if kind == "duration":
        return {"type": "duration", "value_s": _seconds(value), "tolerance_s": 180, "tolerance_ratio": 0.1}
    if kind == "distance":
        return _distance(value)
    if kind == "coordinates":
        return _coordinates(value)
    if kind in ("string", "url"):
        text = addresses.text(str(value))
        if not any(char.isalnum() for char in text):
            raise _Unknown("a text without letters or digits")
        is_pattern = text.startswith("^") and text.endswith("$")
        return {"type": "text", "matches": text} if is_pattern else {"type": "text", "value": text}
    raise _Unknown(f"format {kind}")


def _amount(value: Json, kind: str) -> float:
    try:
        return float(re.sub(r"[^\d.eE+-]", "", str(value)))
    except ValueError:
        raise _Unknown(f"format {kind} that is no number") from None


def _day(value: Json) -> str:
    try:
        return datetime.date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise _Unknown("format date that is not in ISO form") from None


def _seconds(value: Json) -> float:
    found = _LENGTH.findall(str(value))
    if not found:
        raise _Unknown("format duration without a unit")
    return sum(float(n) * _SECONDS[unit[0].lower()] for n, unit in found)


def _distance(value: Json) -> Content:
    found = _DISTANCE.fullmatch(str(value))
    unit = unit_name(found[2]) if found else None
    if found is None or unit is None:
        raise _Unknown("format distance without a known unit")
    amount = float(found[1].replace(",", ""))
    return {"type": "quantity", "value": amount, "unit": unit, "tolerance_ratio": 0.02, "unit_required": True}


def _coordinates(value: Json) -> Content:
    if isinstance(value, dict):
        pair = [value.get("latitude", value.get("lat")), value.get("longitude", value.get("lon"))]
    else:
        pair = re.findall(r"-?\d+(?:\.\d+)?", str(value))
    degrees = [float(each) for each in pair if each is not None]
    if len(degrees) != 2:
        raise _Unknown("format coordinates that is no pair")
    return {"type": "coordinates", "latitude": degrees[0], "longitude": degrees[1]}
