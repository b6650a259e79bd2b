"""Typed answers of several parts, and response objects: lists, mappings, alternatives against their truth table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.judges.verdict import Outcome
from tests.judges.typed_answers import ANSWERS, EXTREME, JSON, Key, Row, distinct, dump, response, verdict_on

PAIR: Key = {"type": "list", "items": ["Quest Lumaflex", "Sprite Yoga"]}
RANKED: Key = {"type": "list", "items": ["Ann", "Bob", "Cy"], "ordered": True}
EITHER: Key = {"type": "list", "items": [{"type": "text", "any_of": ["blue", "red"]}, "red"]}
IDS: Key = {"type": "list", "items": [1, 3]}
PRICES: Key = {"type": "list", "items": [{"type": "money", "value": 5}, {"type": "money", "value": 7.5}]}
STATES: Key = {
    "type": "mapping",
    "entries": {
        "170": {"type": "status", "value": "canceled", "among": ["pending", "complete"]},
        "189": {"type": "status", "value": "pending", "among": ["canceled", "complete"]},
    },
}
COUNTS: Key = {"type": "mapping", "entries": {"Ann": 3, "Ann Lee": 4}}
ONE_OF: Key = {"type": "one_of", "answers": [{"type": "number", "value": 3}, {"type": "text", "value": "triple"}]}
ANN_OR_BOB: Key = {"type": "one_of", "answers": ["Ann", "Bob"]}
ONE_OF_TWO: Key = {"type": "list", "items": [ANN_OR_BOB, "Ann"]}
RANKED_EITHER: Key = {"type": "list", "items": ["Ann", ANN_OR_BOB], "ordered": True}
NESTED: Key = {"type": "list", "items": ["Ann", "Ann Lee"], "ordered": True}
FOUND: Key = {"type": "response", "task_type": "retrieve", "data": {"type": "list", "items": ["Ann", "Bob"]}}
ABSENT: Key = {"type": "response", "task_type": "retrieve", "status": "NOT_FOUND_ERROR"}
DONE: Key = {"type": "response", "task_type": "mutate"}


SEVERAL: list[Row] = [
    (PAIR, "Quest Lumaflex, Sprite Yoga", True),
    (PAIR, "Sprite Yoga and Quest Lumaflex.", True),
    (PAIR, "1. Sprite Yoga\n2. Quest Lumaflex", True),
    (PAIR, "- **Sprite Yoga**\n- **Quest Lumaflex**", True),
    (PAIR, "The products are: Sprite Yoga; Quest Lumaflex", True),
    (PAIR, '["Sprite Yoga", "Quest Lumaflex"]', True),
    (PAIR, '```json\n["sprite yoga", "quest lumaflex"]\n```', True),
    (PAIR, response(retrieved_data=["Sprite Yoga", "Quest Lumaflex"]), True),
    (PAIR, "Quest Lumaflex", False),
    (PAIR, "Quest Lumaflex, Sprite Yoga, Zoe Tank", False),
    (PAIR, "Zoe Tank, Quest Lumaflex and Sprite Yoga", False),
    (PAIR, "Zoe Tank, Ida Top: Quest Lumaflex, Sprite Yoga", False),
    (PAIR, "Quest Lumaflex plus Sprite Yoga plus Zoe Tank", False),
    (PAIR, "Quest Lumaflex / Sprite Yoga / Zoe Tank", False),
    (PAIR, "Quest Lumaflex or Sprite Yoga", False),
    (PAIR, "Quest Lumaflex, not Sprite Yoga", False),
    (PAIR, '["Sprite Yoga"]', False),
    (PAIR, '["Sprite Yoga", "Quest Lumaflex", "Zoe Tank"]', False),
    (PAIR, '["Sprite Yoga", "Sprite Yoga"]', False),
    (PAIR, '["Sprite Yoga and Zoe Tank", "Quest Lumaflex"]', False),
    (PAIR, "\n".join(f"Item {n}" for n in range(50)) + "\nSprite Yoga\nQuest Lumaflex", False),
    (EITHER, '["blue", "red"]', True),
    (EITHER, '["red", "blue"]', True),
    (EITHER, '["red", "red"]', True),
    (EITHER, '["blue", "blue"]', False),
    (EITHER, "blue, red", True),
    (EITHER, "red, blue", True),
    (EITHER, "blue, blue", False),
    (ONE_OF_TWO, "Ann, Bob", True),
    (ONE_OF_TWO, "Bob, Ann", True),
    (ONE_OF_TWO, '["Ann", "Bob"]', True),
    (ONE_OF_TWO, "Bob", False),
    (ONE_OF_TWO, "Bob, Bob", False),
    (ONE_OF_TWO, "Ann, Bob, Cy", False),
    (RANKED_EITHER, "Ann, Bob", True),
    (RANKED_EITHER, '["Ann", "Bob"]', True),
    (RANKED_EITHER, "Bob, Ann", False),
    (RANKED_EITHER, '["Bob", "Ann"]', False),
    (NESTED, "Ann, Ann Lee", True),
    (NESTED, "Ann Lee, Ann", False),
    (NESTED, "Ann Lee, Ann Lee", False),
    (RANKED, "Ann, Bob, Cy", True),
    (RANKED, "1) Ann\n2) Bob\n3) Cy", True),
    (RANKED, '["Ann", "Bob", "Cy"]', True),
    (RANKED, "Ann, Cy, Bob", False),
    (RANKED, '["Cy", "Bob", "Ann"]', False),
    (COUNTS, "Ann Lee: 4, Ann: 3", True),
    (COUNTS, "Ann: 3, Ann Lee: 4", True),
    (COUNTS, "Ann Lee: 3, Ann: 4", False),
    (IDS, "1~3", False),
    (IDS, "1 and 3", True),
    (IDS, "3, 1", True),
    (IDS, "[1, 3]", True),
    (IDS, '["1", "3"]', True),
    (IDS, "1, 2, 3", False),
    (IDS, "1", False),
    (IDS, "[1, 3, 3]", False),
    (IDS, "1 to 3", False),
    (PRICES, "$5 and $7.50", True),
    (PRICES, "[5, 7.5]", True),
    (PRICES, "$5 and $8", False),
    (STATES, "170: cancelled, 189: pending", True),
    (STATES, "170: canceled\n189: pending", True),
    (STATES, "Order 170 was cancelled and order 189 is pending.", True),
    (STATES, "Order #189 is pending; order #170 has been cancelled.", True),
    (STATES, "cancelled: 170, pending: 189", True),
    (STATES, '{"170": "cancelled", "189": "pending"}', True),
    (STATES, '{"answer": {"170": "cancelled", "189": "pending"}}', True),
    (STATES, "170: pending, 189: cancelled", False),
    (STATES, "Order 170 is pending and order 189 was cancelled.", False),
    (STATES, "170: cancelled", False),
    (STATES, "170: cancelled or pending, 189: cancelled or pending", False),
    (STATES, '{"170": "pending", "189": "cancelled"}', False),
    (STATES, '{"170": "cancelled"}', False),
    (STATES, '{"170": "cancelled", "189": "pending", "190": "pending"}', False),
    (ONE_OF, "3", True),
    (ONE_OF, "triple", True),
    (ONE_OF, "4", False),
]

RESPONSES: list[Row] = [
    (FOUND, response(retrieved_data=["Ann", "Bob"]), True),
    (FOUND, response(retrieved_data=["Bob", "Ann"]), True),
    (FOUND, response("retrieve", "success", retrieved_data=["Ann", "Bob"]), True),
    (FOUND, "```json\n" + response(retrieved_data=["Ann", "Bob"]) + "\n```", True),
    (FOUND, "Here it is:\n```\n" + response(retrieved_data=["Ann", "Bob"]) + "\n```\nDone.", True),
    (FOUND, '{"performed_operation": "RETRIEVE", "status": "SUCCESS", "retrieved_data": ["Ann", "Bob"]}', True),
    (FOUND, response(retrieved_data=["Ann", "Bob"], error_details="none", notes="x"), True),
    (FOUND, response(retrieved_data=["Ann"]), False),
    (FOUND, response(retrieved_data=["Ann", "Bob", "Cy"]), False),
    (FOUND, response(retrieved_data=[]), False),
    (FOUND, response(retrieved_data=None), False),
    (FOUND, response(), False),
    (FOUND, response("MUTATE", retrieved_data=["Ann", "Bob"]), False),
    (FOUND, response(status="NOT_FOUND_ERROR"), False),
    (FOUND, response(status="NOT_FOUND_ERROR", retrieved_data=["Ann", "Bob"]), False),
    (FOUND, "Ann, Bob", False),
    (FOUND, '["Ann", "Bob"]', False),
    (FOUND, '{"status": "SUCCESS", "retrieved_data": ["Ann", "Bob"]}', False),
    (ABSENT, response(status="NOT_FOUND_ERROR", retrieved_data=None), True),
    (ABSENT, response(status="NOT_FOUND_ERROR", retrieved_data=[]), True),
    (ABSENT, response(status="NOT_FOUND_ERROR", retrieved_data=""), True),
    (ABSENT, response(status="NOT_FOUND_ERROR", retrieved_data="N/A"), True),
    (ABSENT, response(status="NOT_FOUND_ERROR"), True),
    (ABSENT, response(status="not_found_error"), True),
    (ABSENT, response(status="NOT_FOUND_ERROR", retrieved_data=["Ann"]), False),
    (ABSENT, response(status="SUCCESS", retrieved_data=[]), False),
    (ABSENT, response(status="PERMISSION_DENIED_ERROR"), False),
    (ABSENT, "N/A", False),
    (ABSENT, "null", False),
    (ABSENT, "", False),
    (DONE, response("MUTATE"), True),
    (DONE, response("mutate", retrieved_data=["anything"]), True),
    (DONE, response("NAVIGATE"), False),
    (DONE, response("MUTATE", "UNKNOWN_ERROR"), False),
    (DONE, "done", False),
    (DONE, "{", False),
    (DONE, '{"task_type": "MUTATE", "task_type": "MUTATE", "status": "SUCCESS"}', False),
]

TRUTH = SEVERAL + RESPONSES
KEYS = [PAIR, RANKED, STATES, ONE_OF, FOUND]


@pytest.mark.parametrize(("key", "answer", "passes"), TRUTH)
def test_truth_table(key: Key, answer: str | None, passes: bool) -> None:
    verdict = verdict_on(key, answer)
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), verdict.reason


def test_table_is_large_and_has_no_doubles() -> None:
    assert distinct(TRUTH) == len(TRUTH) >= 80


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key["type"])
def test_no_key_passes_a_dump_of_every_right_answer(key: Key) -> None:
    assert verdict_on(key, dump(TRUTH)).outcome is Outcome.FAIL


@settings(deadline=None, max_examples=60)
@given(ANSWERS, st.sampled_from(KEYS))
def test_any_answer_gets_a_verdict(answer: str, key: Key) -> None:
    verdict = verdict_on(key, answer)
    assert verdict.outcome is not Outcome.INDETERMINATE, verdict.reason


@settings(deadline=None, max_examples=60)
@given(JSON, st.sampled_from(KEYS))
def test_any_json_gets_a_verdict(value: Any, key: Key) -> None:
    verdict = verdict_on(key, json.dumps({"retrieved_data": value}))
    assert verdict.outcome is not Outcome.INDETERMINATE, verdict.reason


@pytest.mark.parametrize("answer", EXTREME)
def test_extreme_answers_fail_and_nothing_more(answer: str) -> None:
    for key in KEYS:
        assert verdict_on(key, answer).outcome is Outcome.FAIL
