"""Splits by seed: which draws of a family may be trained on, tuned on, and reported.

A seed belongs to one split for good, so that an agent trained on ``train`` has not seen the draws of ``test``. Draws of
different seeds may still coincide in a family with few choices; ``digest`` of a task tells.
"""

from __future__ import annotations

from .errors import SeedError, nearest
from .seeds import whole_seed

SPLITS = {
    "train": range(0, 1_000_000),
    "dev": range(1_000_000, 2_000_000),
    "test": range(2_000_000, 3_000_000),
}


def split_of(seed: object) -> str | None:
    """The split that a seed belongs to; None from 3,000,000 on, which no split uses. Raises ``SeedError``."""
    number = whole_seed(seed)
    return next((name for name, seeds in SPLITS.items() if number in seeds), None)


def split_seeds(name: str, n: int) -> range:
    """The first ``n`` seeds of a split. Raises ``SeedError`` for an unknown split, or more seeds than it has."""
    if name not in SPLITS:
        raise SeedError(f"no split {name!r}{nearest(name, SPLITS)}")
    seeds = SPLITS[name]
    if not 1 <= n <= len(seeds):
        raise SeedError(f"split {name} has {len(seeds):,} seeds, not {n}; ask for 1 to {len(seeds):,}")
    return seeds[:n]
