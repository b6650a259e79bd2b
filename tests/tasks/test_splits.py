"""Splits by seed."""

from __future__ import annotations

import pytest

from browserenv.tasks.errors import SeedError
from browserenv.tasks.splits import SPLITS, split_of, split_seeds


def test_splits_share_no_seed_and_leave_no_gap() -> None:
    ends = [(seeds.start, seeds.stop) for seeds in SPLITS.values()]
    assert ends == [(0, 1_000_000), (1_000_000, 2_000_000), (2_000_000, 3_000_000)]


@pytest.mark.parametrize(
    ("seed", "split"), [(0, "train"), (999_999, "train"), (1_000_000, "dev"), (2_999_999, "test"), (3_000_000, None)]
)
def test_a_seed_belongs_to_one_split(seed: int, split: str | None) -> None:
    assert split_of(seed) == split


def test_the_first_seeds_of_a_split() -> None:
    assert list(split_seeds("dev", 2)) == [1_000_000, 1_000_001]


@pytest.mark.parametrize(
    ("name", "n", "message"), [("tset", 1, "did you mean 'test'"), ("dev", 0, "1,000,000 seeds"), ("dev", 2**20, "not")]
)
def test_wrong_splits_are_refused(name: str, n: int, message: str) -> None:
    with pytest.raises(SeedError, match=message):
        split_seeds(name, n)
