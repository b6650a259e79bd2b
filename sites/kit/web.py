"""The web application of a site: one instance serves any number of worlds, each request in the state of its mount.

A GET or HEAD gets a connection that cannot write. Any other method gets one transaction, committed when the response is
below 400 and rolled back otherwise. ``g.db``, ``g.now`` and ``g.user`` live for that long; functions here read them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, cast

from flask import Blueprint, Flask, Response, abort, g, request
from werkzeug.routing import IntegerConverter

from . import csrf, errors, markdown, moments
from .manifest import Manifest
from .mount import ENVIRON_KEY, Mount
from .session import SignedSessions, signed_in_id
from .state import now as state_now

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_UPLOAD_BYTES = 8 * 2**20
MAX_TEXT_BYTES = 2**20
MAX_ROW_ID = 2**63 - 1
STATIC_MAX_AGE_S = 3600

FindUser = Callable[[sqlite3.Connection, int], sqlite3.Row | None]
"""Reads a user's row, with a column ``password_hash``, by its id."""


def mount() -> Mount:
    """The mount of the present request."""
    return cast(Mount, request.environ[ENVIRON_KEY])


def db() -> sqlite3.Connection:
    """The connection of the present request."""
    return cast(sqlite3.Connection, g.db)


def now() -> datetime:
    """The site's time as this request sees it; the rows that it writes bear this time."""
    return cast(datetime, g.now)


def stamp() -> str:
    """``now`` as the text that rows hold: ISO 8601 in UTC, with seconds."""
    return now().isoformat(timespec="seconds")


def user() -> sqlite3.Row | None:
    """The logged-in user's row, or None; also None on the page of an error that came before it was read."""
    return cast("sqlite3.Row | None", g.get("user"))


class _Refused(Exception):
    """Carries a response of 400 or more out of the transaction, which is thereby rolled back."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status)
        self.response = response


class RowId(IntegerConverter):
    """A positive integer in a path that SQLite can hold as a row id."""

    def __init__(self, url_map: Any) -> None:
        super().__init__(url_map, min=1, max=MAX_ROW_ID)


class SiteApp(Flask):
    """A Flask application whose every request runs in the state of the mount in its environ."""

    session_interface = SignedSessions()

    def __init__(self, import_name: str, site: Manifest, find_user: FindUser) -> None:
        super().__init__(import_name)
        self.site = site
        self.find_user = find_user

    def full_dispatch_request(self) -> Response:
        """Answer within the mount's gate and one connection; both are left however the view ends."""
        if request.endpoint == "static":
            return super().full_dispatch_request()
        here = mount()
        with here.request():
            if request.environ.get("waitress.client_disconnected", bool)():
                return Response(status=503)  # asked before a reset, which hung up; nobody reads this
            if request.method in SAFE_METHODS:
                with here.state.reading() as connection:
                    connection.execute("BEGIN")  # one snapshot for the whole page
                    return self._answer(connection, state_now(connection))
            try:
                with here.state.writing() as connection:
                    response = self._answer(connection, state_now(connection) + timedelta(seconds=1))
                    if response.status_code >= 400:
                        raise _Refused(response)
                    return response
            except _Refused as refused:
                return refused.response

    def _answer(self, connection: sqlite3.Connection, time: datetime) -> Response:
        g.db, g.now = connection, time
        g.user = self._signed_in_user(connection)
        return super().full_dispatch_request()

    def _signed_in_user(self, connection: sqlite3.Connection) -> sqlite3.Row | None:
        from_cookie = signed_in_id()
        if from_cookie is None:
            return None
        row = self.find_user(connection, from_cookie.user_id)
        return row if row is not None and from_cookie.belongs_to(row) else None


def make_app(import_name: str, site: Manifest, find_user: FindUser, blueprints: Iterable[Blueprint]) -> Flask:
    """The application of a site.

    ``import_name`` is the site's package, beside whose ``templates`` and ``static`` folders it lies; the templates must
    hold ``error.html`` (see ``errors``).
    """
    app = SiteApp(import_name, site, find_user)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_UPLOAD_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_TEXT_BYTES,
        SEND_FILE_MAX_AGE_DEFAULT=STATIC_MAX_AGE_S,
        SESSION_COOKIE_NAME=f"{site.name}_session",
    )
    app.url_map.strict_slashes = app.url_map.redirect_defaults = False  # serve, where a redirect would change the URL
    app.url_map.converters["id"] = RowId
    app.jinja_options["trim_blocks"] = app.jinja_options["lstrip_blocks"] = True
    app.before_request(_check_form)
    app.after_request(_add_headers)
    app.context_processor(lambda: {"user": user(), "csrf_token": csrf.token})
    app.add_template_filter(markdown.render, "markdown")
    app.add_template_filter(lambda text: moments.element(text, now()), "time")
    errors.install(app)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    return app


def _check_form() -> None:
    """Refuse a writing request that does not come from one of the site's own pages."""
    if request.method in SAFE_METHODS or request.routing_exception is not None:
        return
    if not csrf.is_valid():
        abort(400, "This form was made for another login. Go back, reload the page, and send the form again.")


def _add_headers(response: Response) -> Response:
    headers = response.headers
    if response.mimetype in ("text/html", "application/json"):
        headers.setdefault("Cache-Control", "private, max-age=0, must-revalidate")
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault(
        "Content-Security-Policy", "img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"
    )
    return response
