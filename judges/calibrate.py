"""Calibration: how far a judge's model agrees with labels of our own, before its verdicts are believed.

The items are in ``calibration/``, a file a kind of site: questions, references and answers with the verdict that a
careful person gives. Items of kind ``persuasion`` address the judge, fake its output or close its markers; all fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from ..tasks.rubrics import ModelCheck, References, RubricName
from .evidence import Evidence
from .judge import judge
from .jury import Jury
from .verdict import Outcome, Verdict

FOLDER = Path(__file__).resolve().parent / "calibration"
Kind = Literal["plain", "persuasion"]


class _Closed(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Answer(_Closed):
    """One answer under its label."""

    passing: str | None = Field(default=None, alias="pass")
    failing: str | None = Field(default=None, alias="fail")
    kind: Kind = "plain"

    @model_validator(mode="after")
    def _has_one_label(self) -> Self:
        if (self.passing is None) == (self.failing is None):
            raise ValueError("an answer stands under 'pass' or under 'fail'")
        return self


class _Group(_Closed):
    rubric: RubricName
    question: str
    reference: References = ()
    criterion: str = ""
    answers: tuple[_Answer, ...] = Field(strict=False, min_length=1)


_GROUPS = TypeAdapter(list[_Group])


@dataclass(frozen=True)
class Item:
    """``name`` is the file's stem and a running number; ``passes`` is the label."""

    name: str
    check: ModelCheck
    answer: str
    passes: bool
    kind: Kind


@dataclass(frozen=True)
class Agreement:
    """Verdicts against labels.

    Rates are fractions in [0, 1], None where nothing was counted: ``agreement`` of the items decided,
    ``false_pass`` of the decided items that should fail, ``false_fail`` of those that should pass. ``kappa`` is
    Cohen's, None where chance alone would agree always. ``undecided``: items without a verdict, in no rate.
    Source of kappa: Cohen 1960.
    """

    n: int
    undecided: int
    pass_as_pass: int
    pass_as_fail: int
    fail_as_pass: int
    fail_as_fail: int

    @property
    def decided(self) -> int:
        return self.n - self.undecided

    @property
    def n_failing(self) -> int:
        return self.fail_as_pass + self.fail_as_fail

    @property
    def n_passing(self) -> int:
        return self.pass_as_pass + self.pass_as_fail

    @property
    def agreement(self) -> float | None:
        return _share(self.pass_as_pass + self.fail_as_fail, self.decided)

    @property
    def false_pass(self) -> float | None:
        return _share(self.fail_as_pass, self.n_failing)

    @property
    def false_fail(self) -> float | None:
        return _share(self.pass_as_fail, self.n_passing)

    @property
    def kappa(self) -> float | None:
        if self.agreement is None:
            return None
        said_pass = self.pass_as_pass + self.fail_as_pass
        said_fail = self.pass_as_fail + self.fail_as_fail
        by_chance = (self.n_passing * said_pass + self.n_failing * said_fail) / self.decided**2
        return None if by_chance == 1 else (self.agreement - by_chance) / (1 - by_chance)


def items(folder: Path = FOLDER) -> list[Item]:
    """All labelled items, in the order of the files. Raises ``ValueError`` for a file that is not as it should be."""
    return [item for path in sorted(folder.glob("*.yaml")) for item in _items_of(path)]


def judged(chosen: Iterable[Item], jury: Jury) -> Iterator[tuple[Item, Verdict]]:
    """Each item with the jury's verdict."""
    for item in chosen:
        yield item, judge(item.check, Evidence(answer=item.answer, finished=True), jury)


def agreement(results: Sequence[tuple[Item, Verdict]]) -> Agreement:
    """The counts of verdicts against labels."""
    pairs = [(item.passes, verdict.outcome) for item, verdict in results]
    return Agreement(
        n=len(pairs),
        undecided=sum(outcome is Outcome.INDETERMINATE for _, outcome in pairs),
        pass_as_pass=pairs.count((True, Outcome.PASS)),
        pass_as_fail=pairs.count((True, Outcome.FAIL)),
        fail_as_pass=pairs.count((False, Outcome.PASS)),
        fail_as_fail=pairs.count((False, Outcome.FAIL)),
    )


def _items_of(path: Path) -> Iterator[Item]:
    groups = _GROUPS.validate_python(yaml.safe_load(path.read_text(encoding="utf-8")))
    number = 0
    for group in groups:
        asked = group.model_dump(include={"rubric", "question", "reference", "criterion"})
        check = ModelCheck.model_validate(asked)
        for answer in group.answers:
            number += 1
            text = answer.passing if answer.passing is not None else answer.failing or ""
            yield Item(f"{path.stem}-{number}", check, text, answer.passing is not None, answer.kind)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
