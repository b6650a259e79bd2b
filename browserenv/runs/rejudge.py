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
from ..tasks.task import Task
from .redaction import Redaction
from .trajectory import Trajectory, read_trajectory


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
    """One stored episode. ``after`` is None, with ``skipped`` saying why, where there is nothing to judge."""

    trajectory: Trajectory
    after: Judgement | None
    moved: tuple[Moved, ...] = ()
    skipped: str = ""

    @property
    def outcome_moved(self) -> bool:
        return self.after is not None and str(self.after.verdict.outcome) != self.trajectory.record.outcome


def rejudge(folder: Path, environ: Mapping[str, str], task_for: Callable[[str, int], Task] | None = None) -> Rejudged:
    """Judge a stored episode again.

    ``task_for``: where to get the task by id and seed, to judge by corrected checks; None judges by the stored task.
    Model checks are answered from the replies in the stored verdicts and in the cache; where those do not hold the
    question (another model, another text), the configured endpoint is asked.
    Raises ``TrajectoryError``; ``EndpointError``.
    """
    stored = read_trajectory(folder)
    record = stored.record
    if stored.evidence is None or record.judgement is None:
        return Rejudged(stored, None, skipped=_why_not(stored))
    task = task_for(record.task_id, record.seed) if task_for else stored.task
    jury = _jury(stored, environ)
    try:
        after = judge_task(task, stored.evidence, _which(record.settings), jury=jury)
    finally:
        if jury is not None:
            jury.close()
    return Rejudged(stored, after, moved_between(record.judgement, after))


def moved_between(before: Judgement, after: Judgement) -> tuple[Moved, ...]:
    """The verdicts whose outcome or score differs, check by check in the task's order."""
    pairs = zip_longest(before.checks, after.checks)
    return tuple(Moved(old, new) for old, new in pairs if _score(old) != _score(new))


def save(rejudged: Rejudged, redaction: Redaction | None = None) -> None:
    """Write the new judgement, and the version of the judges that gave it, into the stored episode."""
    if rejudged.after is None:
        return
    verdict = rejudged.after.verdict
    record = rejudged.trajectory.record.model_copy(
        update={
            "outcome": str(verdict.outcome),
            "reward": verdict.score,
            "reward_valid": verdict.reward_valid,
            "judged_by": judges_version(),
            "judgement": rejudged.after,
        }
    )
    path = rejudged.trajectory.folder / "episode.json"
    content = (redaction or Redaction()).json(record.model_dump(mode="json"))
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
