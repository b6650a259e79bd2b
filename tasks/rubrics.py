"""Questions to a model: what no other judge can decide, asked in one of three ready forms.

``answer``: does the answer say what the reference says? ``reason``: does it give the same reason why the task cannot
be done? ``criterion``: how far does it meet a criterion, from 0 to 1? The words in which they are put to a model are in
``judges/questions.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from .check import Check
from .locator import Locator
from .model import Json
from .page_urls import PageUrl

RubricName = Literal["answer", "reason", "criterion"]
DEFAULT_PASS_ABOVE = 0.8


def _one_as_list(value: Json) -> Json:
    return [value] if isinstance(value, str) else value


References = Annotated[tuple[str, ...], Field(strict=False), BeforeValidator(_one_as_list)]


class ModelCheck(Check):
    """A question about the agent's answer, or about what a page shows where ``url`` is given.

    ``question`` is what the agent was asked. ``answer`` and ``reason`` need ``reference``: one text, or several that
    must all be conveyed. ``criterion`` needs ``criterion``, and passes with a score strictly above ``pass_above``.
    ``url`` and ``locator`` are as in a page check.
    Sources: ``answer`` and ``reason`` ask what WebArena's ``fuzzy_match`` asks, for a text and for "N/A"; ``criterion``
    asks what REAL's ``llm_boolean`` asks, with its threshold of 0.8. The wording is our own.
    """

    judge: Literal["model"] = "model"
    rubric: RubricName
    question: str = ""
    reference: References = ()
    criterion: str = ""
    pass_above: float = Field(default=DEFAULT_PASS_ABOVE, ge=0, lt=1)
    url: PageUrl | None = None
    locator: Locator = ""

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.rubric == "criterion":
            if not self.criterion.strip() or self.reference:
                raise ValueError("rubric 'criterion' needs 'criterion', and takes no 'reference'")
            return self
        if self.criterion or not self.reference or not all(text.strip() for text in self.reference):
            raise ValueError(f"rubric {self.rubric!r} needs 'reference', a text or a list of texts, and no 'criterion'")
        if not self.question.strip():
            raise ValueError(f"rubric {self.rubric!r} needs 'question', what the agent was asked")
        if self.pass_above != DEFAULT_PASS_ABOVE:
            raise ValueError("'pass_above' goes with rubric 'criterion' alone")
        return self

    @model_validator(mode="after")
    def _reads_somewhere(self) -> Self:
        if self.locator and self.url is None:
            raise ValueError("'locator' needs 'url', the page to read; without it the answer is judged")
        return self
