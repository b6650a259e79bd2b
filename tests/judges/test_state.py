"""State queries: type-strict, and a path that is missing is not null."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge
from browserenv.judges.same import same
from browserenv.judges.verdict import Outcome, Verdict
from browserenv.tasks.checks import StateCheck

ROWS = [{"id": 1, "name": "Ann", "bio": None, "score": 2.0}, {"id": 2, "name": "Bob", "bio": "x", "score": 3}]
READ = {"users": {"collection": "users", "where": {}}}
DIFF = {
    "posts": {
        "added": {"7": {"id": 7, "title": "Hi", "n": 0}},
        "updated": {
            "8": {"before": {"id": 8, "n": 1}, "after": {"id": 8, "n": 2}},
            "9": {"before": {"id": 9, "n": 1, "locked": 0}, "after": {"id": 9, "n": 1, "locked": 1}},
        },
        "deleted": {},
    }
}


def verdict_on(query: str, equals: Any, **evidence: Any) -> Verdict:
    check = StateCheck.model_validate({"site": "forum", "query": query, "equals": equals, "rows": READ})
    seen = {
        "diff": {"forum": DIFF},
        "rows": {"forum:users {}": ROWS},
        "ignored": {"forum": {"posts": ["n"]}},
        "collections": {"forum": ["posts", "users"]},
    }
    return judge(check, Evidence.model_validate({**seen, **evidence}))


TABLE: list[tuple[str, Any, Outcome]] = [
    ("rows.users[0].name", "Ann", Outcome.PASS),
    ("rows.users[0].id", 1, Outcome.PASS),
    ("rows.users[0].id", "1", Outcome.FAIL),
    ("rows.users[0].id", True, Outcome.FAIL),
    ("rows.users[0].score", 2, Outcome.PASS),
    ("rows.users[0].bio", None, Outcome.PASS),
    ("rows.users[0].boi", None, Outcome.FAIL),
    ("rows.users[5]", None, Outcome.FAIL),
    ("rows.users[2]", None, Outcome.FAIL),
    ("rows.users[-2].id", 1, Outcome.PASS),
    ("rows.users[-3]", None, Outcome.FAIL),
    ("rows.users[0].name[0]", "A", Outcome.FAIL),
    ("rows.users.*", None, Outcome.FAIL),
    ("[rows.users[*].id, `5`][]", [1, 2, 5], Outcome.PASS),
    ("rows.users[0].name || 'none'", "Ann", Outcome.PASS),
    ("rows.users[0].name.first", None, Outcome.FAIL),
    ("rows.users[*].bio", [None, "x"], Outcome.PASS),
    ("rows.users[*].bio", ["x"], Outcome.FAIL),
    ("rows.users[?name=='Bob'].id", [2], Outcome.PASS),
    ("rows.users[?name=='Bob'].id | [0]", 2, Outcome.PASS),
    ("rows.users[?name=='Zed'].id", [], Outcome.PASS),
    ("rows.users[?nmae=='Zed'].id", [], Outcome.FAIL),
    ("rows.users[0].boi || 'none'", "none", Outcome.PASS),
    ("rows.users[0].bio || 'none'", "none", Outcome.PASS),
    ("length(rows.users)", 2, Outcome.PASS),
    ("length(rows.users[0].id)", 1, Outcome.FAIL),
    ("max_by(rows.users, &score).name", "Bob", Outcome.PASS),
    ("rows.users[].id", [1, 2], Outcome.PASS),
    ("rows.users[:1].id", [1], Outcome.PASS),
    ("rows.users.name", None, Outcome.FAIL),
    ("rows.users[0].*", [1, "Ann", None, 2], Outcome.PASS),
    ("diff.posts.added.*.title", ["Hi"], Outcome.PASS),
    ("keys(diff.posts.updated)", ["9"], Outcome.PASS),
    ('diff.posts.updated."9".after.locked', 1, Outcome.PASS),
    ("length(keys(diff.users.added))", 0, Outcome.PASS),
    ("diff.users.added", {}, Outcome.PASS),
    ("keys(diff)", ["posts"], Outcome.PASS),
    ("length(diff)", 2, Outcome.FAIL),
    ("diff.usres.added", {}, Outcome.INDETERMINATE),
    ("{a: rows.users[0].id, b: length(diff.posts.deleted)}", {"b": 0, "a": 1}, Outcome.PASS),
    ("[rows.users[0].id, rows.users[1].id]", [2, 1], Outcome.FAIL),
]


@pytest.mark.parametrize(("query", "equals", "outcome"), TABLE)
def test_table(query: str, equals: Any, outcome: Outcome) -> None:
    verdict = verdict_on(query, equals)
    assert verdict.outcome is outcome, verdict.reason


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("rows.users[0].boi", "has no answer: there is no 'boi'; there is id, name, bio, score, not null"),
        ("rows.users[0].id", "is 1, not null"),
        ("rows.users[0].name.first", "has no answer: 'first' is asked of a str, not null"),
        ("rows.users[0].bio.first", "has no answer: 'first' is asked of null, not null"),
        ("rows.users.*", "has no answer: '*' is asked of a list, not null"),
        ("rows.users[0].name[0]", "has no answer: a list is needed, and this is a str, not null"),
    ],
)
def test_reasons(query: str, reason: str) -> None:
    assert verdict_on(query, None).reason == reason


def test_unknown_collection_is_named() -> None:
    reason = verdict_on("diff.usres.added", {}).reason
    assert reason == "site 'forum' has no collection 'usres'; it has posts, users"


def test_where_the_collections_are_not_known_none_is_unknown() -> None:
    assert verdict_on("diff.usres.added", {}, collections={}).outcome is Outcome.PASS


def test_a_state_that_no_input_of_a_user_is_behind_fails() -> None:
    verdict = verdict_on("rows.users[0].id", 1, untrusted={"forum": ["posts/7"]})
    assert (verdict.outcome, verdict.reason) == (Outcome.FAIL, "changed by no input of a user: posts/7")
    assert verdict_on("rows.users[0].id", 1, untrusted={"forum": []}).outcome is Outcome.PASS


def test_missing_evidence_is_indeterminate() -> None:
    assert verdict_on("diff.posts", 1, diff={}).reason == "no diff of site 'forum' in the evidence"
    assert verdict_on("rows.users", 1, rows={}).reason == "no rows forum:users {} in the evidence"
    lost = verdict_on("rows.users", 1, missing={"state:forum": "the site did not answer"})
    assert (lost.outcome, lost.reason) == (Outcome.INDETERMINATE, "the site did not answer")


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (2, 2.0, True),
        (2, "2", False),
        (1, True, False),
        (0, False, False),
        (0, None, False),
        ("", None, False),
        ([], None, False),
        ([1, 2], [2, 1], False),
        ({"a": 1, "b": [True]}, {"b": [True], "a": 1}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {}, False),
        (float("nan"), float("nan"), False),
    ],
)
def test_same(left: Any, right: Any, equal: bool) -> None:
    assert same(left, right) is equal
    assert same(right, left) is equal
