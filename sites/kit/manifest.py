"""What a site says of itself. Manifests are light: reading one imports no web framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Account:
    """A user of the seed data whom people and tasks may log in as."""

    name: str
    password: str
    note: str = ""


@dataclass(frozen=True)
class Trial:
    """A write that shows a site to be in order: a page with a form, and what the first account fills in there."""

    page: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Manifest:
    """A site's data sheet.

    ``collections`` are the tables that state, diff and setup speak of, each with a primary key ``id``.
    ``derived`` names, by collection, the columns that the site computes from other rows (counters, rankings):
    a change in nothing but these is no change that a task could ask for or forbid.
    ``headline`` is the collection whose count tells how large a state is.
    ``generator_files`` are the files, as patterns below the sites' folder, that the seed data depends on: their
    digest is part of a golden state's name, so a change in them builds anew. ``generator_version`` is for what no
    file shows.
    """

    name: str
    host: str
    title: str
    generator_version: str
    generator_files: tuple[str, ...]
    collections: tuple[str, ...]
    accounts: tuple[Account, ...]
    headline: str
    trial: Trial
    derived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sizes: tuple[str, ...] = ("small", "full")
    health_path: str = "/"

    @property
    def login_user(self) -> str:
        """The account that tasks act as unless they name another."""
        return self.accounts[0].name
