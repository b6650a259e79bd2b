"""Seeds: which are taken, and that draws stay what they are."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.tasks.errors import SeedError
from browserenv.tasks.seeds import generator, pick, sample, whole_seed


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**200, np.int64(7), np.uint8(7), np.int32(0)])
def test_whole_numbers_are_seeds(seed: Any) -> None:
    assert whole_seed(seed) == int(seed)
    assert type(whole_seed(seed)) is int


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (True, "seed True is a truth value; give a whole number from 0 on"),
        (np.True_, "seed np.True_ is a truth value; give a whole number from 0 on"),
        (-1, "seed -1 is negative; give a whole number from 0 on"),
        (np.int64(-3), "seed -3 is negative; give a whole number from 0 on"),
        (1.0, "seed 1.0 is a float; give a whole number from 0 on"),
        (float("nan"), "seed nan is a float; give a whole number from 0 on"),
        ("1", "seed '1' is a str; give a whole number from 0 on"),
        (None, "seed None is a NoneType; give a whole number from 0 on"),
        ([1], "seed [1] is a list; give a whole number from 0 on"),
    ],
)
def test_anything_else_is_refused(seed: Any, message: str) -> None:
    with pytest.raises(SeedError) as caught:
        whole_seed(seed)
    assert str(caught.value) == message


def test_draws_stay_what_they_are() -> None:
    """Golden numbers: a change here changes every drawn task, so it needs a new version of the families."""
    assert [round(generator("forum.create-forum", seed, "forum").random(), 6) for seed in range(4)] == GOLDEN


GOLDEN = [0.843455, 0.831011, 0.939614, 0.629598]


def test_a_family_a_slot_and_a_seed_make_a_stream_of_their_own() -> None:
    streams = {
        generator(family, seed, slot).random() for family in ("a.b", "a.c") for seed in (0, 1, 2**32) for slot in "xy"
    }
    assert len(streams) == 12
    assert generator("a.b", np.int64(1), "x").random() == generator("a.b", 1, "x").random()


def test_the_global_generator_is_left_alone() -> None:
    random.seed(3)
    state = random.getstate()
    pick(generator("a.b", 1), [1, 2, 3])
    sample(generator("a.b", 1), [1, 2, 3], 2)
    assert random.getstate() == state


@settings(deadline=None)
@given(st.integers(0), st.lists(st.integers(), min_size=1, unique=True), st.data())
def test_picks_and_samples_are_items(seed: int, items: list[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(items)))
    assert pick(generator("a.b", seed), items) in items
    taken = sample(generator("a.b", seed), items, n)
    assert len(taken) == len(set(taken)) == n
    assert set(taken) <= set(items)


def test_every_item_is_picked_at_some_seed() -> None:
    assert {pick(generator("a.b", seed), "abcdef") for seed in range(60)} == set("abcdef")


def test_too_few_items_are_an_error() -> None:
    with pytest.raises(IndexError):
        sample(generator("a.b", 0), [1], 2)
