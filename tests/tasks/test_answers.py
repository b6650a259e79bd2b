"""Keys of typed answers: what is refused when a task is loaded."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from browserenv.tasks.answers import AnyAnswer, ListAnswer, NumberAnswer, TextAnswer, YesNoAnswer

ANSWERS: TypeAdapter[Any] = TypeAdapter(AnyAnswer)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ({"type": "money", "value": 1, "currency": "UDS"}, "unknown currency 'UDS'; did you mean 'USD'?"),
        ({"type": "quantity", "value": 1, "unit": "inchs"}, "unknown unit 'inchs'"),
        ({"type": "date", "value": "10/5/2023"}, "'10/5/2023' is no date; write it as 2023-10-15"),
        ({"type": "time", "value": "11 PM"}, "'11 PM' is no time; write it as 23:02"),
        ({"type": "number", "value": "2"}, "valid number"),
        ({"type": "number", "value": True}, "valid number"),
        ({"type": "number", "value": 2, "tolerance": -1}, "greater than or equal to 0"),
        ({"type": "text"}, "needs one of value, any_of, matches"),
        ({"type": "text", "value": "?!"}, "needs letters or digits"),
        ({"type": "list", "items": []}, "at least 1 item"),
        ({"type": "nmber", "value": 2}, "does not match any of the expected tags"),
    ],
)
def test_a_key_that_cannot_be_meant_is_refused(key: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        ANSWERS.validate_python(key)
    assert message in str(caught.value)


def test_plain_items_stand_for_their_types() -> None:
    found = ANSWERS.validate_python({"type": "list", "items": ["a", 2, True]})
    assert isinstance(found, ListAnswer)
    assert [type(item) for item in found.items] == [TextAnswer, NumberAnswer, YesNoAnswer]
    assert ANSWERS.validate_json(found.model_dump_json()) == found
