"""A task's judgement: every check's verdict, the expected change, the side effects, and their product."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from ..tasks.changes import Changes
from ..tasks.checks import AnyCheck, GroupCheck
from ..tasks.task import Task
from .changes import SideEffect
from .evidence import Evidence
from .judge import asking_labels, comparing_labels, judge, judge_changes
from .jury import Jury
from .needs import Needs, all_needs, needs
from .product import product
from .verdict import Verdict, failed, passed

Which = Literal["all", "original"]


class Judgement(BaseModel):
    """``verdict`` is the product; ``checks`` holds one verdict for each part of it, in the task's order, the expected
    change last; ``side_effects`` is what the task did not ask for."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    verdict: Verdict
    checks: tuple[Verdict, ...] = Field(strict=False)
    side_effects: tuple[SideEffect, ...] = Field(default=(), strict=False)


def task_needs(task: Task, which: Which = "all") -> Needs:
    """What must be known to judge a task."""
    return all_needs(_parts(task, which))


def state_reads(task: Task, which: Which = "all") -> list[tuple[str, tuple[str, ...]]]:
    """The parts that read a site's state itself, as labels for a person, each with the sites."""
    parts = [each for part in _parts(task, which) for each in (part.checks if isinstance(part, GroupCheck) else [part])]
    return [(_label(part), sites) for part in parts if (sites := _sites_read(part))]


def _sites_read(part: AnyCheck | Changes) -> tuple[str, ...]:
    """A page shows the state too, and is opened anew when it changed, but needs no reading of it."""
    wanted = needs(part)
    found = () if wanted.probes else wanted.inputs
    return tuple(sorted(name.removeprefix("state:") for name in found if name.startswith("state:")))


def _label(part: AnyCheck | Changes) -> str:
    if isinstance(part, Changes):
        return f"the expected change of {', '.join(part.sites)}"
    return f"the {part.judge} check of {', '.join(_sites_read(part))}"


def needs_model(task: Task, which: Which = "all") -> tuple[str, ...]:
    """The checks that cannot be judged without a model, each as a label for a person; empty when none is needed."""
    return tuple(label for check in task.checks_for(which) for label in asking_labels(check))


def needs_pictures(task: Task, which: Which = "all") -> tuple[str, ...]:
    """The checks that cannot be judged without a library for pictures, each as a label; empty when none is needed."""
    return tuple(label for check in task.checks_for(which) for label in comparing_labels(check))


def judge_task(
    task: Task,
    evidence: Evidence,
    which: Which = "all",
    before: Judgement | None = None,
    changed: Iterable[str] | None = None,
    jury: Jury | None = None,
) -> Judgement:
    """Judge a task's present state.

    ``which``: all checks and the expected change, or the original benchmark's checks alone.
    ``before`` and ``changed`` spare work: the last judgement of this task in this episode, and the inputs (as in
    ``Needs.inputs``) that changed since; a part that depends on none of them keeps its verdict. Without ``changed``
    everything is judged. ``jury`` is the model that some checks ask; without it those are indeterminate.
    A task that is impossible passes only where the agent reported it, and changed nothing beyond ``changes``; a
    report on a task that is possible is a failure before any check runs. Other benchmarks know no reports: where
    their checks alone are asked for, a report is the answer "N/A", as it is to them, and their checks decide.
    """
    theirs = _is_theirs(task, which)
    evidence = _in_their_words(evidence) if theirs else evidence
    if evidence.infeasible is not None and task.possible and not theirs:
        return _alone(
            failed("answer", "reported infeasible", f"the task is possible; reason given: {_given(evidence)}")
        )
    kept = _kept(task, which, before, changed)
    verdicts = [] if task.possible or theirs else [_infeasible(evidence)]
    effects: tuple[SideEffect, ...] = ()
    for index, part in enumerate(_parts(task, which), start=len(verdicts)):
        if index in kept and before is not None:
            verdicts.append(before.checks[index])
            effects = before.side_effects  # the expected change is the last part, and tells anew where it is judged
        elif isinstance(part, Changes):
            verdict, effects = judge_changes(part, evidence)
            verdicts.append(verdict)
        else:
            verdicts.append(judge(part, evidence, jury))
    return Judgement(verdict=product(verdicts), checks=tuple(verdicts), side_effects=effects)


def _parts(task: Task, which: Which) -> list[AnyCheck | Changes]:
    changes = task.changes_for(which)
    return [*task.checks_for(which), *([changes] if changes is not None else [])]


def _kept(task: Task, which: Which, before: Judgement | None, changed: Iterable[str] | None) -> set[int]:
    """The parts whose verdicts still hold, by their index among the verdicts."""
    parts = _parts(task, which)
    first = 0 if task.possible or _is_theirs(task, which) else 1
    if before is None or changed is None or len(before.checks) != first + len(parts):
        return set()
    moved = frozenset(changed)
    return {first + i for i, part in enumerate(parts) if not needs(part).inputs & moved}


def _is_theirs(task: Task, which: Which) -> bool:
    """Whether nothing but another benchmark's checks decides."""
    return which == "original" and bool(task.checks_for(which))


def _in_their_words(evidence: Evidence) -> Evidence:
    if evidence.answer is None and evidence.infeasible is not None:
        return evidence.model_copy(update={"answer": "N/A"})
    return evidence


def _infeasible(evidence: Evidence) -> Verdict:
    if evidence.infeasible is None:
        return failed("answer", "reported infeasible", "the task cannot be done, and the agent did not report that")
    return passed("answer", "reported infeasible", "the task cannot be done", _given(evidence))


def _given(evidence: Evidence) -> str:
    return (evidence.infeasible or "")[:200] or "none"


def _alone(verdict: Verdict) -> Judgement:
    return Judgement(verdict=verdict, checks=(verdict,))
