"""Ballots: what a model may say, as a JSON schema, and what it said, read strictly.

A ballot is a JSON object and nothing else. A verdict fished out of prose can be the agent's own words, quoted; and
"not incorrect" is no choice. Whatever is not a ballot is no vote.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

CANNOT_TELL = "cannot_tell"
MAX_BALLOT_CHARS = 20_000
_FENCES = ("```json\n", "```\n")
Form = TypeVar("Form", bound=BaseModel)


class BallotError(ValueError):
    """A reply that is no ballot; the message says why."""


@dataclass(frozen=True)
class Ballot:
    """One vote. ``said`` is the choice or the score as a text; ``passes`` is None for an abstention."""

    said: str
    passes: bool | None
    reason: str


class _ChoiceForm(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    reason: str
    verdict: str


class _DegreeForm(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    reason: str
    score: float | None = Field(ge=0, le=1, allow_inf_nan=False)


@dataclass(frozen=True)
class Choice:
    """One word of several, of which ``passing`` passes; ``cannot_tell`` is always one of them and abstains."""

    passing: str
    failing: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        return _schema("verdict", {"type": "string", "enum": [self.passing, *self.failing, CANNOT_TELL]})

    def read(self, reply: str) -> Ballot:
        """Raises ``BallotError``."""
        form = _form(_ChoiceForm, reply)
        if form.verdict not in (self.passing, *self.failing, CANNOT_TELL):
            raise BallotError(f"{form.verdict[:60]!r} is none of the choices")
        passes = None if form.verdict == CANNOT_TELL else form.verdict == self.passing
        return Ballot(form.verdict, passes, form.reason)


@dataclass(frozen=True)
class Degree:
    """A number from 0 to 1, which passes strictly above ``pass_above``; null abstains."""

    pass_above: float

    def schema(self) -> dict[str, Any]:
        return _schema("score", {"type": ["number", "null"], "minimum": 0, "maximum": 1})

    def read(self, reply: str) -> Ballot:
        """Raises ``BallotError``."""
        form = _form(_DegreeForm, reply)
        if form.score is None:
            return Ballot(CANNOT_TELL, None, form.reason)
        return Ballot(f"{form.score:g}", form.score > self.pass_above, form.reason)


Scale = Choice | Degree


def _schema(name: str, kind: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"reason": {"type": "string"}, name: kind},
        "required": ["reason", name],
        "additionalProperties": False,
    }


def _form(model: type[Form], reply: str) -> Form:
    text = _unfenced(reply.strip())
    if not text:
        raise BallotError("the reply is empty")
    if len(text) > MAX_BALLOT_CHARS:
        raise BallotError(f"the reply has {len(text)} characters, more than {MAX_BALLOT_CHARS}")
    try:
        return model.model_validate(json.loads(text, object_pairs_hook=_once))
    except (json.JSONDecodeError, RecursionError):
        raise BallotError(f"the reply is no JSON object: {' '.join(text.split())[:80]!r}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise BallotError(f"{'.'.join(map(str, first['loc'])) or 'reply'}: {first['msg']}") from None


def _unfenced(text: str) -> str:
    """Without a code fence around the whole, which models without structured output put there."""
    for fence in _FENCES:
        if text.startswith(fence) and text.endswith("```") and text.count("```") == 2:
            return text.removeprefix(fence).removesuffix("```").strip()
    return text


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A key given twice would leave it to the parser which of two verdicts counts."""
    if len(dict(pairs)) < len(pairs):
        raise BallotError("the reply gives a key twice")
    return dict(pairs)
