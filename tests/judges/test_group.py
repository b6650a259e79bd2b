"""Groups of checks: one of several, all of them, and partial credit that is never a success."""

from __future__ import annotations

from itertools import product as every
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import asking_labels, judge
from browserenv.judges.judgement import judge_task, needs_model
from browserenv.judges.needs import needs
from browserenv.judges.replies import Replies, Reply
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.checks import AnyCheck, GroupCheck

CHECKS: TypeAdapter[AnyCheck] = TypeAdapter(AnyCheck)
# Against the answer "red": one check for each outcome.
SEEN = Evidence(answer="red", finished=True)
PARTS: dict[str, dict[str, Any]] = {
    "pass": {"judge": "text", "must_include": "red"},
    "fail": {"judge": "text", "must_include": "blue"},
    "indeterminate": {"judge": "state", "site": "forum", "query": "diff.a.added", "equals": {}},
}


def group(rule: str, *outcomes: str) -> AnyCheck:
    return CHECKS.validate_python({"judge": "group", "rule": rule, "checks": [PARTS[name] for name in outcomes]})


@pytest.mark.parametrize("outcomes", list(every(PARTS, repeat=2)))
def test_each_rule_on_each_pair(outcomes: tuple[str, str]) -> None:
    found = {rule: str(judge(group(rule, *outcomes), SEEN).outcome) for rule in ("any_of", "all_of", "mean")}
    both = set(outcomes)
    any_of = "pass" if "pass" in both else "indeterminate" if "indeterminate" in both else "fail"
    all_of = "fail" if "fail" in both else "indeterminate" if "indeterminate" in both else "pass"
    mean = "indeterminate" if "indeterminate" in both else all_of
    assert found == {"any_of": any_of, "all_of": all_of, "mean": mean}


@pytest.mark.parametrize(("outcomes", "score"), [("pf", 0.5), ("ppf", 2 / 3), ("ff", 0.0), ("pp", 1.0)])
def test_partial_credit_is_the_mean(outcomes: str, score: float) -> None:
    names = {"p": "pass", "f": "fail"}
    verdict = judge(group("mean", *(names[letter] for letter in outcomes)), SEEN)
    assert verdict.score == pytest.approx(score)
    assert (str(verdict.outcome) == "pass") == (score == 1)


def test_a_mean_of_very_many_is_no_success_while_one_fails() -> None:
    verdict = judge(group("mean", *["pass"] * 3000, "fail"), SEEN)
    assert verdict.score < 1
    assert str(verdict.outcome) == "fail"


def test_partial_credit_of_a_whole_task() -> None:
    task = Catalog().task("580").model_copy(update={"checks": (group("mean", "pass", "fail"),), "changes": None})
    verdict = judge_task(task, SEEN).verdict
    assert (verdict.score, str(verdict.outcome)) == (0.5, "fail")


def test_groups_hold_groups_and_need_what_their_members_need() -> None:
    model = {"judge": "model", "rubric": "criterion", "criterion": "c"}
    inner = {"judge": "group", "rule": "all_of", "checks": [PARTS["pass"], model]}
    check = CHECKS.validate_python({"judge": "group", "rule": "any_of", "checks": [inner, PARTS["indeterminate"]]})
    assert needs(check).inputs == {"answer", "state:forum"}
    assert asking_labels(check) == ('answer meets "c"',)
    task = Catalog().task("580")
    assert needs_model(task.model_copy(update={"checks": (check,)})) == ('answer meets "c"',)
    assert CHECKS.validate_json(CHECKS.dump_json(check)) == check


def test_replies_within_groups_are_recalled() -> None:
    replies = Replies()
    told = {"key": "k", "replies": [Reply(text="x").model_dump()]}
    replies.recall([{"outcome": "pass", "evidence": [{"evidence": told}]}, "no verdict"])
    assert replies.get("k") == (Reply(text="x"),)


def test_an_empty_group_is_refused() -> None:
    with pytest.raises(ValidationError, match="at least 1 item"):
        GroupCheck.model_validate({"rule": "mean", "checks": []})


def test_a_model_is_not_asked_once_another_member_passed() -> None:
    model = {"judge": "model", "rubric": "criterion", "criterion": "c"}
    check = CHECKS.validate_python({"judge": "group", "rule": "any_of", "checks": [PARTS["pass"], model]})
    verdict = judge(check, SEEN)
    assert str(verdict.outcome) == "pass"
    assert len(verdict.evidence) == 1
