"""Tokens that tie a form to the site's own pages and to who is logged in.

The token depends on the user alone, so that a page has the same bytes in every copy of a state. What cannot be forged
is the session cookie; together with its SameSite rule the token keeps other pages from posting on a user's behalf.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import current_app, g, request

FIELD = "_token"
HEADER = "X-CSRF-Token"


def token() -> str:
    """The token that forms of the present user carry."""
    if "form_token" not in g:  # once a request: a page may hold a hundred forms
        user = g.get("user")
        g.form_token = token_of(current_app.config["SESSION_COOKIE_NAME"], user["id"] if user else None)
    return str(g.form_token)


def token_of(cookie_name: str, user_id: int | None) -> str:
    """The token of a user of the site that sets this cookie; None is an anonymous visitor."""
    whom = "anonymous" if user_id is None else str(user_id)
    return hmac.new(f"form token of {cookie_name}".encode(), whom.encode(), hashlib.sha256).hexdigest()[:32]


def is_valid() -> bool:
    """Whether the request carries the token: in a field ``_token`` or ``...[_token]``, or in the header.

    Raises werkzeug's ``RequestEntityTooLarge`` when the form is larger than the site takes.
    """
    in_form = _field()  # read in any case: what is too large is refused before a view runs
    sent = request.headers.get(HEADER) or in_form
    return sent is not None and hmac.compare_digest(sent.encode(), token().encode())


def _field() -> str | None:
    for name, value in request.form.items():
        if name == FIELD or name.endswith(f"[{FIELD}]"):
            return str(value)
    return None
