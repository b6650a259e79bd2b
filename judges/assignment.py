"""Which changed row is which expected one, whatever the order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from .rows import Change, Row, Slot

Left = TypeVar("Left")
Right = TypeVar("Right")

# Far beyond any task's expected change; beyond it the check is indeterminate rather than slow.
MAX_TRIES = 50_000

Fits = Callable[[Slot, Change, Mapping[tuple[str, int], Row]], bool]


def matching(left: Sequence[Left], right: Sequence[Right], fits: Callable[[Left, Right], bool]) -> dict[int, int]:
    """A largest one-to-one matching, as indices of ``left`` to indices of ``right``.

    Augmenting paths; source: Kuhn 1955 for bipartite graphs.
    """
    owner: dict[int, int] = {}
    options = [[j for j, other in enumerate(right) if fits(one, other)] for one in left]

    def place(i: int, tried: set[int]) -> bool:
        for j in options[i]:
            if j in tried:
                continue
            tried.add(j)
            if j not in owner or place(owner[j], tried):
                owner[j] = i
                return True
        return False

    for i in range(len(left)):
        place(i, set())
    return {i: j for j, i in owner.items()}


def whole_assignment(slots: Sequence[Slot], changes: Sequence[Change], fits: Fits) -> list[Change] | None:
    """The change of each slot, in the slots' order, such that every change is used once; None when there is none.

    ``slots`` come in an order in which every ref points back. Refs make one choice depend on another, so this tries
    choices in turn; a matching that leaves refs aside rules most cases out beforehand.
    Raises ``RuntimeError`` after ``MAX_TRIES``.
    """
    if len(slots) != len(changes):
        return None
    loose = matching(slots, changes, lambda slot, change: _same_kind(slot, change) and fits(slot, change, {}))
    if len(loose) < len(slots):
        return None
    return _Search(slots, changes, fits).run()


class _Search:
    """Backtracking over the slots in order."""

    def __init__(self, slots: Sequence[Slot], changes: Sequence[Change], fits: Fits) -> None:
        self.slots = slots
        self.changes = changes
        self.fits = fits
        self.chosen: list[int] = []
        self.found: dict[tuple[str, int], Row] = {}
        self.tries = 0

    def run(self) -> list[Change] | None:
        return [self.changes[j] for j in self.chosen] if self._place(0) else None

    def _place(self, i: int) -> bool:
        if i == len(self.slots):
            return True
        slot = self.slots[i]
        for j, change in enumerate(self.changes):
            if j in self.chosen or not _same_kind(slot, change):
                continue
            self._count()
            if not self.fits(slot, change, self.found):
                continue
            self._choose(slot, j, change)
            if self._place(i + 1):
                return True
            self._undo(slot)
        return False

    def _choose(self, slot: Slot, j: int, change: Change) -> None:
        self.chosen.append(j)
        if slot.kind == "added":
            self.found[slot.collection, slot.number] = change.data

    def _undo(self, slot: Slot) -> None:
        self.chosen.pop()
        if slot.kind == "added":
            del self.found[slot.collection, slot.number]

    def _count(self) -> None:
        self.tries += 1
        if self.tries > MAX_TRIES:
            raise RuntimeError(f"more than {MAX_TRIES} ways to match {len(self.slots)} rows; name more columns")


def _same_kind(slot: Slot, change: Change) -> bool:
    return (slot.collection, slot.kind) == (change.collection, change.kind)
