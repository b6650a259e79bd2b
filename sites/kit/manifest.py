"""What a site says of itself. Manifests are light: reading one imports no web framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Account:
    """A user of the seed data whom people and tasks may log in as."""

    name: str
    password: str
    note: str = ""


@dataclass(frozen=True)
class Trial:
    """A write that shows a site to be in order: a page with a form, and what the first account fills in there.

    ``button`` is what a site that keeps its state in the browser is told to save by.
    """

    page: str
    fields: Mapping[str, str]
    button: str = ""


@dataclass(frozen=True)
class BrowserStorage:
    """Where a client-side site keeps its state, and what of it a harness must know.

    ``key`` of the local storage; ``schema`` is the number that a readable state bears; ``collections`` are those kept
    there (further ones of the manifest stay on the server); ``special_pages`` are the paths, in one pattern, of pages
    for other benchmarks' harnesses, which no agent has any business on.
    """

    key: str
    schema: int
    collections: tuple[str, ...]
    special_pages: str


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
    ``storage`` is given for a site that keeps its state in the browser; its trial names fields by their labels.
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
    storage: BrowserStorage | None = None

    @property
    def state(self) -> Literal["server", "browser"]:
        """Where the site keeps its state."""
        return "browser" if self.storage else "server"

    @property
    def login_user(self) -> str:
        """The account that tasks act as unless they name another."""
        return self.accounts[0].name
