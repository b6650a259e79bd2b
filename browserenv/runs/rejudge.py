"""Re-judging: stored episodes judged again from their evidence, without browser and sites."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..judges.endpoint import endpoint_from, replies_folder
from ..judges.judgement import Judgement, Which, judge_task
from ..judges.jury import Jury
from ..judges.replies import Replies
from ..judges.verdict import Verdict
from ..judges.version import judges_version
from ..tasks.errors import TaskError
from ..tasks.task import Task
from .redaction import Redaction
from .trajectory import EpisodeRecord, Trajectory, read_trajectory


@dataclass(frozen=True)
class Moved:
    """A verdict that is another than it was; None where there was none, or is none any more."""

    before: Verdict | None
    after: Verdict | None

    def __str__(self) -> str:
        named = self.after or self.before
        assert named is not None, "one of the two is there"
        reason = self.after.reason if self.after else "no such check any more"
        return f"{_shown(self.before)} -> {_shown(self.after)}  {named.judge} {named.label}: {reason}"


@dataclass(frozen=True)
class Rejudged:
    """One stored episode. ``after`` is None, with ``skipped`` saying why, where there is nothing to judge; ``task`` is
    the one that it was judged by, None where that is the stored one."""

    trajectory: Trajectory
    after: Judgement | None
    moved: tuple[Moved, ...] = ()
    skipped: str = ""
    task: Task | None = None

    @property
    def outcome_moved(self) -> bool:
        return self.after is not None and str(self.after.verdict.outcome) != self.trajectory.record.outcome


def rejudge(
    folder: Path, environ: Mapping[str, str], task_for: Callable[[EpisodeRecord], Task] | None = None
) -> Rejudged:
    """Judge a stored episode again.

    ``task_for``: where to get the task of an episode, to judge by corrected checks; None judges by the stored task. An
    episode whose task is not there any more, or is drawn with other slots, is not judged: it was asked something else.
    Model checks are answered from the replies in the stored verdicts and in the cache; where those do not hold the
    question (another model, another text), the configured endpoint is asked.
    Raises ``TrajectoryError``; ``EndpointError``.
    """
    stored = read_trajectory(folder)
    record = stored.record
    if stored.evidence is None or record.judgement is None:
        return Rejudged(stored, None, skipped=_why_not(stored))
    task = stored.task
    if task_for is not None:
        try:
            task = task_for(record)
        except TaskError as error:
            return Rejudged(stored, None, skipped=str(error))
        if task.params != stored.task.params:
            return Rejudged(
                stored, None, skipped="its task is drawn with other slots now, so it was asked another thing"
            )
    jury = _jury(stored, environ)
    try:
        after = judge_task(task, stored.evidence, _which(record.settings), jury=jury)
    finally:
        if jury is not None:
            jury.close()
    return Rejudged(stored, after, moved_between(record.judgement, after), task=task if task_for else None)


def moved_between(before: Judgement, after: Judgement) -> tuple[Moved, ...]:
    """The verdicts whose outcome or score differs, check by check in the task's order."""
    pairs = zip_longest(before.checks, after.checks)
    return tuple(Moved(old, new) for old, new in pairs if _score(old) != _score(new))


def save(rejudged: Rejudged, redaction: Redaction | None = None) -> None:
    """Write the new judgement, and the version of the judges that gave it, into the stored episode; with the task that
    it was judged by, so that what is stored explains itself."""
    if rejudged.after is None:
        return
    verdict, task = rejudged.after.verdict, rejudged.task
    redaction = redaction or Redaction()
    record = rejudged.trajectory.record.model_copy(
        update={
            "outcome": str(verdict.outcome),
            "reward": verdict.score,
            "reward_valid": verdict.reward_valid,
            **({"task_digest": task.digest} if task else {}),
            "judged_by": judges_version(),
            "judgement": rejudged.after,
        }
    )
    folder = rejudged.trajectory.folder
    if task is not None:
        _replace(folder / "task.json", redaction.json(task.model_dump(mode="json")))
    _replace(folder / "episode.json", redaction.json(record.model_dump(mode="json")))


def _replace(path: Path, content: Any) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", errors="replace")
    fresh.replace(path)


def _jury(stored: Trajectory, environ: Mapping[str, str]) -> Jury | None:
    """The configured model, else the one that judged the episode, which then answers from what was stored alone."""
    told = stored.record.judge_model or {}
    endpoint = endpoint_from(environ, None, None) or endpoint_from(environ, told.get("model"), told.get("url"))
    if endpoint is None:
        return None
    replies = Replies(replies_folder(environ))
    judgement = stored.record.judgement
    for verdict in judgement.checks if judgement else ():
        replies.recall(verdict.evidence)
    return Jury(endpoint, replies)


def _which(settings: Mapping[str, Any]) -> Which:
    return "original" if settings.get("checks") == "original" else "all"


def _why_not(stored: Trajectory) -> str:
    fault = stored.record.fault
    return f"it ended by a fault: {fault['part']}: {fault['message']}" if fault else "it holds no judgement"


def _score(verdict: Verdict | None) -> tuple[str, float] | None:
    return None if verdict is None else (str(verdict.outcome), verdict.score)


def _shown(verdict: Verdict | None) -> str:
    if verdict is None:
        return "none"
    return f"{verdict.outcome} {verdict.score:.2f}" if 0 < verdict.score < 1 else str(verdict.outcome)
