"""What an audit found out about one task."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

KINDS = ("start", "floor", "oracle", "mutant", "damage", "judge")


class Entry(BaseModel):
    """One audited task, as a certificate keeps it. ``counts``: (good trials, all trials) of each kind."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    task_id: str
    seed: int | None
    digest: str
    counts: dict[str, tuple[int, int]] = Field(strict=False)
    problems: tuple[str, ...] = Field(default=(), strict=False)
    n_episodes: int = 0
    elapsed_s: float = 0.0

    @property
    def is_broken(self) -> bool:
        return bool(self.problems)

    @property
    def label(self) -> str:
        return self.task_id if self.seed is None else f"{self.task_id} seed {self.seed}"


@dataclass(frozen=True)
class Finding:
    """One trial of a task. ``name`` says what was tried, ``kind`` groups trials for the table.

    ``kind``: ``start`` (what the task comes with), ``floor`` (agents that know nothing), ``oracle``, ``mutant``,
    ``damage`` or ``judge``.
    """

    kind: str
    name: str
    is_good: bool
    detail: str = ""


@dataclass
class TaskAudit:
    """All trials of one task. ``digest`` is that of the task, so that a later change of it is seen."""

    task_id: str
    seed: int | None
    digest: str
    findings: list[Finding] = field(default_factory=list)
    n_episodes: int = 0
    elapsed_s: float = 0.0

    def add(self, kind: str, name: str, is_good: bool, detail: str = "") -> None:
        """Note one trial; the detail is kept where it went wrong."""
        self.findings.append(Finding(kind, name, is_good, "" if is_good else detail))

    @property
    def problems(self) -> list[Finding]:
        return [finding for finding in self.findings if not finding.is_good]

    @property
    def is_broken(self) -> bool:
        return bool(self.problems)

    def count(self, kind: str) -> tuple[int, int]:
        """(good trials, all trials) of a kind."""
        of_kind = [finding for finding in self.findings if finding.kind == kind]
        return sum(finding.is_good for finding in of_kind), len(of_kind)

    def entry(self) -> Entry:
        """What a certificate keeps of it: how many trials of each kind went well, and those that did not."""
        counts = {kind: self.count(kind) for kind in KINDS}
        problems = tuple(f"{problem.kind} {problem.name}: {problem.detail}" for problem in self.problems)
        return Entry(
            task_id=self.task_id,
            seed=self.seed,
            digest=self.digest,
            counts={kind: count for kind, count in counts.items() if count[1]},
            problems=problems,
            n_episodes=self.n_episodes,
            elapsed_s=self.elapsed_s,
        )
