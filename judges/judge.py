"""The judges by name, and the one place where a judge's own failure becomes an indeterminate verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..tasks.changes import Changes
from ..tasks.checks import AnyCheck
from .changes import SideEffect, changes_label
from .changes import judge_changes as _judge_changes
from .evidence import Evidence, MissingEvidence
from .finish import judge_finish
from .page import judge_page, page_label
from .state import judge_state
from .text import judge_text
from .unsupported import judge_unsupported
from .url import judge_url
from .verdict import Verdict, undecided

# A judge for each value of a check's ``judge``; ``(check, evidence) -> Verdict``, and it may raise.
JUDGES: dict[str, Callable[[Any, Evidence], Verdict]] = {
    "text": judge_text,
    "url": judge_url,
    "page": judge_page,
    "state": judge_state,
    "finish": judge_finish,
    "unsupported": judge_unsupported,
}


def judge(check: AnyCheck, evidence: Evidence) -> Verdict:
    """The verdict on one check. Never raises: a judge that does gives an indeterminate verdict with its reason."""
    try:
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


def _reason(error: Exception) -> str:
    return f"the judge failed: {type(error).__name__}: {' '.join(str(error).split())}"


def _label(check: AnyCheck) -> str:
    return page_label(check) if check.judge == "page" else check.judge
