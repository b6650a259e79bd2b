"""Who follows which forum."""

from __future__ import annotations

import sqlite3

from ..kit.web import db, stamp
from .counters import refresh_forum
from .find import me


def subscribed_forums() -> list[sqlite3.Row]:
    """The forums (``id``, ``name``) that the present user follows, by name."""
    if not me():
        return []
    sql = (
        "SELECT f.id, f.name FROM subscriptions p JOIN forums f ON f.id = p.forum_id"
        " WHERE p.user_id = ? ORDER BY f.name COLLATE NOCASE"
    )
    return db().execute(sql, [me()]).fetchall()


def is_subscribed(forum_id: int) -> bool:
    """Whether the present user follows the forum."""
    found = db().execute("SELECT 1 FROM subscriptions WHERE forum_id = ? AND user_id = ?", [forum_id, me()])
    return found.fetchone() is not None


def subscribe(forum_id: int) -> None:
    """Follow a forum; nothing happens when the user does already."""
    if not is_subscribed(forum_id):
        row = [forum_id, me(), stamp()]
        db().execute("INSERT INTO subscriptions (forum_id, user_id, created_at) VALUES (?, ?, ?)", row)
        refresh_forum(db(), forum_id)


def unsubscribe(forum_id: int) -> None:
    """Follow a forum no longer; nothing happens when the user does not."""
    if is_subscribed(forum_id):
        db().execute("DELETE FROM subscriptions WHERE forum_id = ? AND user_id = ?", [forum_id, me()])
        refresh_forum(db(), forum_id)
