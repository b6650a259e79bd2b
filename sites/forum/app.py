"""The forum's web application: one instance for any number of worlds."""

from __future__ import annotations

import sqlite3
from typing import Any

from flask import Flask

from ..kit.mount import Mount
from ..kit.session import mint_cookies
from ..kit.web import make_app
from . import (
    accounts,
    comments,
    forums,
    front,
    links,
    login,
    media,
    moderation,
    search,
    submissions,
    threads,
    users,
    votes,
)
from .manifest import MANIFEST

NAME = "Plaza"

_NOUNS = (front, forums, submissions, threads, comments, votes, users, accounts, login, moderation, search, media)


def create_app() -> Flask:
    """The WSGI application; it finds its mount in the environ under ``mount.ENVIRON_KEY``."""
    app = make_app(__package__ or __name__, MANIFEST, _find_user, [noun.pages for noun in _NOUNS])
    app.jinja_env.globals.update(site_name=NAME, links=links)
    return app


def mint_login(mount: Mount, user: str) -> list[dict[str, Any]]:
    """The cookies of a logged-in user, in Playwright's form; raises ``KeyError`` for an unknown user."""
    with mount.state.reading() as db:
        row = db.execute("SELECT * FROM users WHERE name = ? AND name NOT LIKE '!%'", [user]).fetchone()
    if row is None:
        raise KeyError(f"no user {user!r} on {mount.site.name}")
    return mint_cookies(mount, row)


def _find_user(db: sqlite3.Connection, user_id: int) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute("SELECT * FROM users WHERE id = ?", [user_id]).fetchone()
    return row
