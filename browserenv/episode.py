"""One episode: the task, what the agent said so far, and how it ended."""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass, field, replace
from typing import Any, Self

from .judges.judgement import Judgement
from .tasks.task import Task
from .worlds.base import StartState


@dataclass
class Episode:
    """What the environment keeps from ``reset`` to the end.

    ``goal_object`` is the intent with its pictures. ``answer`` and ``infeasible`` are None until the agent sends a
    message or reports the task infeasible. ``n_looks`` counts the judgements between steps at a browser that somebody
    else may have used. ``site_failures``: pages of the world that did not answer the agent. ``n_restores``: how often
    it was put back to a snapshot on its way, so that no record takes it for one that was played through.
    """

    task: Task
    seed: int
    start: StartState
    max_steps: int
    max_time_s: float | None
    goal_object: tuple[dict[str, Any], ...] = ()
    messages: list[dict[str, str]] = field(default_factory=list)
    n_steps: int = 0
    n_looks: int = 0
    answer: str | None = None
    infeasible: str | None = None
    terminated: bool = False
    truncated: bool = False
    judgement: Judgement | None = None
    site_failures: list[str] = field(default_factory=list)
    last_action: str = ""
    last_action_error: str = ""
    started_s: float = field(default_factory=time.monotonic)
    used_s: float = 0.0  # of the time budget, when it was parted from the clock
    n_restores: int = 0

    @property
    def is_over(self) -> bool:
        return self.terminated or self.truncated

    @property
    def has_finished(self) -> bool:
        """Whether the agent said that it is done."""
        return self.answer is not None or self.infeasible is not None

    @property
    def is_out_of_budget(self) -> bool:
        """Whether the step or the time budget is used up."""
        late = self.max_time_s is not None and time.monotonic() - self.started_s >= self.max_time_s
        return self.n_steps >= self.max_steps or late

    def parted(self) -> Self:
        """A copy that stands still: what a snapshot keeps."""
        return replace(copy.deepcopy(self), used_s=time.monotonic() - self.started_s)

    def joined(self) -> Self:
        """A copy of one that stood still, which goes on from now."""
        again = copy.deepcopy(self)
        return replace(again, started_s=time.monotonic() - self.used_s, n_restores=self.n_restores + 1)

    def close(self, judgement: Judgement) -> None:
        """Take in the judgement after an action and decide whether the episode is over."""
        self.judgement = judgement
        stops_itself = self.task.stop == "on_success" and judgement.verdict.score == 1.0
        self.terminated = self.has_finished or stops_itself
        self.truncated = not self.terminated and self.is_out_of_budget
