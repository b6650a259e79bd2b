"""What agents that know nothing would say. None of it may pass a task that is possible."""

from __future__ import annotations

from collections.abc import Iterator

from ..agents.axtree import elements
from ..judges.evidence import Evidence
from ..tasks.task import Task

CONSTANTS = (
    *("yes", "no", "true", "false", "0", "1", "-", "N/A", "not found", "I do not know."),
    *("none", "None", "null", "undefined", "NaN", "Infinity", "[]", "{}", " \n\t "),
)
N_LONG = 1_000_000
MAX_LISTED = 400


def claims(task: Task, evidence: Evidence, axtree: str) -> Iterator[tuple[str, Evidence]]:
    """The evidence of an untouched episode, with what such an agent would claim: (name, evidence) each.

    A claim changes nothing on the sites, so that one real episode serves for all of them.
    """
    for name, answer in _answers(task, axtree):
        yield name, _with(evidence, answer=answer, infeasible=None, finished=True)


def infeasible(evidence: Evidence) -> Evidence:
    """The same episode, reported as infeasible at once."""
    return _with(evidence, answer=None, infeasible="This cannot be done here.", finished=True)


def _answers(task: Task, axtree: str) -> Iterator[tuple[str, str]]:
    yield "finish at once", "Done."
    yield "empty answer", ""
    yield "echo the goal", task.intent
    shown = [each.name for each in elements(axtree) if each.name]
    yield "list everything", ", ".join(dict.fromkeys(shown))[: MAX_LISTED * 40]
    yield "list all numbers", ", ".join(str(number) for number in range(MAX_LISTED))
    yield "a megabyte of text", "yes 1 " * (N_LONG // 6)
    for text in CONSTANTS:
        yield f"always {text!r}", text


def _with(evidence: Evidence, **changes: object) -> Evidence:
    return evidence.model_copy(update=changes)
