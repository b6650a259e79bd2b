"""When things happened, and under which number: ids grow with time."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from .anchors import LAST_ID

START = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
"""The world's start: nothing in the seed data is later."""

_NEWEST_AGE_S = 1_260
_PER_ID_S = 20
_SPAN_S = 358 * 86_400
_BEND = 1.7


def submitted_at(submission_id: int) -> int:
    """Unix time of a submission: from 21 September 2022 to minutes before the start, denser towards the end.

    Two neighbours are at least 20 seconds apart, so a greater id is always a later time.
    """
    left = LAST_ID - submission_id
    age = _NEWEST_AGE_S + _PER_ID_S * left + int(_SPAN_S * (left / LAST_ID) ** _BEND)
    return int(START.timestamp()) - age - submission_id % 7


def iso(seconds: int) -> str:
    """Unix time in the form of the schema: ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def days_before_start(rng: random.Random, least: int, most: int) -> str:
    """A moment between ``least`` and ``most`` days before the start."""
    return (START - timedelta(seconds=rng.randint(least * 86_400, most * 86_400))).isoformat()


def draw_ids(rng: random.Random, n: int, newest: int, taken: Iterable[int], recent: float) -> list[int]:
    """``n`` free ids up to ``newest``, ascending; the share ``recent`` of them among the last hundredth."""
    used = set(taken)
    ids: list[int] = []
    while len(ids) < n:
        low = newest - newest // 100 if rng.random() < recent else 2
        drawn = rng.randint(low, newest)
        if drawn not in used:
            used.add(drawn)
            ids.append(drawn)
    return sorted(ids)


def spread_ids(rng: random.Random, n: int, first: int, last: int) -> list[int]:
    """``n`` ids between ``first`` and ``last``, both included, ascending.

    Raises ``ValueError`` when there is no room for so many.
    """
    return sorted(rng.sample(range(first, last + 1), n))
