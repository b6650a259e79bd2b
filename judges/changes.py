"""The exact expected change: every changed row is expected, every expected row is there. All else is a side effect.

Rules of matching are told where they are written down, in ``tasks/changes.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict

from ..tasks.changes import KINDS, Changes, CollectionChanges, added_in_order
from .assignment import matching, whole_assignment
from .evidence import Diff, Evidence, MissingEvidence, changed_columns, diff_of, untrusted_reason
from .rows import Change, Comparer, Row, Slot, slots_of
from .verdict import Verdict, failed, passed, undecided

_SIGNS = {"added": "+", "updated": "~", "deleted": "-"}
_SHOWN = 3


class SideEffect(BaseModel):
    """A change that the task did not ask for. ``kind``: added, updated or deleted; ``text`` is for a person."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    site: str
    collection: str
    kind: str
    id: str
    text: str

    def __str__(self) -> str:
        return f"{self.site} {self.collection} {self.id} {self.kind}: {self.text}"


@dataclass
class _Findings:
    """What one or all sites show against what was expected."""

    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    side_effects: list[SideEffect] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        return [*self.wrong, *self.missing, *(f"side effect: {effect}" for effect in self.side_effects)]


def judge_changes(changes: Changes, evidence: Evidence) -> tuple[Verdict, tuple[SideEffect, ...]]:
    """The verdict, and the side effects one by one.

    A row that was meant to be the expected one but has a wrong value (it agrees in at least one named column) is
    wrong, not a side effect. A site without a diff makes the verdict indeterminate, unless another site fails it.
    """
    label = changes_label(changes)
    findings = _Findings()
    for site, expected in changes.root.items():
        try:
            _judge_site(site, expected, evidence, findings)
        except MissingEvidence as error:
            findings.unknown.append(str(error))
    return _verdict(label, findings), tuple(findings.side_effects)


def changes_label(changes: Changes) -> str:
    """Such as ``forums +1, moderators +1``."""
    many = len([site for site, expected in changes.root.items() if expected]) > 1
    parts = []
    for site, expected in changes.root.items():
        for collection, one in expected.items():
            counts = [f"{_SIGNS[kind]}{len(getattr(one, kind))}" for kind in KINDS if getattr(one, kind)]
            if counts:
                parts.append(f"{site + ' ' if many else ''}{collection} {' '.join(counts)}")
    return ", ".join(parts) or "no change"


def _verdict(label: str, findings: _Findings) -> Verdict:
    problems = findings.problems
    evidence: dict[str, Any] = {
        "wrong": findings.wrong,
        "missing": findings.missing,
        "side_effects": [effect.model_dump() for effect in findings.side_effects],
    }
    if problems:
        more = f" (and {len(problems) - _SHOWN} more)" if len(problems) > _SHOWN else ""
        return failed("state", label, "; ".join(problems[:_SHOWN]) + more, evidence)
    if findings.unknown:
        return undecided("state", label, "; ".join(findings.unknown), evidence)
    return passed("state", label, "nothing else changed", evidence)


def _judge_site(site: str, expected: dict[str, CollectionChanges], evidence: Evidence, findings: _Findings) -> None:
    diff = diff_of(evidence, site)
    _require_collections(site, expected, evidence)
    if reason := untrusted_reason(evidence, site):
        findings.wrong.append(f"{site}: {reason}")
    comparer = Comparer(site, evidence)
    changes = _changes_of(diff)
    slots = _slots_in_order(expected)
    if whole_assignment(slots, changes, lambda slot, change, found: not comparer.problems(slot, change, found)) is None:
        _Report(site, comparer, findings).fill(slots, changes)


def _require_collections(site: str, expected: dict[str, CollectionChanges], evidence: Evidence) -> None:
    known = evidence.collections.get(site)
    for name in expected:
        if known is not None and name not in known:
            raise MissingEvidence(f"site {site!r} has no collection {name!r}; it has {', '.join(known)}")


def _changes_of(diff: Diff) -> list[Change]:
    return [
        Change(collection, kind, row_id, data)
        for collection, kinds in diff.items()
        for kind in KINDS
        for row_id, data in kinds[kind].items()
    ]


def _slots_in_order(expected: dict[str, CollectionChanges]) -> list[Slot]:
    """Added rows first, each after those that it refers to."""
    slots = [slot for collection, one in expected.items() for slot in slots_of(collection, one)]
    added = {(slot.collection, slot.number): slot for slot in slots if slot.kind == "added"}
    ordered = [added[key] for key in added_in_order(expected)]
    return ordered + [slot for slot in slots if slot.kind != "added"]


class _Report:
    """Says what is wrong where no whole assignment exists, collection by collection, as a person would."""

    def __init__(self, site: str, comparer: Comparer, findings: _Findings) -> None:
        self.site = site
        self.comparer = comparer
        self.findings = findings
        self.found: dict[tuple[str, int], Row] = {}

    def fill(self, slots: Sequence[Slot], changes: Sequence[Change]) -> None:
        groups = list(dict.fromkeys((slot.collection, slot.kind) for slot in slots))
        groups += [key for key in dict.fromkeys((c.collection, c.kind) for c in changes) if key not in groups]
        for key in groups:
            mine = [slot for slot in slots if (slot.collection, slot.kind) == key]
            self._group(mine, [change for change in changes if (change.collection, change.kind) == key])
        if not self.findings.problems:
            self.findings.wrong.append(f"{self.site}: each changed row fits by itself, but not all of them together")

    def _group(self, slots: list[Slot], changes: list[Change]) -> None:
        pairs = matching(slots, changes, lambda slot, change: not self._problems(slot, change))
        matched = [(slots[i], changes[j]) for i, j in pairs.items()]
        for slot, change in matched:
            self._bind(slot, change)
        for slot, change in matched:  # refs within the group were open until now
            self._note(slot, change)
        slots = [slot for i, slot in enumerate(slots) if i not in pairs]
        changes = [change for j, change in enumerate(changes) if j not in pairs.values()]
        for slot in slots:
            nearest = self._nearest(slot, changes)
            if nearest is None:
                self.findings.missing.append(f"{slot.collection}: an expected row was not {slot.kind}")
                continue
            changes.remove(nearest)
            self._bind(slot, nearest)
            self._note(slot, nearest)
        self.findings.side_effects += [self._side_effect(change) for change in changes]

    def _note(self, slot: Slot, change: Change) -> None:
        problems = ", ".join(self._problems(slot, change))
        if problems:
            self.findings.wrong.append(f"{slot.collection} {change.row_id}: {problems}")

    def _nearest(self, slot: Slot, changes: list[Change]) -> Change | None:
        """The change that was meant: most named columns right, at least one of them."""
        ranked = sorted(changes, key=lambda change: len(self._problems(slot, change)))
        if not ranked or len(self._problems(slot, ranked[0])) >= self.comparer.n_named(slot):
            return None
        return ranked[0]

    def _problems(self, slot: Slot, change: Change) -> list[str]:
        return self.comparer.problems(slot, change, self.found)

    def _bind(self, slot: Slot, change: Change) -> None:
        if slot.kind == "added":
            self.found[slot.collection, slot.number] = change.data

    def _side_effect(self, change: Change) -> SideEffect:
        text = _describe(change, set(self.comparer.derived.get(change.collection, ())))
        return SideEffect(site=self.site, collection=change.collection, kind=change.kind, id=change.row_id, text=text)


def _describe(change: Change, derived: set[str]) -> str:
    """What happened to a row, in a few words."""
    if change.kind == "updated":
        before, after = change.data["before"], change.data["after"]
        changed = sorted(changed_columns(change.data) - derived)
        return ", ".join(f"{c} {_short(before.get(c))} -> {_short(after.get(c))}" for c in changed)
    names = [name for name in ("name", "title", "body", "action") if change.data.get(name)]
    names = names or [name for name in change.data if name not in derived and name != "id"][:3]
    return ", ".join(f"{name} {_short(change.data[name])}" for name in names)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
