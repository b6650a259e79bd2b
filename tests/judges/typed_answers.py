"""What the truth tables of typed answers share: how a row is judged, and answers of every kind."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge
from browserenv.judges.verdict import Verdict
from browserenv.tasks.checks import TextCheck

Key = dict[str, Any]
Row = tuple[Key, str | None, bool]

ANSWERS = st.text() | st.text(alphabet="0123456789.,:-/$% aphmornt[]{}\"'", max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
EXTREME = ["[" * 5000, "9" * 5000, "1e400", "[1e400]", '{"lat": "x"}', "[null, null]"]
EXTREME += ["[" * 600 + "]" * 600, f"[1{'0' * 400}, 2]", "1" * 5000 + ":30"]


def verdict_on(key: Key, answer: str | None) -> Verdict:
    return judge(TextCheck.model_validate({"typed": key}), Evidence(answer=answer))


def response(task_type: str = "RETRIEVE", status: str = "SUCCESS", **more: Any) -> str:
    """An answer as a response object."""
    return json.dumps({"task_type": task_type, "status": status, **more})


def distinct(rows: list[Row]) -> int:
    """How many different pairs of key and answer there are."""
    return len({(json.dumps(key, sort_keys=True), answer) for key, answer, _ in rows})


def dump(rows: list[Row]) -> str:
    """Every short right answer, one after the other."""
    return ", ".join(answer for _, answer, passes in rows if passes and answer and len(answer) < 40)
