"""REAL's queries over our diff, in the shapes of its ``/finish`` page."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.evidence import Diff, Evidence
from browserenv.judges.finish import finish_of
from browserenv.judges.judge import judge
from browserenv.judges.verdict import Outcome
from browserenv.tasks.foreign_checks import FinishCheck, UnsupportedCheck

DIFF: Diff = {
    "events": {
        "added": {"7": {"title": "Dinner", "all_day": True, "guests": ["ann"]}},
        "updated": {"3": {"before": {"title": "Walk"}, "after": {"title": "Run"}}},
        "deleted": {},
    }
}


def outcome(query: str, equals: Any) -> Outcome:
    evidence = Evidence(diff={"calendar": DIFF}, collections={"calendar": ("events", "tasks")})
    return judge(FinishCheck(site="calendar", query=query, equals=equals, original=True), evidence).outcome


@pytest.mark.parametrize(
    ("query", "equals", "passes"),
    [
        ('eventsDiff.added."7".title', "Dinner", True),
        ('differences.events.added."7".title', "Dinner", True),
        ("eventsDiff.added.*.title | [0]", "Dinner", True),
        ("length(eventsDiff.added)", 1, True),
        ("length(tasksDiff.added)", 0, True),
        ('eventsDiff.updated."3".title', "Run", True),
        ("eventsDiff.deleted", {}, True),
        ('eventsDiff.added."7".all_day', 1, True),
        ("contains(eventsDiff.added.*.title, 'Dinner')", True, True),
        ('eventsDiff.added."7".title', "dinner", False),
        ("notesDiff.added", {}, False),
        ("length(notesDiff.added)", 0, False),
    ],
)
def test_queries(query: str, equals: Any, passes: bool) -> None:
    assert outcome(query, equals) is (Outcome.PASS if passes else Outcome.FAIL)


def test_the_store_of_another_program_cannot_be_read() -> None:
    assert outcome("initialfinaldiff.added.cart", None) is Outcome.INDETERMINATE


def test_collections_without_a_change_are_empty_objects() -> None:
    empty: Any = {"added": {}, "updated": {}, "deleted": {}}
    assert finish_of({}, ("tasks",)) == {"tasksDiff": empty, "differences": {"tasks": empty}}


def test_what_no_judge_can_decide_is_indeterminate() -> None:
    verdict = judge(UnsupportedCheck(item="a picture", content={}), Evidence(answer="x"))
    assert (verdict.outcome, verdict.reason) == (Outcome.INDETERMINATE, "no judge for a picture")


def test_a_collection_has_its_foreign_name_too() -> None:
    row = {"id": "t1", "title": "Rent"}
    changes = {"tasks": {"added": {"t1": row}, "updated": {}, "deleted": {}}}
    shown = finish_of(changes, ("tasks",), {"tasks": "myTasks"})
    assert shown["myTasksDiff"] == shown["tasksDiff"] == shown["differences"]["myTasks"]
    assert shown["myTasksDiff"]["added"] == {"t1": row}
