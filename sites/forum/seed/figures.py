"""Votes and lengths of threads: heavy tails, and big forums get more of both."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .anchors import MOST_ACTIVE, PICTURES, TOP
from .plan import Planned
from .scale import Recipe
from .timeline import START

QUIET_THREADS = 0.35
"""The longest thread of a forum whose most active ones are named, as a share of the longest of all."""


def vote(planned: Sequence[Planned], recipe: Recipe) -> None:
    """Set every submission's votes; in some forums the best of all time are those that tasks name, in order."""
    rng = recipe.stream("votes")
    hot = dict(PICTURES)
    for row in planned:
        median = 4 * 1.42**row.forum.size
        age_h = (START.timestamp() - row.created_at) / 3600
        up = int(min(rng.lognormvariate(0, 1.35) * median, 61_000) * min(1.0, 0.12 + age_h / 30)) + 1
        if row.id in hot:
            up += rng.randint(140, 900)
        row.upvotes, row.downvotes = up, _downvotes(rng, up)
    for name, ids in TOP.items():
        _raise(rng, [row for row in planned if row.forum.name == name], ids)


def lengths(planned: Sequence[Planned], recipe: Recipe) -> None:
    """Share the comments out over the submissions: more for those with more votes."""
    rng = recipe.stream("lengths")
    weights = [(row.upvotes + 3) ** 0.42 * rng.lognormvariate(0, 0.8) for row in planned]
    limits = [_limit(row, recipe.scale.most_comments) for row in planned]
    counts = [min(_fixed(row, recipe.scale.most_comments), limit) for row, limit in zip(planned, limits, strict=True)]
    free = [index for index, row in enumerate(planned) if row.id not in MOST_ACTIVE]
    left = recipe.scale.n_comments - sum(counts)
    while left > 0:
        total = sum(weights[index] for index in free)
        for index in free:
            extra = int(weights[index] / total * left + rng.random())
            counts[index] = min(limits[index], counts[index] + extra)
        free = [index for index in free if counts[index] < limits[index]]
        left = recipe.scale.n_comments - sum(counts)
    for row, count in zip(planned, counts, strict=True):
        row.n_comments = count


def comment_votes(rng: random.Random, submission_upvotes: int, depth: int) -> tuple[int, int]:
    """Up and down votes of a comment: fewer than the submission's, and fewer the deeper it stands."""
    median = 1.5 + submission_upvotes**0.5 / (2 + 2 * depth)
    up = int(rng.lognormvariate(0, 1.1) * median) + 1
    if rng.random() < 0.04:
        return up, up + int(rng.lognormvariate(1, 0.8))
    return up, min(up, int(up * rng.betavariate(1, 11)))


def _downvotes(rng: random.Random, up: int) -> int:
    share = rng.uniform(0.5, 1.15) if rng.random() < 0.03 else rng.betavariate(1.2, 10)
    return int(up * share)


def _raise(rng: random.Random, rows: Sequence[Planned], ids: tuple[int, ...]) -> None:
    best = max(row.upvotes - row.downvotes for row in rows if row.id not in ids)
    by_id = {row.id: row for row in rows}
    for id_ in reversed(ids):
        best = int(best * rng.uniform(1.06, 1.22)) + 5
        down = int(best * rng.uniform(0.03, 0.08))
        by_id[id_].upvotes, by_id[id_].downvotes = best + down, down


def _limit(row: Planned, most: int) -> int:
    if row.forum.name == "DIY" and row.id not in MOST_ACTIVE:
        return int(most * QUIET_THREADS)
    return most


def _fixed(row: Planned, most: int) -> int:
    """A thread's least length: those that tasks name are never empty."""
    if row.id in MOST_ACTIVE:
        rank = MOST_ACTIVE.index(row.id)
        return int(most * QUIET_THREADS) + 2 * (len(MOST_ACTIVE) - rank)
    return 6 if row.is_anchor else 0
