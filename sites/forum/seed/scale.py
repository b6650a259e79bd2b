"""How much of everything there is in each size."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ...kit.seedtext import stream


@dataclass(frozen=True)
class Scale:
    """``most_comments`` is the longest thread's length; ``recent`` the share of submissions of the last days."""

    n_people: int
    n_submissions: int
    n_comments: int
    n_pictures: int
    most_comments: int
    recent: float


SCALES = {
    "small": Scale(150, 1_200, 5_000, 40, 36, 0.12),
    "full": Scale(5_000, 20_000, 100_000, 250, 110, 0.06),
}


@dataclass(frozen=True)
class Recipe:
    """All that the data follows from. Raises ``ValueError`` for an unknown size."""

    size: str
    seed: int

    def __post_init__(self) -> None:
        if self.size not in SCALES:
            raise ValueError(f"no size {self.size!r}; there are {', '.join(SCALES)}")

    @property
    def scale(self) -> Scale:
        """How much there is of everything."""
        return SCALES[self.size]

    def stream(self, *names: object) -> random.Random:
        """The random generator of one purpose."""
        return stream("forum", self.size, self.seed, *names)


def share_out(weights: list[float], total: int, least: int) -> list[int]:
    """Whole numbers of at least ``least`` that add up to ``total`` and follow the weights."""
    spare = total - least * len(weights)
    whole = sum(weights)
    shares: list[int] = []
    reached = 0.0
    given = 0
    for weight in weights:
        reached += weight
        upto = round(spare * reached / whole)
        shares.append(least + upto - given)
        given = upto
    return shares
