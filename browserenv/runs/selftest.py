"""The health check before a task is played: can it be solved here at all?"""

from __future__ import annotations

from typing import NamedTuple

from ..agents.oracle import OracleAgent
from ..errors import InfrastructureFault
from ..tasks.task import Task
from .play import Playable, play, reason_of


class Health(NamedTuple):
    """Whether a task can be judged here. ``reason`` is for a person."""

    is_fit: bool
    reason: str


def selftest(env: Playable, task: Task, hosts: dict[str, str], seed: int) -> Health:
    """Play the oracle of ``task``, which ``env`` plays for ``seed``; ``hosts``: each site's base.

    A task without an oracle, such as another benchmark's, cannot be tested, and counts as fit.
    """
    if not task.oracle:
        return Health(True, "no oracle to test it with")
    try:
        played = play(env, OracleAgent(task.oracle, hosts), seed)
    except InfrastructureFault as fault:
        return Health(False, f"the oracle could not be played: {fault}")
    if played.reward == 1.0:
        return Health(True, f"the oracle passes in {len(played.steps)} steps")
    return Health(False, f"the oracle does not pass here: {reason_of(played) or 'nothing was judged'}")
