"""The certificate of a suite: what was audited, under which conditions, and what was found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .findings import Finding, TaskAudit

FORMAT = 1
KINDS = ("start", "floor", "oracle", "mutant", "damage", "judge")


@dataclass
class Certificate:
    """The audits of a suite's tasks. ``conditions``: size of the data, versions, whatever else may move a result."""

    conditions: Mapping[str, Any]
    audits: list[TaskAudit] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """Of all task digests: the same for the same tasks in any order."""
        text = "\n".join(sorted(audit.digest for audit in self.audits))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def broken(self) -> list[TaskAudit]:
        return [audit for audit in self.audits if audit.is_broken]

    def count(self, kind: str) -> tuple[int, int]:
        """(good trials, all trials) of a kind, over all tasks."""
        counts = [audit.count(kind) for audit in self.audits]
        return sum(good for good, _ in counts), sum(total for _, total in counts)

    def by_family(self) -> dict[str, list[TaskAudit]]:
        """The audits of each task id, over its seeds."""
        grouped: dict[str, list[TaskAudit]] = {}
        for audit in self.audits:
            grouped.setdefault(audit.task_id, []).append(audit)
        return grouped

    def covers(self, digests: Sequence[str]) -> bool:
        """Whether tasks with these digests were audited here and found whole."""
        whole = {audit.digest for audit in self.audits if not audit.is_broken}
        return set(digests) <= whole

    def write(self, path: Path) -> None:
        record = {
            "format": FORMAT,
            "digest": self.digest,
            "conditions": dict(self.conditions),
            "counts": {kind: dict(zip(("good", "all"), self.count(kind), strict=True)) for kind in KINDS},
            "broken": sorted({audit.task_id for audit in self.broken}),
            "tasks": [audit.as_record() for audit in self.audits],
        }
        path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_certificate(path: Path) -> Certificate:
    """A written certificate. Raises ``OSError`` and ``ValueError`` for a file that is none."""
    record = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(f"{path} is no certificate of format {FORMAT}; write one with 'browserenv audit --out {path}'")
    return Certificate(record["conditions"], [_audit(item) for item in record["tasks"]])


def _audit(record: dict[str, Any]) -> TaskAudit:
    findings = [Finding(**finding) for finding in record["findings"]]
    kept = {name: record[name] for name in ("task_id", "seed", "digest", "n_episodes", "elapsed_s")}
    return TaskAudit(**kept, findings=findings)
