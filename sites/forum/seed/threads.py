"""The plan of the comments: who answers whom, when, under which number. No text yet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .anchors import ACCOUNT, COMMENT_AUTHORS, COMMENTS, LAST_COMMENT_ID, MOST_ACTIVE, QUIET_POSTERS
from .figures import comment_votes
from .people import Person
from .plan import Crowd, Planned
from .scale import Recipe
from .timeline import START, spread_ids

MAX_DEPTH = 6
END = int(START.timestamp()) - 45
_HOUR_S = 3600
_LATE_REPLY_S = 40 * 24 * _HOUR_S
"""How late the manager of the website finds the thread about it: after comment 1042264, as its id says."""

GUESTS = (
    *((name, (forum,), n) for (forum, name, _), n in zip(QUIET_POSTERS, (5, 4, 6, 7, 3), strict=True)),
    (ACCOUNT, ("technology", "movies", "homelab", "photography", "gadgets", "games"), 7),
)
"""(name, forums, how many comments): people whose comments are counted, so that they write these and no others."""


@dataclass
class Reply:
    """A comment before its text; ``parent`` is its place in the thread's list, or None at the top."""

    parent: int | None
    author: Person
    created_at: int
    depth: int = 0
    id: int = 0
    upvotes: int = 0
    downvotes: int = 0
    visibility: str = "visible"
    is_edited: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether tasks know it, so that it must stay as it is."""
        return self.author.is_named


Threads = dict[int, list[Reply]]


def plan_threads(
    planned: Sequence[Planned], crowds: dict[str, Crowd], people: Sequence[Person], recipe: Recipe
) -> Threads:
    """The comments of every submission, by its id; parents before children, ids in order of time over all."""
    by_name = {person.name: person for person in people}
    threads: Threads = {}
    for row in planned:
        rng = recipe.stream("thread", row.id)
        threads[row.id] = _grow(rng, row, crowds[row.forum.name], by_name)
    by_id = {row.id: row for row in planned}
    _fix_activity(threads)
    _place_guests(threads, planned, by_name, recipe.stream("guests"))
    _number(threads, recipe.stream("comment ids"))
    for id_, thread in threads.items():
        _finish(recipe.stream("fate", id_), by_id[id_], thread)
    _vote_down(threads)
    return threads


def _grow(rng: random.Random, row: Planned, crowd: Crowd, people: dict[str, Person]) -> list[Reply]:
    thread: list[Reply] = []
    anchor = {submission: comment for comment, submission in COMMENTS}.get(row.id)
    for place in range(row.n_comments):
        if place == 0 and anchor:
            delay = 700 if row.id == COMMENTS[0][1] else _LATE_REPLY_S
            thread.append(Reply(None, people[COMMENT_AUTHORS[anchor]], row.created_at + delay))
            continue
        parent = _parent(rng, thread, only_one_root=row.id == COMMENTS[0][1])
        thread.append(_reply(rng, row, crowd, thread, parent))
    return thread


def _parent(rng: random.Random, thread: list[Reply], only_one_root: bool) -> int | None:
    if not thread or (rng.random() < 0.48 and not only_one_root):
        return None
    for _ in range(8):
        place = rng.randrange(len(thread))
        if thread[place].depth < MAX_DEPTH - 1 and thread[place].created_at < END - 60:
            return place
    return 0 if only_one_root else None


def _reply(rng: random.Random, row: Planned, crowd: Crowd, thread: list[Reply], parent: int | None) -> Reply:
    above = thread[parent] if parent is not None else None
    author = crowd.draw(rng)
    if above and _answers(row, above) and rng.random() < _author_share(row):
        author = row.author
    for _ in range(4):
        if author is not (above.author if above else row.author):
            break
        author = crowd.draw(rng)
    end = END - 72 * _HOUR_S if row.forum.name == "DIY" else END
    time = _later(rng, above.created_at if above else row.created_at, end)
    return Reply(parent, author, time, above.depth + 1 if above else 0)


def _author_share(row: Planned) -> float:
    """How many of the replies are the author's own."""
    if row.forum.name == "IAmA":
        return 0.85
    return 0.05 if row.kind in ("news", "joke") else 0.28


def _answers(row: Planned, above: Reply) -> bool:
    return row.author is not above.author and row.author.name not in {name for name, _, _ in GUESTS}


def _later(rng: random.Random, after: int, end: int) -> int:
    """A moment after another: mostly within hours, always before the end."""
    left = end - after
    delay = int(rng.lognormvariate(0.9, 1.3) * _HOUR_S)
    if delay > left * 0.8:
        delay = int(left * rng.uniform(0.05, 0.9))
    return after + max(20, delay)


def _fix_activity(threads: Threads) -> None:
    """Give the named threads of DIY the latest comments of their forum, in order (the others end days earlier)."""
    for rank, id_ in enumerate(MOST_ACTIVE):
        thread = threads[id_]
        parents = {reply.parent for reply in thread}
        leaf = max(place for place in range(len(thread)) if place not in parents)
        thread[leaf].created_at = END - _HOUR_S * (3 + 2 * rank)


def _place_guests(threads: Threads, planned: Sequence[Planned], people: dict[str, Person], rng: random.Random) -> None:
    """Hand some comments of others to the guests, visible and under other people's submissions."""
    for name, forums, n in GUESTS:
        rows = [row for row in planned if row.forum.name in forums and row.author.name != name]
        free = [reply for row in rows for reply in threads[row.id] if reply.author is not row.author]
        for reply in rng.sample([reply for reply in free if not reply.is_fixed], n):
            reply.author = people[name]


def _vote_down(threads: Threads) -> None:
    """Give the latest posters of tasks 27-31 as many unpopular comments as those tasks count."""
    for _, name, n in QUIET_POSTERS:
        own = [reply for thread in threads.values() for reply in thread if reply.author.name == name]
        for reply in own[:n]:
            reply.upvotes, reply.downvotes = 2, 5


def _number(threads: Threads, rng: random.Random) -> None:
    """Ids in order of time; the comments that tasks name get theirs, the others are spread around them."""
    ordered = sorted(
        ((reply.created_at, id_, place) for id_, thread in threads.items() for place, reply in enumerate(thread))
    )
    fixed = {(submission, 0): comment for comment, submission in COMMENTS}
    waiting: list[Reply] = []
    low = 1
    for _, id_, place in ordered:
        reply = threads[id_][place]
        if (id_, place) in fixed:
            reply.id = fixed[id_, place]
            _hand_out(rng, waiting, low, reply.id - 1)
            waiting, low = [], reply.id + 1
        else:
            waiting.append(reply)
    _hand_out(rng, waiting, low, LAST_COMMENT_ID)


def _hand_out(rng: random.Random, replies: list[Reply], first: int, last: int) -> None:
    for reply, id_ in zip(replies, spread_ids(rng, len(replies), first, last), strict=True):
        reply.id = id_


def _finish(rng: random.Random, row: Planned, thread: list[Reply]) -> None:
    """Votes, and what became of the comments since."""
    for reply in thread:
        reply.upvotes, reply.downvotes = comment_votes(rng, row.upvotes, reply.depth)
        if reply.is_fixed:
            reply.downvotes = min(reply.downvotes, reply.upvotes)
        elif row.id not in MOST_ACTIVE:
            reply.is_edited = rng.random() < 0.03
            reply.visibility = rng.choices(("visible", "trashed", "deleted"), (985, 6, 9))[0]
