"""Votes that have rows of their own, a few among the many that are only counted."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from .plan import Crowd, Planned
from .threads import Reply
from .timeline import START, iso

Row = tuple[int, int, int, str]


@dataclass
class Ballots:
    """Draws voters; the rows drawn wait until they are taken. Nobody votes on what tasks count or vote on."""

    rng: random.Random
    submission_share: float = 0.08
    comment_share: float = 0.03
    _submissions: list[Row] = field(default_factory=list)
    _comments: list[Row] = field(default_factory=list)

    def on_submission(self, row: Planned, crowd: Crowd) -> tuple[int, int]:
        """How many up and down votes with rows a submission gets."""
        if row.is_anchor or self.rng.random() > self.submission_share:
            return 0, 0
        return self._draw(self._submissions, row.id, row.author.id, row.created_at, crowd)

    def on_comment(self, reply: Reply, crowd: Crowd) -> tuple[int, int]:
        """How many up and down votes with rows a comment gets."""
        if reply.is_fixed or reply.visibility != "visible" or self.rng.random() > self.comment_share:
            return 0, 0
        return self._draw(self._comments, reply.id, reply.author.id, reply.created_at, crowd)

    def take_submission(self) -> list[Row]:
        """The rows (submission, user, choice, time) drawn since the last call."""
        rows, self._submissions = self._submissions, []
        return rows

    def take_comments(self) -> list[Row]:
        """The rows (comment, user, choice, time) drawn since the last call."""
        rows, self._comments = self._comments, []
        return rows

    def _draw(self, rows: list[Row], subject: int, author: int, since: int, crowd: Crowd) -> tuple[int, int]:
        voters = dict.fromkeys(crowd.draw(self.rng).id for _ in range(self.rng.randint(1, 4)))
        counts = {1: 0, -1: 0}
        for voter in voters:
            if voter != author:
                choice = 1 if self.rng.random() < 0.85 else -1
                counts[choice] += 1
                at = since + int((START.timestamp() - since) * self.rng.random() * 0.5)
                rows.append((subject, voter, choice, iso(at)))
        return counts[1], counts[-1]
