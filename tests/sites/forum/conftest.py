"""A forum with a few rows, each test on a copy of its own, and clients logged in as its people."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from browserenv.sites.forum.app import create_app, mint_login
from browserenv.sites.forum.counters import refresh_comment, refresh_forum, refresh_submission
from browserenv.sites.forum.manifest import MANIFEST
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.mount import Mount
from browserenv.sites.kit.passwords import hash_password
from browserenv.sites.kit.state import State, install_tracking

USERS = ("MarvelsGrantMan136", "Wren", "Tansy", "Root")
PASSWORDS = {"MarvelsGrantMan136": "test1234"}
FORUMS = ("books", "earthporn", "MachineLearning", "space")

Soup = Callable[[SiteClient, str], BeautifulSoup]
ClientOf = Callable[[str | None], SiteClient]


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the start state."""
    folder = tmp_path_factory.mktemp("start")
    db = sqlite3.connect(folder / DATABASE)
    db.executescript((files("browserenv.sites.forum") / "schema.sql").read_text())
    _insert_people(db)
    _insert_forums(db)
    _insert_threads(db)
    db.commit()
    install_tracking(db, MANIFEST.collections)
    db.close()
    return folder


@pytest.fixture(scope="session")
def app() -> Flask:
    """One application for all tests, as one serves all worlds."""
    return create_app()


@pytest.fixture
def new_mount(start: Path, tmp_path: Path) -> Callable[[str], Mount]:
    """Makes mounts of the start state, by name."""

    def make(name: str) -> Mount:
        state = State(tmp_path / name, start, MANIFEST.collections)
        state.reset()
        return Mount(MANIFEST, state)

    return make


@pytest.fixture
def mount(new_mount: Callable[[str], Mount]) -> Mount:
    """The mount that most tests use."""
    return new_mount("state")


@pytest.fixture
def client_of(app: Flask, mount: Mount) -> ClientOf:
    """Makes clients of that mount, logged in by name or (None) anonymous."""

    def make(name: str | None) -> SiteClient:
        client = SiteClient(app, mount)
        if name is None:
            return client
        user_id = mount.state.rows("users", {"name": name})[0]["id"]
        return client.be(user_id, mint_login(mount, name))

    return make


@pytest.fixture
def soup() -> Soup:
    """Parses a page that a client gets."""
    return lambda client, path: BeautifulSoup(client.text(path), "html.parser")


@pytest.fixture
def me(client_of: ClientOf) -> SiteClient:
    """The account that tasks act as: it moderates books, and follows books and space."""
    return client_of("MarvelsGrantMan136")


@pytest.fixture
def wren(client_of: ClientOf) -> SiteClient:
    """A user who moderates nothing."""
    return client_of("Wren")


@pytest.fixture
def anyone(client_of: ClientOf) -> SiteClient:
    """A visitor who is not logged in."""
    return client_of(None)


def _insert_people(db: sqlite3.Connection) -> None:
    for name in USERS:
        password_hash = hash_password(PASSWORDS.get(name, "password"), name)
        values = [name, password_hash, "I *read*." if name == "Wren" else "", name == "Root"]
        db.execute(
            "INSERT INTO users (name, password_hash, biography, is_admin, created_at)"
            " VALUES (?, ?, ?, ?, '2023-01-02T03:04:05+00:00')",
            values,
        )


def _insert_forums(db: sqlite3.Connection) -> None:
    for i, name in enumerate(FORUMS):
        db.execute(
            "INSERT INTO forums (name, title, description, sidebar, is_featured, created_at, seed_subscribers)"
            " VALUES (?, ?, ?, ?, ?, '2023-01-03T03:04:05+00:00', ?)",
            [name, f"All about {name}", f"A place for {name}.", "Be *kind*.", i < 3, 100 * i],
        )
    db.execute("INSERT INTO moderators VALUES (1, 1, 1, '2023-01-03T03:04:05+00:00')")
    db.execute("INSERT INTO moderators VALUES (2, 2, 3, '2023-01-03T03:04:05+00:00')")
    for forum_id in (1, 4):
        db.execute(
            "INSERT INTO subscriptions (forum_id, user_id, created_at) VALUES (?, 1, '2023-01-04T03:04:05+00:00')",
            [forum_id],
        )


def _insert_threads(db: sqlite3.Connection) -> None:
    """Forty submissions in books, ten in each other forum; comments under the first of books, three levels deep."""
    for i in range(70):
        forum_id = 1 if i < 40 else 2 + (i - 40) // 10
        moment = f"2023-{1 + i % 9:02}-{1 + i % 27:02}T{i % 24:02}:00:00+00:00"
        url = f"https://www.example.org/{i}" if i % 3 == 1 else None
        db.execute(
            "INSERT INTO submissions (forum_id, user_id, title, media_type, url, body, created_at, last_active,"
            " seed_upvotes, seed_downvotes) VALUES (?, ?, ?, 'url', ?, ?, ?, ?, ?, ?)",
            [
                *(forum_id, 1 + i % 3, f"Submission {i} of a reader's week", url),
                *(None if url else f"The text of **{i}**.", moment, moment, (i * 37) % 50, (i * 11) % 17),
            ],
        )
    for i, parent in enumerate((None, 1, 2, None, 4, 1), start=1):
        db.execute(
            "INSERT INTO comments (submission_id, parent_id, user_id, body, created_at, seed_upvotes)"
            " VALUES (1, ?, ?, ?, ?, ?)",
            [parent, 1 + i % 3, f"Comment {i} says hello", f"2023-09-{i:02}T10:00:00+00:00", i],
        )
    for i in range(1, 71):
        refresh_submission(db, i)
    for i in range(1, 7):
        refresh_comment(db, i)
    for i in range(1, 5):
        refresh_forum(db, i)
