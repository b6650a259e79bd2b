"""What ``info`` holds: the outcome of an episode so far, and where the time went."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .episode import Episode
from .errors import InfrastructureFault
from .judges.judgement import Judgement
from .judges.verdict import Outcome

SETTLED = "settled"


class FaultRecord(Mapping[str, str]):
    """``part`` and ``message`` of an infrastructure fault, read like the dictionary that it equals.

    It is none, as Gymnasium's vector environments merge dictionaries of several environments key by key, and fail where
    one of them is None.
    """

    def __init__(self, fault: InfrastructureFault) -> None:
        self._content = fault.as_record()

    def __getitem__(self, key: str) -> str:
        return self._content[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __len__(self) -> int:
        return len(self._content)

    def __repr__(self) -> str:
        return repr(self._content)


class Timings(Mapping[str, Any]):
    """Milliseconds by phase. Measurements say nothing of what an episode *is*: two timings are equal when they
    measured the same phases, so that checkers of determinism compare what they should.

    ``timings["settled"]``, a text, is the reason why the last wait for the page stopped (see ``Settled``); it is no
    phase, so it is not among those that are iterated over.
    """

    def __init__(self) -> None:
        self._ms: dict[str, float] = {}
        self._settled: str | None = None

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Add the time that the body takes to a phase."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.record(name, (time.perf_counter() - start) * 1000)

    def record(self, name: str, elapsed_ms: float) -> None:
        """Add a time that was measured elsewhere."""
        self._ms[name] = self._ms.get(name, 0.0) + elapsed_ms

    def settle(self, reason: str, elapsed_ms: float) -> None:
        """Add a wait for the page: how long it took and why it stopped."""
        self.record("settle", elapsed_ms)
        self._settled = reason

    def as_record(self) -> dict[str, Any]:
        """As plain JSON, rounded."""
        settled = {} if self._settled is None else {SETTLED: self._settled}
        return {phase: round(ms, 1) for phase, ms in self._ms.items()} | settled

    def __getitem__(self, phase: str) -> Any:
        if phase == SETTLED and self._settled is not None:
            return self._settled
        return self._ms[phase]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ms)

    def __len__(self) -> int:
        return len(self._ms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timings) and set(other) == set(self)

    def __hash__(self) -> int:
        return hash(frozenset(self._ms))

    def __repr__(self) -> str:
        return "Timings(" + ", ".join(f"{name}={value:.1f}" for name, value in self._ms.items()) + ")"


def unbegun_info(task_id: str, seed: int, fault: InfrastructureFault) -> dict[str, Any]:
    """Of an episode that could not be begun."""
    return {
        "task_id": task_id,
        "seed": seed,
        "step": 0,
        "truncated_by": None,
        "outcome": str(Outcome.INDETERMINATE),
        "reward_valid": False,
        "checks": [],
        "side_effects": [],
        "fault": FaultRecord(fault),
    }


def judged_info(episode: Episode, judgement: Judgement | None, fault: InfrastructureFault | None) -> dict[str, Any]:
    """The outcome, the verdicts that it rests on, and the fault, if there was one, that forbids to score it."""
    if fault is None and episode.failures:
        fault = InfrastructureFault(*episode.failures[0])
    outcome = judgement.verdict.outcome if judgement else Outcome.INDETERMINATE
    if fault is not None and outcome is Outcome.FAIL:
        # A site that left the agent without an answer, or a page that crashed, may be why it failed; a success stands
        # all the same.
        outcome = Outcome.INDETERMINATE
    return {
        "task_id": episode.task.task_id,
        "seed": episode.seed,
        "step": episode.n_steps,
        "truncated_by": episode.truncated_by,
        "outcome": str(outcome),
        "reward_valid": outcome is not Outcome.INDETERMINATE,
        "checks": [verdict.model_dump(mode="json") for verdict in judgement.checks] if judgement else [],
        "side_effects": [effect.model_dump(mode="json") for effect in judgement.side_effects] if judgement else [],
        "fault": FaultRecord(fault) if fault else None,
    }
