"""Who writes in the forums: names of many patterns, some with a few words about themselves."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ...kit.passwords import hash_password
from ...kit.seedtext import Page
from .anchors import ACCOUNT, COMMENT_AUTHORS, OTHER_AUTHORS, QUIET_POSTERS, SUBMISSIONS
from .scale import Recipe
from .timeline import days_before_start
from .topics import Library

PASSWORD = "test1234"
"""Everybody's: the users are invented and states are thrown away."""


@dataclass(frozen=True)
class Person:
    """A user of the forum; ``is_named`` marks those whom tasks know by name."""

    id: int
    name: str
    biography: str
    created_at: str
    is_named: bool

    def row(self) -> tuple[object, ...]:
        """In the order of the columns id, name, email, password_hash, biography, created_at."""
        email = f"{self.name.lower()}@mail.example" if self.id % 3 == 1 else None
        return self.id, self.name, email, hash_password(PASSWORD, self.name), self.biography, self.created_at


def invent_people(recipe: Recipe, library: Library) -> list[Person]:
    """People with distinct names, whatever the case; those whom tasks name come first."""
    rng = recipe.stream("people")
    page = Page(library.topic("names"), rng)
    named = _named()
    names = list(named)
    taken = {name.lower() for name in names}
    while len(names) < recipe.scale.n_people:
        name = _invent_name(page)
        if 3 <= len(name) <= 24 and name.lower() not in taken:
            taken.add(name.lower())
            names.append(name)
    return [_person(page, rng, number, name, number <= len(named)) for number, name in enumerate(names, start=1)]


def _named() -> list[str]:
    authors = [name for _, _, name in SUBMISSIONS if name]
    quiet = [name for _, name, _ in QUIET_POSTERS]
    return list(dict.fromkeys([ACCOUNT, *authors, *OTHER_AUTHORS, *COMMENT_AUTHORS.values(), *quiet]))


def _invent_name(page: Page) -> str:
    return page.write("pattern").replace(" ", "_")


def _person(page: Page, rng: random.Random, number: int, name: str, is_named: bool) -> Person:
    biography = page.write("bio") if rng.random() < 0.35 and name != ACCOUNT else ""
    return Person(number, name, biography, days_before_start(rng, 400, 2400), is_named)
