"""Evidence: plain JSON, and what does not count in a diff."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from browserenv.judges.evidence import Evidence, PageAnswer, changed_columns, without_derived

FULL = Evidence(
    answer="42",
    infeasible=None,
    finished=True,
    url="http://forum.localhost/",
    hosts={"forum": "http://forum.localhost"},
    pages={"forum:/a x": PageAnswer(url="http://forum.localhost/a", status=200, value=["x", 1, None])},
    diff={"forum": {"posts": {"added": {"1": {"id": 1}}, "updated": {}, "deleted": {}}}},
    rows={"forum:users {}": [{"id": 1, "name": "Ann"}]},
    ignored={"forum": {"posts": ("score",)}},
    collections={"forum": ("posts", "users")},
    missing={"state:shop": "site down"},
    trajectory={"n_steps": 3},
)


@pytest.mark.parametrize("evidence", [FULL, Evidence()])
def test_survives_json(evidence: Evidence) -> None:
    assert Evidence.model_validate_json(evidence.model_dump_json()) == evidence
    assert Evidence.model_validate(evidence.model_dump(mode="json")) == evidence


@pytest.mark.parametrize("extra", [{"anwser": "x"}, {"answer": 3}, {"finished": "yes"}, {"hosts": ["forum"]}])
def test_strict_and_closed(extra: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Evidence.model_validate(extra)


def test_frozen() -> None:
    with pytest.raises(ValidationError):
        FULL.answer = "43"  # type: ignore[misc]


def test_derived_columns_are_no_change() -> None:
    diff = {
        "posts": {"updated": {"1": {"before": {"id": 1, "score": 1}, "after": {"id": 1, "score": 2}}}},
        "users": {"updated": {"1": {"before": {"id": 1, "score": 1}, "after": {"id": 1, "score": 2}}}},
    }
    assert list(without_derived(diff, {"posts": ("score",)})) == ["users"]


def test_a_column_in_one_row_alone_differs() -> None:
    assert changed_columns({"before": {"a": 1, "b": None}, "after": {"a": 1}}) == {"b"}
    assert changed_columns({"before": {"a": 1}, "after": {"a": True}}) == {"a"}
