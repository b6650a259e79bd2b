"""Verdicts: what a judge says of one check, and the product of several."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Json = Any  # plain JSON: None, bool, int, float, str, list or dict with string keys


class Outcome(StrEnum):
    """Three values and no fourth: what could not be judged is never counted as failed."""

    PASS = "pass"
    FAIL = "fail"
    INDETERMINATE = "indeterminate"


class Verdict(BaseModel):
    """One check's outcome.

    ``score`` is in [0, 1]: exactly 1 with ``pass``, below 1 with ``fail`` (above 0 for partial credit), 0.0 with
    ``indeterminate``, where it stands for nothing and a reward made of it must be masked (``reward_valid`` is False).
    ``label`` names the check for a person, such as ``#forum_sidebar on /f/sci_fi/edit``; ``reason`` says what was
    compared or why it failed; ``evidence`` is what was seen, as plain JSON.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    outcome: Outcome
    score: float = Field(ge=0, le=1, allow_inf_nan=False)
    judge: str
    label: str
    reason: str
    evidence: Json = None

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if (self.outcome is Outcome.PASS) != (self.score == 1):
            raise ValueError(f"a score of {self.score} is no {self.outcome}: pass is exactly 1, and 1 is pass")
        if self.outcome is Outcome.INDETERMINATE and self.score != 0:
            raise ValueError(f"an indeterminate verdict has no score, and this one has {self.score}")
        return self

    @property
    def reward_valid(self) -> bool:
        return self.outcome is not Outcome.INDETERMINATE

    def __str__(self) -> str:
        return f"{self.outcome:<13} {self.judge:<5} {self.label}: {self.reason}"


def passed(judge: str, label: str, reason: str, evidence: Json = None) -> Verdict:
    return Verdict(outcome=Outcome.PASS, score=1.0, judge=judge, label=label, reason=reason, evidence=evidence)


def failed(judge: str, label: str, reason: str, evidence: Json = None, score: float = 0.0) -> Verdict:
    return Verdict(outcome=Outcome.FAIL, score=score, judge=judge, label=label, reason=reason, evidence=evidence)


def undecided(judge: str, label: str, reason: str, evidence: Json = None) -> Verdict:
    return Verdict(outcome=Outcome.INDETERMINATE, score=0.0, judge=judge, label=label, reason=reason, evidence=evidence)
