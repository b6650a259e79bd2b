"""One episode: the task, what the agent said so far, and how it ended."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from .judges.judgement import Judgement
from .tasks.task import Task
from .worlds.base import StartState

Budget = Literal["steps", "time"]


@dataclass
class Episode:
    """What the environment keeps from ``reset`` to the end.

    ``goal_object`` is the intent with its pictures. ``answer`` and ``infeasible`` are None until the agent sends a
    message or reports the task infeasible. ``n_looks`` counts the judgements between steps at a browser that somebody
    else may have used. ``failures``: (part, message) of what kept the agent from working and ended no step: pages of
    the world that did not answer it, pages that crashed. ``n_restores``: how often it was put back to a snapshot on its
    way, so that no record takes it for one that was played through. ``used_s``: the time that the environment spent on
    the agent's actions, in ``step``; what passes between two steps, while the agent thinks, and in ``reset`` is in no
    budget. ``truncated_by``: the budget that ended it.
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
    truncated_by: Budget | None = None
    judgement: Judgement | None = None
    failures: list[tuple[str, str]] = field(default_factory=list)
    last_action: str = ""
    last_action_error: str = ""
    used_s: float = 0.0
    n_restores: int = 0

    @property
    def is_over(self) -> bool:
        return self.terminated or self.truncated

    @property
    def has_finished(self) -> bool:
        """Whether the agent said that it is done."""
        return self.answer is not None or self.infeasible is not None

    @property
    def used_up(self) -> Budget | None:
        """The budget that is used up; of two, the one that every run of the same actions uses up."""
        if self.n_steps >= self.max_steps:
            return "steps"
        return "time" if self.max_time_s is not None and self.used_s >= self.max_time_s else None

    def parted(self) -> Self:
        """A copy that stands still: what a snapshot keeps."""
        return copy.deepcopy(self)

    def joined(self) -> Self:
        """A copy of one that stood still, which goes on from now."""
        return replace(copy.deepcopy(self), n_restores=self.n_restores + 1)

    def close(self, judgement: Judgement) -> None:
        """Take in the judgement after an action and decide whether the episode is over."""
        self.judgement = judgement
        stops_itself = self.task.stop == "on_success" and judgement.verdict.score == 1.0
        self.terminated = self.has_finished or stops_itself
        self.truncated_by = None if self.terminated else self.used_up
        self.truncated = self.truncated_by is not None
