"""Checks of other benchmarks that no judge can decide."""

from __future__ import annotations

from ..tasks.foreign_checks import UnsupportedCheck
from .evidence import Evidence, MissingEvidence
from .verdict import Verdict


def judge_unsupported(check: UnsupportedCheck, evidence: Evidence) -> Verdict:
    """Always indeterminate: raises ``MissingEvidence`` with what is not supported."""
    raise MissingEvidence(f"no judge for {check.item}")
