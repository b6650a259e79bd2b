"""Ballots are read strictly: what is not one object with the two keys of its schema is no vote."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from browserenv.judges.ballots import CANNOT_TELL, BallotError, Choice, Degree

CHOICE = Choice("correct", ("partly_correct", "incorrect"))
DEGREE = Degree(0.8)


@pytest.mark.parametrize(
    ("said", "passes"), [("correct", True), ("partly_correct", False), ("incorrect", False), (CANNOT_TELL, None)]
)
def test_each_choice(said: str, passes: bool | None) -> None:
    ballot = CHOICE.read(json.dumps({"reason": "r", "verdict": said}))
    assert (ballot.said, ballot.passes, ballot.reason) == (said, passes, "r")


@pytest.mark.parametrize(
    ("score", "passes"), [(1, True), (0.81, True), (0.8, False), (0.5, False), (0, False), (None, None)]
)
def test_a_degree_passes_strictly_above_its_threshold(score: float | None, passes: bool | None) -> None:
    assert DEGREE.read(json.dumps({"reason": "r", "score": score})).passes is passes


def test_a_fence_around_the_whole_is_no_prose() -> None:
    assert CHOICE.read('```json\n{"reason": "r", "verdict": "correct"}\n```').passes is True


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "   ",
        "correct",
        "null",
        "[]",
        '"correct"',
        '{"reason": "r"}',
        '{"verdict": "correct"}',
        '{"reason": "r", "verdict": "not incorrect"}',
        '{"reason": "r", "verdict": "Correct"}',
        '{"reason": "r", "verdict": ["correct"]}',
        '{"reason": "r", "verdict": "correct", "extra": 1}',
        '{"reason": "r", "verdict": "incorrect", "verdict": "correct"}',
        'Here it is: {"reason": "r", "verdict": "correct"}',
        '{"reason": "r", "verdict": "correct"} I hope this helps',
        '{"reason": "r", "verdict": "correct"',
        '```json\n{"reason": "r", "verdict": "correct"}\n``` and ```more```',
        '{"reason": "' + "x" * 20_001 + '", "verdict": "correct"}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_no_vote(reply: str) -> None:
    with pytest.raises(BallotError):
        CHOICE.read(reply)


@pytest.mark.parametrize("score", ["1.2", "-0.1", "true", '"1"', "NaN", "Infinity", "1e999"])
def test_what_is_no_score_is_no_vote(score: str) -> None:
    with pytest.raises(BallotError):
        DEGREE.read(f'{{"reason": "r", "score": {score}}}')


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for scale in (CHOICE, DEGREE):
        with pytest.raises(BallotError):
            scale.read(text)


def test_the_schema_asks_for_the_reason_first_and_nothing_beside() -> None:
    for scale in (CHOICE, DEGREE):
        schema = scale.schema()
        assert next(iter(schema["properties"])) == "reason"
        assert schema["additionalProperties"] is False
        assert set(schema["required"]) == set(schema["properties"])
