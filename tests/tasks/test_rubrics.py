"""Model checks as task files write them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from browserenv.tasks.rubrics import ModelCheck


@pytest.mark.parametrize(
    "content",
    [
        {"rubric": "answer", "question": "q", "reference": "r"},
        {"rubric": "reason", "question": "q", "reference": ["r", "s"]},
        {"rubric": "criterion", "criterion": "c"},
        {"rubric": "criterion", "criterion": "c", "question": "q", "pass_above": 0.5},
        {"rubric": "answer", "question": "q", "reference": "r", "url": "forum:/a", "locator": "document.title"},
        {"rubric": "answer", "question": "q", "reference": "r", "url": "last"},
    ],
)
def test_what_can_be_asked(content: dict[str, Any]) -> None:
    check = ModelCheck.model_validate(content)
    assert ModelCheck.model_validate_json(check.model_dump_json()) == check


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"rubric": "fuzzy", "reference": "r"}, "'answer', 'reason' or 'criterion'"),
        ({"rubric": "answer", "question": "q"}, "needs 'reference'"),
        ({"rubric": "answer", "question": "q", "reference": []}, "needs 'reference'"),
        ({"rubric": "answer", "question": "q", "reference": ["r", " "]}, "needs 'reference'"),
        ({"rubric": "answer", "reference": "r"}, "needs 'question'"),
        ({"rubric": "answer", "question": "q", "reference": "r", "criterion": "c"}, "no 'criterion'"),
        ({"rubric": "criterion", "criterion": " "}, "needs 'criterion'"),
        ({"rubric": "criterion", "criterion": "c", "reference": "r"}, "takes no 'reference'"),
        ({"rubric": "reason", "question": "q", "reference": "r", "pass_above": 0.5}, "goes with rubric 'criterion'"),
        ({"rubric": "criterion", "criterion": "c", "pass_above": 1}, "less than 1"),
        ({"rubric": "answer", "question": "q", "reference": "r", "locator": "document.title"}, "needs 'url'"),
        ({"rubric": "answer", "question": "q", "reference": "r", "url": "last", "locator": "x"}, "must start with"),
    ],
)
def test_what_cannot(content: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ModelCheck.model_validate(content)
