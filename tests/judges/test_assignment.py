"""Matching of expected and changed rows."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.judges import assignment
from browserenv.judges.assignment import matching, whole_assignment
from browserenv.judges.rows import Change, Slot
from browserenv.tasks.changes import RowMatcher

ANY = RowMatcher.model_validate({})


@settings(deadline=None)
@given(st.lists(st.sets(st.integers(0, 4)), max_size=5))
def test_matching_is_as_large_as_can_be(options: list[set[int]]) -> None:
    found = matching(options, range(5), lambda left, right: right in left)
    assert len(set(found.values())) == len(found)
    assert all(j in options[i] for i, j in found.items())
    orders = itertools.permutations(range(5), len(options))
    best = max(sum(j in left for left, j in zip(options, order, strict=True)) for order in orders)
    assert len(found) == best


def test_every_change_is_used_once() -> None:
    slots = [Slot("a", "added", i, ANY) for i in range(3)]
    changes = [Change("a", "added", str(i), {"id": i}) for i in range(3)]
    found = whole_assignment(slots, changes, lambda slot, change, _: slot.number + change.data["id"] == 2)
    assert found == changes[::-1]


def test_kinds_and_counts_must_agree() -> None:
    slot = Slot("a", "added", 0, ANY)
    assert whole_assignment([slot], [], lambda *_: True) is None
    assert whole_assignment([slot], [Change("a", "deleted", "1", {})], lambda *_: True) is None
    assert whole_assignment([slot], [Change("b", "added", "1", {})], lambda *_: True) is None
    assert whole_assignment([], [], lambda *_: True) == []


def test_endless_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "MAX_TRIES", 100)
    slots = [Slot("a", "added", i, ANY) for i in range(9)]
    changes = [Change("a", "added", str(i), {"id": i}) for i in range(9)]
    with pytest.raises(RuntimeError, match="more than 100 ways to match 9 rows; name more columns"):
        # Only with refs known does the last slot fit nothing, so that every order would be tried.
        whole_assignment(slots, changes, lambda slot, change, found: slot.number < 8 or len(found) < 8)
