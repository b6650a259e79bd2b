"""Who may do what."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec
from urllib.parse import quote

from flask import abort, redirect, request, session
from werkzeug.wrappers import Response

from ..kit.errors import wants_json
from ..kit.web import db, user

TARGET = "target"
PATH_CHARACTERS = "/:@!$&'()*+,;="
"""What RFC 3986 lets stand in a path, beside letters, digits, ``-``, ``.``, ``_`` and ``~``."""

P = ParamSpec("P")
View = Callable[P, str | Response]


def login_required(view: View[P]) -> View[P]:
    """Sends an anonymous visitor to the login page, and from there back here; a request for data gets 401."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> str | Response:
        if user() is not None:
            return view(*args, **kwargs)
        if wants_json():
            abort(401)
        session[TARGET] = _present() if request.method == "GET" else came_from("/")
        return redirect("/login")

    return guarded


def came_from(default: str) -> str:
    """The path of the page that sent this request, if it is one of this site's."""
    sender = request.referrer or ""
    if not sender.startswith(request.host_url):
        return default
    return "/" + sender.removeprefix(request.host_url).lstrip("/\\")  # two slashes would name another host


def _present() -> str:
    """The path and query of the request as a browser writes them, which a redirect can hold whatever they name."""
    query = request.query_string.decode("ascii", "ignore")
    return quote(request.path, safe=PATH_CHARACTERS) + (f"?{query}" if query else "")


def the_user() -> sqlite3.Row:
    """The logged-in user's row, in views that require one."""
    row = user()
    return row if row is not None else abort(401)


def may_moderate(forum_id: int) -> bool:
    """Whether the present user moderates the forum; an administrator moderates all."""
    row = user()
    if row is None:
        return False
    if row["is_admin"]:
        return True
    found = db().execute("SELECT 1 FROM moderators WHERE forum_id = ? AND user_id = ?", [forum_id, row["id"]])
    return found.fetchone() is not None


def require_moderator(forum_id: int) -> None:
    """Refuses with a page 403 who does not moderate the forum."""
    if not may_moderate(forum_id):
        abort(403, "Only a moderator of this forum may do this.")


def require_author(row: sqlite3.Row) -> None:
    """Refuses with a page 403 who did not write the submission or comment."""
    if row["user_id"] != the_user()["id"]:
        abort(403, "Only its author may do this.")


def require_self(row: sqlite3.Row) -> None:
    """Refuses with a page 403 who is not the user whom the page is about."""
    if row["id"] != the_user()["id"]:
        abort(403, "This page is open only to the user whom it is about.")
