"""Seeds: one whole number from 0 on makes one draw of a family, on any machine, for good.

The generator of a draw is seeded by a hash of (family, slot, seed): a new family shifts no other one, a new slot shifts
no other slot. The global generator is never used. Only ``random()`` is taken from ``random.Random``, since it is the
one method whose sequence Python promises to keep.
"""

from __future__ import annotations

import hashlib
import json
import operator
import random
from collections.abc import Sequence
from typing import TypeVar

from .errors import SeedError

T = TypeVar("T")


def whole_seed(seed: object) -> int:
    """The seed as an ``int``: any whole number from 0 on, numpy's among them, however large.

    Raises ``SeedError`` for booleans, negative numbers, floats and texts.
    """
    kind = type(seed)
    if isinstance(seed, bool) or kind.__name__ in ("bool_", "bool"):
        raise SeedError(f"seed {seed!r} is a truth value; give a whole number from 0 on")
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise SeedError(f"seed {seed!r} is a {kind.__name__}; give a whole number from 0 on") from None
    if number < 0:
        raise SeedError(f"seed {number} is negative; give a whole number from 0 on")
    return number


def generator(family: str, seed: object, slot: str = "") -> random.Random:
    """The generator of one slot of one draw."""
    text = json.dumps([family, slot, whole_seed(seed)])
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def pick(rng: random.Random, items: Sequence[T]) -> T:
    """One of the items, each as likely; raises ``IndexError`` when there are none."""
    return items[int(rng.random() * len(items))]


def sample(rng: random.Random, items: Sequence[T], n: int) -> list[T]:
    """``n`` items, none taken twice, in random order; raises ``IndexError`` when there are fewer."""
    rest = list(items)
    return [rest.pop(int(rng.random() * len(rest))) for _ in range(n)]
