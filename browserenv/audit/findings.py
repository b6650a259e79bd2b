"""What an audit found out about one task."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


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

    def as_record(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self) | {"is_broken": self.is_broken}
