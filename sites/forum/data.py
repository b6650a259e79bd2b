"""The forum's seed data: the same (size, seed) gives the same bytes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ..kit.registry import Progress
from .seed.figures import lengths, vote
from .seed.forums import read_forums
from .seed.people import invent_people
from .seed.plan import choose_images, decide_fates, gather_crowds, plan_submissions
from .seed.scale import Recipe
from .seed.store import Store
from .seed.threads import plan_threads
from .seed.topics import Library

SCHEMA = Path(__file__).with_name("schema.sql")


def build(db: sqlite3.Connection, size: str, seed: int, progress: Progress) -> None:
    """Create the schema and the seed data in an empty database; same (size, seed), same bytes.

    db: a connection in autocommit mode to an empty file. Raises ``ValueError`` for an unknown size.
    """
    recipe = Recipe(size, seed)
    forums = read_forums(size)
    library = Library()
    people = invent_people(recipe, library)
    progress("people", len(people), len(people))
    crowds = gather_crowds(forums, people, recipe)
    planned = plan_submissions(forums, people, crowds, recipe)
    choose_images(planned, recipe.scale.n_pictures)
    decide_fates(planned, recipe.stream("fates"))
    vote(planned, recipe)
    lengths(planned, recipe)
    threads = plan_threads(planned, crowds, people, recipe)
    store = Store(db, recipe, library, progress)
    store.create_tables(SCHEMA.read_text(encoding="utf-8"))
    store.add_people(people)
    store.add_forums(forums, people, crowds)
    store.add_submissions(planned, threads, crowds)
    store.finish()
