"""The product over every combination of outcomes."""

from __future__ import annotations

import itertools

import pytest

from browserenv.judges.product import product
from browserenv.judges.verdict import Outcome, Verdict, failed, passed, undecided

ONE = {
    Outcome.PASS: passed("text", "a", "good"),
    Outcome.FAIL: failed("text", "b", "bad"),
    Outcome.INDETERMINATE: undecided("text", "c", "unknown"),
}
ALL = list(itertools.product(Outcome, repeat=3))


@pytest.mark.parametrize("outcomes", ALL, ids="-".join)
def test_fail_beats_indeterminate_beats_pass(outcomes: tuple[Outcome, ...]) -> None:
    verdict = product([ONE[outcome] for outcome in outcomes])
    expected = next(o for o in (Outcome.FAIL, Outcome.INDETERMINATE, Outcome.PASS) if o in outcomes)
    assert verdict.outcome is expected
    assert verdict.score == (1.0 if expected is Outcome.PASS else 0.0)
    assert verdict.reward_valid is (expected is not Outcome.INDETERMINATE)
    assert len(verdict.evidence) == 3


def test_all_combinations_are_tried() -> None:
    assert len(ALL) == 27


def test_partial_credit_multiplies_and_is_no_success() -> None:
    half = failed("state", "d", "half of it", score=0.5)
    assert product([half, half, ONE[Outcome.PASS]]).score == 0.25
    assert product([half]).outcome is Outcome.FAIL
    assert product([half, ONE[Outcome.INDETERMINATE]]).score == 0


def test_nothing_judged_is_no_success() -> None:
    assert product([]).outcome is Outcome.INDETERMINATE


def test_reason_names_the_first_that_decides() -> None:
    verdict = product([ONE[Outcome.PASS], ONE[Outcome.INDETERMINATE], ONE[Outcome.FAIL], ONE[Outcome.FAIL]])
    assert verdict.reason == "b: bad (and 1 more)"


@pytest.mark.parametrize(
    ("outcome", "score"),
    [("pass", 0.99), ("pass", 0.0), ("fail", 1.0), ("indeterminate", 0.5), ("indeterminate", 1.0)]
    + [("fail", value) for value in (-0.1, 1.5, float("nan"), float("inf"))],
)
def test_contradictory_verdicts_cannot_be_made(outcome: str, score: float) -> None:
    with pytest.raises(ValueError, match=r"score|greater|less|finite"):
        Verdict(outcome=Outcome(outcome), score=score, judge="text", label="x", reason="y")


def test_verdict_survives_json() -> None:
    for verdict in ONE.values():
        assert Verdict.model_validate_json(verdict.model_dump_json()) == verdict
    assert str(ONE[Outcome.FAIL]) == "fail          text  b: bad"
