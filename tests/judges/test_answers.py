"""Typed answers against their truth table, and against anything at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.judges.verdict import Outcome
from tests.judges.typed_answers import ANSWERS, EXTREME, JSON, Key, Row, distinct, dump, response, verdict_on

ZERO: Key = {"type": "number", "value": 0}
TWO: Key = {"type": "number", "value": 2}
ORDER: Key = {"type": "number", "value": 170}
NEAR: Key = {"type": "number", "value": 3.14, "tolerance": 0.01}
PRICE: Key = {"type": "money", "value": 25, "currency": "USD"}
ANY_PRICE: Key = {"type": "money", "value": 2500}
ROUGH_PRICE: Key = {"type": "money", "value": 25, "tolerance": 0.1}
SHARE: Key = {"type": "percentage", "value": 12}
DAY: Key = {"type": "date", "value": "2023-10-05"}
DAY_FIRST: Key = {"type": "date", "value": "2023-10-05", "day_first": True}
BIRTHDAY: Key = {"type": "date", "value": "2023-10-05", "year_optional": True}
CLOCK: Key = {"type": "time", "value": "23:02"}
ROUGH_CLOCK: Key = {"type": "time", "value": "12:00", "tolerance_s": 300}
MOMENT: Key = {"type": "datetime", "value": "2023-10-05T23:02"}
RIDE: Key = {"type": "duration", "value_s": 5400}
WALK: Key = {"type": "duration", "value_s": 1200, "tolerance_s": 180, "tolerance_ratio": 0.1}
INCHES: Key = {"type": "quantity", "value": 21, "unit": "inch"}
WAY: Key = {"type": "quantity", "value": 1.4, "unit": "km", "tolerance_ratio": 0.02, "unit_required": True}
TALL: Key = {"type": "quantity", "value": 5.5, "unit": "ft"}
YES: Key = {"type": "yes_no", "value": True}
NO: Key = {"type": "yes_no", "value": False}
CANCELED: Key = {"type": "status", "value": "Canceled", "among": ["Pending", "Complete", "On Hold", "Processing"]}
COMPLETE: Key = {"type": "status", "value": "complete", "among": ["pending", "canceled", "incomplete"]}
BAND: Key = {"type": "text", "value": "Quest Lumaflex\u2122 Band"}
EITHER: Key = {"type": "text", "any_of": ["grey", "gray"]}
SHA: Key = {"type": "text", "matches": "[0-9a-f]{7}"}
PLACE: Key = {"type": "coordinates", "latitude": 40.4443, "longitude": -79.9436, "tolerance": 0.001}


NUMBERS: list[Row] = [
    (ZERO, "0", True),
    (ZERO, "0.", True),
    (ZERO, "$0.00", True),
    (ZERO, "0.00", True),
    (ZERO, "USD 0", True),
    (ZERO, "**0**", True),
    (ZERO, "-0", True),
    (ZERO, "The answer is 0", True),
    (ZERO, "zero", True),
    (ZERO, "There are zero reviews.", True),
    (ZERO, '{"answer": 0}', True),
    (ZERO, "```json\n0\n```", True),
    (ZERO, "1, 2, 3 ```0```", False),
    (ZERO, "10", False),
    (ZERO, "0%", False),
    (ZERO, "100", False),
    (ZERO, "null", False),
    (ZERO, "[]", False),
    (ZERO, "false", False),
    (ZERO, "", False),
    (ZERO, None, False),
    (TWO, "2", True),
    (TWO, "2.0", True),
    (TWO, "two", True),
    (TWO, "Two.", True),
    (TWO, "There are 2 of them", True),
    (TWO, "2, not 3", True),
    (TWO, "[2]", True),
    (TWO, '["2"]', True),
    (TWO, '{"answer": "2"}', True),
    (TWO, response(retrieved_data=[2]), True),
    (TWO, response(status="NOT_FOUND_ERROR", retrieved_data=[2]), False),
    (TWO, '{"a": 2, "b": 3}', False),
    (TWO, "[2, 3]", False),
    (TWO, "[1, 2, 3, 4, 5]", False),
    (TWO, "12", False),
    (TWO, "22", False),
    (TWO, "2024", False),
    (TWO, "2 or 3", False),
    (TWO, "two or three", False),
    (TWO, "2-3", False),
    (TWO, "not 2", False),
    (TWO, "page 2 of 9", False),
    (TWO, "1, 2, 3", False),
    (TWO, "at least 2", False),
    (TWO, "2+", False),
    (TWO, "2 is wrong", False),
    (TWO, "twenty-two", False),
    (TWO, "2nd", False),
    (TWO, "2%", False),
    (TWO, "true", False),
    (TWO, "NaN", False),
    (ORDER, "000000170", True),
    (ORDER, "#170", True),
    (ORDER, "170.", True),
    (ORDER, "Order #170 was placed on 2023-05-02 for $65.00.", True),
    (ORDER, "1700", False),
    (ORDER, "order170", False),
    (ORDER, "170 or 189", False),
    (ORDER, "170, 171, 172", False),
    (ORDER, "170 to 180", False),
    (NEAR, "3.14", True),
    (NEAR, "3.15", True),
    (NEAR, "3.1449", True),
    (NEAR, "3.2", False),
    (NEAR, "3", False),
    (TWO, "minus 2", False),
    (TWO, "negative two", False),
    (TWO, "one hundred and two", False),
    (TWO, "three thousand two", False),
    (NEAR, "3.14 of them, for 5 dollars", True),
]

AMOUNTS: list[Row] = [
    (PRICE, "25", True),
    (PRICE, "25.0", True),
    (PRICE, "$25", True),
    (PRICE, "$25.00", True),
    (PRICE, "25,00", True),
    (PRICE, "USD 25", True),
    (PRICE, "25 USD", True),
    (PRICE, "25 dollars", True),
    (PRICE, "It costs $25.00.", True),
    (PRICE, "Order 170 costs $25.00", True),
    (PRICE, "**$25**", True),
    (PRICE, '{"answer": "$25.00"}', True),
    (PRICE, "25.00\u00a0USD", True),
    (PRICE, "$250.00", False),
    (PRICE, "$2,500.00", False),
    (PRICE, "$25.01", False),
    (PRICE, "\u20ac25.00", False),
    (PRICE, "25 EUR", False),
    (PRICE, "-$25.00", False),
    (PRICE, "$25 or $30", False),
    (PRICE, "$25, $30, $35", False),
    (PRICE, "not $25", False),
    (PRICE, "more than $25", False),
    (PRICE, "25%", False),
    (PRICE, "US$25", True),
    (PRICE, "twenty-five dollars", True),
    (PRICE, "twenty or twenty-five dollars", False),
    (PRICE, "USD25", True),
    (PRICE, "2500 cents", True),
    (PRICE, "25 cents", False),
    (PRICE, "25 CAD", False),
    (PRICE, "CHF 25", False),
    (PRICE, "\u20b925", False),
    (PRICE, "minus 25 dollars", False),
    (PRICE, "20 to 25 dollars", False),
    (PRICE, "between 20 and 25 dollars", False),
    (PRICE, "$25-$30", False),
    (PRICE, "Order 170 - 25 dollars", True),
    (ANY_PRICE, "2,500", True),
    (ANY_PRICE, "$2,500.00", True),
    (ANY_PRICE, "2.500,00 \u20ac", True),
    (ANY_PRICE, "2500 yen", True),
    (ANY_PRICE, "$25.00", False),
    (ROUGH_PRICE, "$25.09", True),
    (ROUGH_PRICE, "$25.11", False),
    (SHARE, "12%", True),
    (SHARE, "12 %", True),
    (SHARE, "12 percent", True),
    (SHARE, "12", True),
    (SHARE, "12.0%", True),
    (SHARE, "12 of 100, that is 12%", True),
    (SHARE, "0.12", False),
    (SHARE, "112%", False),
    (SHARE, "$12", False),
    (SHARE, "12% or 13%", False),
    (SHARE, "not 12%", False),
    (SHARE, "10 to 12%", False),
    (SHARE, "twelve percent", True),
    (SHARE, "not twelve percent", False),
    (SHARE, "between 10 and 12 percent", False),
    (INCHES, "21", True),
    (INCHES, "21 inches", True),
    (INCHES, '21"', True),
    (INCHES, "21\u2033", True),
    (INCHES, "21 in", True),
    (INCHES, "21in", True),
    (INCHES, "The height is 21 inches", True),
    (INCHES, "twenty-one inches", True),
    (INCHES, "53.34 cm", True),
    (INCHES, "53 cm", True),
    (INCHES, "21 inches (53.34 cm)", True),
    (INCHES, "It weighs 3 kg and is 21 inches high", True),
    (INCHES, "55 cm", False),
    (INCHES, "21 cm", False),
    (INCHES, "21 kg", False),
    (INCHES, "21 or 22", False),
    (INCHES, "21 inches or 22 inches", False),
    (INCHES, "121 inches", False),
    (INCHES, "not 21 inches", False),
    (INCHES, "2 feet", False),
    (WAY, "1.4 km", True),
    (WAY, "1,400 m", True),
    (WAY, "1400 meters", True),
    (WAY, "0.87 miles", True),
    (WAY, "1.42 km", True),
    (INCHES, "20-21 inches", False),
    (INCHES, "20 to 21 inches", False),
    (INCHES, "1/21 inches", False),
    (TALL, "5\u00bd feet", True),
    (TALL, "5 1/2 ft", True),
    (WAY, "1.4", False),
    (WAY, "1.5 km", False),
    (WAY, "14 km", False),
    (WAY, "1 mile", False),
    (TALL, "5 ft 6 in", True),
    (TALL, "5.5 feet", True),
    (TALL, "66 inches", True),
    (TALL, "5 ft 7 in", False),
]

TIMES: list[Row] = [
    (DAY, "2023-10-05", True),
    (DAY, "2023/10/05", True),
    (DAY, "10/5/2023", True),
    (DAY, "10/05/23", True),
    (DAY, "5.10.2023", True),
    (DAY, "October 5, 2023", True),
    (DAY, "Oct 5th, 2023", True),
    (DAY, "Oct. 5 2023", True),
    (DAY, "5 October 2023", True),
    (DAY, "the 5th of October 2023", True),
    (DAY, "Thursday, 5 October 2023.", True),
    (DAY, "2023-10-05T00:00:00Z", True),
    (DAY, '{"answer": "2023-10-05"}', True),
    (DAY, "It was on October 5, 2023, not October 6, 2023", True),
    (DAY, "5/10/2023", False),
    (DAY, "October 5", False),
    (DAY, "October 2023", False),
    (DAY, "2023-10-15", False),
    (DAY, "October 5, 2022", False),
    (DAY, "October 5 or October 6, 2023", False),
    (DAY, "2023-10-05, 2023-10-06", False),
    (DAY, "not 2023-10-05", False),
    (DAY, "2023-13-05", False),
    (DAY, "4 and 5 October 2023", False),
    (DAY, "4 to 5 October 2023", False),
    (DAY, "after October 5, 2023", False),
    (DAY, "October the 5th, 2023", True),
    (BIRTHDAY, "10/5", True),
    (BIRTHDAY, "October 5-6", False),
    (BIRTHDAY, "October 5 and 6", False),
    (BIRTHDAY, "on October 5 and 6 others followed", True),
    (DAY_FIRST, "5/10/2023", True),
    (DAY_FIRST, "10/5/2023", False),
    (BIRTHDAY, "October 5", True),
    (BIRTHDAY, "5 Oct", True),
    (BIRTHDAY, "October 5, 2022", False),
    (CLOCK, "23:02", True),
    (CLOCK, "11:02 PM", True),
    (CLOCK, "11:02\u202fPM", True),
    (CLOCK, "11:02pm", True),
    (CLOCK, "11:02 p.m.", True),
    (CLOCK, "23:02:00", True),
    (CLOCK, "at 11:02 PM.", True),
    (CLOCK, "11:02", False),
    (CLOCK, "11:02 AM", False),
    (CLOCK, "11:03 PM", False),
    (CLOCK, "23:02:30", False),
    (CLOCK, "11:02 PM or 11:03 PM", False),
    (CLOCK, "11 PM", False),
    (CLOCK, "25:02", False),
    (ROUGH_CLOCK, "noon", True),
    (ROUGH_CLOCK, "12:04", True),
    (ROUGH_CLOCK, "12 pm", True),
    (ROUGH_CLOCK, "12:06", False),
    (ROUGH_CLOCK, "12 am", False),
    (CLOCK, "before 11:02 PM", False),
    (ROUGH_CLOCK, "11-12 pm", False),
    (ROUGH_CLOCK, "between 11 and 12 pm", False),
    (MOMENT, "2023-10-05T23:02", True),
    (MOMENT, "October 5, 2023 - 11:02 PM", True),
    (MOMENT, "10/5/2023 and 11:02 PM", True),
    (MOMENT, "October 5, 2023 at 11:02 PM", True),
    (MOMENT, "October 5, 2023", False),
    (MOMENT, "11:02 PM", False),
    (MOMENT, "October 6, 2023 at 11:02 PM", False),
    (RIDE, "1h 30min", True),
    (RIDE, "1h30", False),
    (RIDE, "1 hour 30 minutes", True),
    (RIDE, "1 hour and 30 minutes", True),
    (RIDE, "90 minutes", True),
    (RIDE, "90min", True),
    (RIDE, "1.5 hours", True),
    (RIDE, "one and a half hours", True),
    (RIDE, "an hour and a half", True),
    (RIDE, "1:30", True),
    (RIDE, "1:30:00", True),
    (RIDE, "PT1H30M", True),
    (RIDE, "5400 s", True),
    (RIDE, "1 hour 30 minutes (90 minutes)", True),
    (RIDE, "90", False),
    (RIDE, "91 minutes", False),
    (RIDE, "1 hour", False),
    (RIDE, "30 minutes", False),
    (RIDE, "1:30 PM", False),
    (RIDE, "1 hour or 90 minutes", False),
    (RIDE, "90 minutes or more", False),
    (RIDE, "less than 90 minutes", False),
    (RIDE, "1\u00bd hours", True),
    (RIDE, "1 1/2 hours", True),
    (RIDE, "1 to 1.5 hours", False),
    (RIDE, "60-90 minutes", False),
    (WALK, "10-20 minutes", False),
    (WALK, "1/20 minutes", False),
    (WALK, "20 min", True),
    (WALK, "17 minutes", True),
    (WALK, "0:21", True),
    (WALK, "twenty minutes", True),
    (WALK, "half an hour", False),
    (WALK, "16 minutes", False),
]

WORDS: list[Row] = [
    (YES, "Yes", True),
    (YES, "Yes.", True),
    (YES, "Yes, it is.", True),
    (YES, "Yes, there is no problem", True),
    (YES, "true", True),
    (YES, '{"answer": true}', True),
    (YES, "[true]", True),
    (YES, "yesterday", False),
    (YES, "no", False),
    (YES, "yes and no", False),
    (YES, "yes or no", False),
    (YES, "yes/no", False),
    (YES, "false", False),
    (YES, "1", False),
    (YES, "not true", False),
    (YES, "incorrect", False),
    (NO, "No", True),
    (NO, "No, it isn't.", True),
    (NO, "no, it is open", True),
    (NO, "The answer is no.", True),
    (NO, "false", True),
    (NO, "No \u2014 it isn't.", True),
    (NO, "No\u2014it isn't.", True),
    (NO, "It is not true.", True),
    (NO, "There is no such product.", True),
    (NO, "not sure", False),
    (NO, "nothing", False),
    (NO, "Yes", False),
    (NO, "0", False),
    (NO, "null", False),
    (CANCELED, "Canceled", True),
    (CANCELED, "cancelled", True),
    (CANCELED, "The order was cancelled.", True),
    (CANCELED, "It is no longer pending but cancelled", False),
    (CANCELED, "It is not pending but cancelled", True),
    (CANCELED, "pending", False),
    (CANCELED, "pending or canceled", False),
    (CANCELED, "pending, canceled, complete", False),
    (CANCELED, "not canceled", False),
    (CANCELED, "uncanceled", False),
    (COMPLETE, "Completed", True),
    (COMPLETE, "incomplete", False),
    (COMPLETE, "complete/incomplete", False),
    (BAND, "Quest Lumaflex\u2122 Band", True),
    (BAND, "quest lumaflex band", True),
    (BAND, "It is the **Quest Lumaflex Band**.", True),
    (BAND, '["Quest Lumaflex Band"]', True),
    (BAND, "Quest Lumaflex Bands", False),
    (BAND, "Quest Lumaflex", False),
    (BAND, "not the Quest Lumaflex Band", False),
    (BAND, "Quest Lumaflex Band or Sprite Yoga", False),
    (BAND, '["Quest Lumaflex Band", "Sprite Yoga"]', False),
    ({"type": "text", "value": "None"}, "none", True),
    ({"type": "status", "value": "none", "among": ["open"]}, "None", True),
    (EITHER, "gray", True),
    (EITHER, "It is grey", True),
    (EITHER, "green", False),
    (SHA, "1a2b3c4", True),
    (SHA, "1A2B3C4", True),
    (SHA, "1a2b3c4d", False),
    (SHA, "it is 1a2b3c4", False),
    (PLACE, "40.4443, -79.9436", True),
    (PLACE, "[40.4443, -79.9436]", True),
    (PLACE, '{"lat": 40.4443, "lon": -79.9436}', True),
    (PLACE, "-79.9436, 40.4443", False),
    (PLACE, "40.5, -79.9436", False),
    (PLACE, "40.4443", False),
]

TRUTH = NUMBERS + AMOUNTS + TIMES + WORDS
KEYS = [ZERO, PRICE, SHARE, INCHES, DAY, CLOCK, MOMENT, RIDE, YES, CANCELED, BAND, SHA, PLACE]


@pytest.mark.parametrize(("key", "answer", "passes"), TRUTH)
def test_truth_table(key: Key, answer: str | None, passes: bool) -> None:
    verdict = verdict_on(key, answer)
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), verdict.reason


def test_table_is_large_and_has_no_doubles() -> None:
    assert distinct(TRUTH) == len(TRUTH) >= 250


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
