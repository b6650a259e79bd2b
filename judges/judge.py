"""The judges by name, and the one place where a judge's own failure becomes an indeterminate verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..tasks.changes import Changes
from ..tasks.checks import AnyCheck, GroupCheck
from ..tasks.images import ImageCheck
from .changes import SideEffect, changes_label
from .changes import judge_changes as _judge_changes
from .evidence import Evidence, MissingEvidence
from .finish import judge_finish
from .image import image_label, judge_image
from .jury import Jury
from .model import judge_model, model_label
from .page import judge_page, page_label
from .product import either, mean, product
from .state import judge_state
from .text import judge_text
from .unsupported import judge_unsupported
from .url import judge_url
from .verdict import Outcome, Verdict, undecided

# A judge for each value of a check's ``judge``; ``(check, evidence) -> Verdict``, and it may raise.
JUDGES: dict[str, Callable[[Any, Evidence], Verdict]] = {
    "text": judge_text,
    "url": judge_url,
    "page": judge_page,
    "state": judge_state,
    "finish": judge_finish,
    "unsupported": judge_unsupported,
}


def judge_group(check: GroupCheck, evidence: Evidence, jury: Jury | None) -> Verdict:
    """The members' verdicts, combined by the group's rule; of ``any_of``, those up to the first that passes."""
    verdicts: list[Verdict] = []
    for inner in check.checks:
        verdicts.append(judge(inner, evidence, jury))
        if check.rule == "any_of" and verdicts[-1].outcome is Outcome.PASS:
            break
    label = _label(check)
    if check.rule == "any_of":
        return either(verdicts, "group", label)
    if check.rule == "mean":
        return mean(verdicts, "group", label)
    whole = product(verdicts)
    return whole.model_copy(
        update={"judge": "group", "label": label, "evidence": [verdict.model_dump(mode="json") for verdict in verdicts]}
    )


# Those that may have to ask a model; ``(check, evidence, jury) -> Verdict``.
ASKING_JUDGES: dict[str, Callable[[Any, Evidence, Jury | None], Verdict]] = {
    "model": judge_model,
    "image": judge_image,
    "group": judge_group,
}


def judge(check: AnyCheck, evidence: Evidence, jury: Jury | None = None) -> Verdict:
    """The verdict on one check. Never raises: a judge that does gives an indeterminate verdict with its reason.

    ``jury``: the model to ask; without one, a check that needs it is indeterminate.
    """
    try:
        if check.judge in ASKING_JUDGES:
            return ASKING_JUDGES[check.judge](check, evidence, jury)
        return JUDGES[check.judge](check, evidence)
    except MissingEvidence as error:
        return undecided(check.judge, _label(check), str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the judge's fault and not the agent's
        return undecided(check.judge, _label(check), _reason(error))


def judge_changes(changes: Changes, evidence: Evidence) -> tuple[Verdict, tuple[SideEffect, ...]]:
    """The verdict on the expected change, and the side effects one by one. Never raises."""
    try:
        return _judge_changes(changes, evidence)
    except Exception as error:  # noqa: BLE001 - as above
        return undecided("state", changes_label(changes), _reason(error)), ()


def asking_labels(check: AnyCheck) -> tuple[str, ...]:
    """The labels of what a check asks a model, empty when it asks none."""
    if isinstance(check, GroupCheck):
        return tuple(label for inner in check.checks for label in asking_labels(inner))
    asks = check.judge == "model" or (isinstance(check, ImageCheck) and check.question)
    return (_label(check),) if asks else ()


def comparing_labels(check: AnyCheck) -> tuple[str, ...]:
    """The labels of where a check compares pictures, empty when it compares none."""
    if isinstance(check, GroupCheck):
        return tuple(label for inner in check.checks for label in comparing_labels(inner))
    return (_label(check),) if isinstance(check, ImageCheck) and check.like else ()


def _reason(error: Exception) -> str:
    return f"the judge failed: {type(error).__name__}: {' '.join(str(error).split())}"


def _label(check: AnyCheck) -> str:
    if isinstance(check, GroupCheck):
        return f"{check.rule} of {', '.join(map(_label, check.checks))}"
    if isinstance(check, ImageCheck):
        return image_label(check)
    if check.judge == "model":
        return model_label(check)
    return page_label(check) if check.judge == "page" else check.judge
