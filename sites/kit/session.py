"""Sessions in a signed cookie: who is logged in, and messages for the next page. Logging in writes no row.

The signature holds no time, so the host's clock does not matter; the key is the mount's secret. The cookie carries an
epoch drawn from the user's password hash: a new password, or the end of the account, ends every older session.
"""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask
from flask import Flask, Request, Response, session
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer

from .mount import ENVIRON_KEY, Mount

_SALT = "site.session"
_USER = "user"
_EPOCH = "epoch"

UserRow = Mapping[str, Any] | sqlite3.Row
"""A user's row; ``id`` and ``password_hash`` are read."""


@dataclass(frozen=True)
class SignedIn:
    """What the cookie claims."""

    user_id: int
    epoch: str

    def belongs_to(self, user: UserRow) -> bool:
        """Whether the claim was made under the user's present password."""
        return hmac.compare_digest(self.epoch, epoch(user["password_hash"]))


def epoch(password_hash: str) -> str:
    """A short digest that changes with the password."""
    return hashlib.sha256(f"{_SALT}:{password_hash}".encode()).hexdigest()[:16]


def sign_in(user: UserRow) -> None:
    """Make the session that of a user."""
    session[_USER] = user["id"]
    session[_EPOCH] = epoch(user["password_hash"])


def sign_out() -> None:
    """Forget the user and all else that the session holds."""
    session.clear()


def signed_in_id() -> SignedIn | None:
    """What the present request's cookie claims, if anything; the claim is still to be held against the user's row."""
    user_id, claimed = session.get(_USER), session.get(_EPOCH)
    if not isinstance(user_id, int) or not isinstance(claimed, str):
        return None
    return SignedIn(user_id, claimed)


def mint_cookies(mount: Mount, user: UserRow) -> list[dict[str, Any]]:
    """The cookies of a logged-in user, in Playwright's form, without a visit to the login page."""
    value = _serializer(mount).dumps({_USER: user["id"], _EPOCH: epoch(user["password_hash"])})
    cookie = {"name": f"{mount.site.name}_session", "value": value, "domain": mount.site.host}
    return [{**cookie, "path": "/", "httpOnly": True, "sameSite": "Lax"}]


class SignedSessions(SessionInterface):
    """Flask's way to sessions, with the mount's secret as the key."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        text = request.cookies.get(self.get_cookie_name(app))
        if not text:
            return SecureCookieSession()
        try:
            return SecureCookieSession(_serializer(request.environ[ENVIRON_KEY]).loads(text))
        except BadSignature:
            return SecureCookieSession()  # a forged cookie, or one of another world: not logged in

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        name = self.get_cookie_name(app)
        if not session:
            response.delete_cookie(name, path="/", httponly=True, samesite="Lax")
            return
        value = _serializer(flask.request.environ[ENVIRON_KEY]).dumps(dict(session))
        response.set_cookie(name, value, path="/", httponly=True, samesite="Lax")


def _serializer(mount: Mount) -> URLSafeSerializer:
    return URLSafeSerializer(mount.secret, salt=_SALT)
