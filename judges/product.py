"""The product of several verdicts: fail beats indeterminate beats pass."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .verdict import Outcome, Verdict, failed, passed, undecided


def product(verdicts: Sequence[Verdict]) -> Verdict:
    """One verdict for the whole task; its score is the product of the scores, its evidence the outcome of each check.

    A failed check decides even where another could not be judged: no outcome of the other would make the task pass.
    No verdicts at all are indeterminate, since a task that checks nothing has shown nothing.
    """
    label = f"{len(verdicts)} checks" if len(verdicts) != 1 else "1 check"
    if not verdicts:
        return undecided("product", label, "nothing was judged")
    evidence = [f"{verdict.outcome} {verdict.judge} {verdict.label}" for verdict in verdicts]
    worst = {outcome: [v for v in verdicts if v.outcome is outcome] for outcome in Outcome}
    if worst[Outcome.FAIL]:
        score = math.prod(verdict.score for verdict in verdicts)
        return failed("product", label, _reasons(worst[Outcome.FAIL]), evidence, score)
    if worst[Outcome.INDETERMINATE]:
        return undecided("product", label, _reasons(worst[Outcome.INDETERMINATE]), evidence)
    return passed("product", label, "all pass", evidence)


def either(verdicts: Sequence[Verdict], judge: str, label: str) -> Verdict:
    """Passes where one passes, with its reason; what could not be judged might have passed, so it beats a failure."""
    evidence = [verdict.model_dump(mode="json") for verdict in verdicts]
    for verdict in verdicts:
        if verdict.outcome is Outcome.PASS:
            return passed(judge, label, f"{verdict.label}: {verdict.reason}", evidence)
    unknown = [verdict for verdict in verdicts if verdict.outcome is Outcome.INDETERMINATE]
    if unknown:
        return undecided(judge, label, _reasons(unknown), evidence)
    return failed(judge, label, f"none passes; {_reasons(verdicts)}", evidence, max(v.score for v in verdicts))


def mean(verdicts: Sequence[Verdict], judge: str, label: str) -> Verdict:
    """The mean of the scores; a pass only where all pass. With one that could not be judged, there is no mean."""
    evidence = [verdict.model_dump(mode="json") for verdict in verdicts]
    failures = [verdict for verdict in verdicts if verdict.outcome is Outcome.FAIL]
    unknown = [verdict for verdict in verdicts if verdict.outcome is Outcome.INDETERMINATE]
    if unknown:
        return undecided(judge, label, _reasons(unknown), evidence)
    if not failures:
        return passed(judge, label, "all pass", evidence)
    # Rounding must not make a success of what is none.
    score = min(math.fsum(verdict.score for verdict in verdicts) / len(verdicts), math.nextafter(1, 0))
    n_passed = len(verdicts) - len(failures)
    return failed(judge, label, f"{n_passed} of {len(verdicts)} pass; {_reasons(failures)}", evidence, score)


def _reasons(verdicts: Sequence[Verdict]) -> str:
    first = f"{verdicts[0].label}: {verdicts[0].reason}"
    return first if len(verdicts) == 1 else f"{first} (and {len(verdicts) - 1} more)"
