"""The plan of the submissions: which forum has which ids, who wrote them, in which way. No text yet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from .anchors import ACCOUNT_FORUM, FORBIDDEN, LAST_ID, NEWEST, OTHER_AUTHORS, PICTURES, QUIET_POSTERS, SUBMISSIONS
from .forums import Forum
from .people import Person
from .scale import Recipe, share_out
from .timeline import draw_ids, submitted_at

GROWTH = 1.42


@dataclass
class Planned:
    """A submission before its text. ``kind`` is a rule of the grammar; ``picture`` is what is shown, if it is one."""

    id: int
    forum: Forum
    author: Person
    kind: str
    picture: str = ""
    is_anchor: bool = False
    has_image: bool = False
    upvotes: int = 0
    downvotes: int = 0
    n_comments: int = 0
    visibility: str = "visible"
    is_locked: bool = False
    is_sticky: bool = False

    @property
    def created_at(self) -> int:
        """Unix time."""
        return submitted_at(self.id)


@dataclass
class Crowd:
    """The people of one forum: a few write often, most of them seldom."""

    people: Sequence[Person]
    _sums: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._sums = list(accumulate(1 / (rank + 2) ** 0.8 for rank in range(len(self.people))))

    def draw(self, rng: random.Random) -> Person:
        """One of them."""
        return rng.choices(self.people, cum_weights=self._sums)[0]


def gather_crowds(forums: Sequence[Forum], people: Sequence[Person], recipe: Recipe) -> dict[str, Crowd]:
    """The crowd of each forum, by its name; those whom tasks know by name are in none."""
    free = [person for person in people if not person.is_named]
    crowds = {}
    for forum in forums:
        rng = recipe.stream("crowd", forum.name)
        n = min(len(free), 30 + int(len(free) * 0.014 * forum.size))
        crowds[forum.name] = Crowd(rng.sample(free, n))
    return crowds


def plan_submissions(
    forums: Sequence[Forum], people: Sequence[Person], crowds: dict[str, Crowd], recipe: Recipe
) -> list[Planned]:
    """All submissions, in order of id."""
    by_name = {person.name: person for person in people}
    anchors = _anchor_ids()
    sizes = share_out([GROWTH**forum.size for forum in forums], recipe.scale.n_submissions, 12)
    taken = {number for number, _, _ in SUBMISSIONS} | {number for number, _ in PICTURES}
    planned: list[Planned] = []
    for forum, n in zip(forums, sizes, strict=True):
        rng = recipe.stream("plan", forum.name)
        newest = NEWEST.get(forum.name, LAST_ID - 3)
        ids = draw_ids(rng, n - len(anchors.get(forum.name, [])), newest, taken, recipe.scale.recent)
        taken.update(ids)
        rows = [_plan_free(rng, number, forum, crowds[forum.name]) for number in ids]
        rows += [
            _plan_anchor(rng, number, forum, crowds, by_name.get(name)) for number, name in anchors.get(forum.name, [])
        ]
        rows.sort(key=lambda row: row.id)
        _name_latest_poster(rows, by_name)
        planned += rows
    _give_to_others(planned, by_name, recipe.stream("others"))
    return sorted(planned, key=lambda row: row.id)


def choose_images(planned: Sequence[Planned], n: int) -> None:
    """Mark the ``n`` submissions that get a picture: those that tasks ask for, then by turns the newest of a forum."""
    waiting: dict[str, list[Planned]] = {}
    for row in reversed(planned):
        if row.picture:
            waiting.setdefault(row.forum.name, []).append(row)
    chosen = [row for row in planned if row.picture and row.is_anchor][:n]
    for turn in range(len(planned)):
        level = [rows[turn] for rows in waiting.values() if turn < len(rows) and not rows[turn].is_anchor]
        if not level or len(chosen) >= n:
            break
        chosen += level[: n - len(chosen)]
    for row in chosen:
        row.has_image = True


def decide_fates(planned: Sequence[Planned], rng: random.Random) -> None:
    """A few submissions were removed, deleted, locked or made sticky since; those that tasks know are untouched."""
    sticky: set[str] = set()
    for row in planned:
        if row.is_anchor or row.author.is_named:
            continue
        row.visibility = rng.choices(("visible", "trashed", "deleted"), (985, 8, 7))[0]
        row.is_locked = row.visibility == "visible" and rng.random() < 0.012
        if row.forum.size >= 6 and row.forum.name not in sticky and row.kind in ("ask", "talk") and rng.random() < 0.06:
            row.is_sticky = row.visibility == "visible"
            sticky.add(row.forum.name)


def _anchor_ids() -> dict[str, list[tuple[int, str]]]:
    anchors: dict[str, list[tuple[int, str]]] = {}
    for number, forum, author in SUBMISSIONS:
        anchors.setdefault(forum, []).append((number, author))
    anchors["pics"] = [(number, "") for number, _ in PICTURES]
    return anchors


def _plan_free(rng: random.Random, number: int, forum: Forum, crowd: Crowd) -> Planned:
    names, weights = zip(*forum.kinds, strict=True)
    kind = rng.choices(names, weights)[0]
    picture = rng.choice(forum.pictures) if kind == "pic" else ""
    return Planned(number, forum, crowd.draw(rng), kind, picture)


def _plan_anchor(
    rng: random.Random, number: int, forum: Forum, crowds: dict[str, Crowd], author: Person | None
) -> Planned:
    picture = dict(PICTURES).get(number) or (rng.choice(forum.pictures) if forum.name in ("earthporn", "memes") else "")
    return Planned(number, forum, author or crowds[forum.name].draw(rng), "anchor", picture, is_anchor=True)


def _name_latest_poster(rows: list[Planned], people: dict[str, Person]) -> None:
    for forum, name, _ in QUIET_POSTERS:
        if rows[-1].forum.name == forum:
            rows[-1].author = people[name]


def _give_to_others(planned: Sequence[Planned], people: dict[str, Person], rng: random.Random) -> None:
    """Let the named authors who own nothing yet write something, though not where tasks say that they did not."""
    for name in OTHER_AUTHORS:
        barred = (*FORBIDDEN[name], ACCOUNT_FORUM, *(forum for forum, _, _ in QUIET_POSTERS))
        free = [
            row for row in planned if not row.is_anchor and not row.author.is_named and row.forum.name not in barred
        ]
        for row in rng.sample(free, 3):
            row.author = people[name]
