"""Rows by what an address names. Whatever is not there, or not to be seen, is a page 404."""

from __future__ import annotations

import sqlite3

from flask import abort

from ..kit.web import db, user
from .access import may_moderate

_SUBMISSION = """
SELECT s.*, f.name AS forum_name, u.name AS user_name, i.width_px, i.height_px,
    coalesce((SELECT choice FROM submission_votes WHERE user_id = :me AND submission_id = s.id), 0) AS my_choice
FROM submissions s JOIN forums f ON f.id = s.forum_id JOIN users u ON u.id = s.user_id
LEFT JOIN images i ON i.id = s.image_id
WHERE s.id = :id
"""

_COMMENT = """
SELECT c.*, f.name AS forum_name, f.id AS forum_id, u.name AS user_name, s.title AS submission_title
FROM comments c JOIN users u ON u.id = c.user_id
JOIN submissions s ON s.id = c.submission_id JOIN forums f ON f.id = s.forum_id
WHERE c.id = ?
"""


def me() -> int:
    """The logged-in user's id; 0, which no row has, for nobody."""
    row = user()
    return int(row["id"]) if row else 0


def find_forum(name: str) -> sqlite3.Row:
    """A forum by its name in any case."""
    row: sqlite3.Row | None = db().execute("SELECT * FROM forums WHERE name = ?", [name]).fetchone()
    return row or abort(404, f"There is no forum named {name}. The list of forums shows those that exist.")


def find_user(name: str) -> sqlite3.Row:
    """A user by name in any case."""
    row: sqlite3.Row | None = db().execute("SELECT * FROM users WHERE name = ?", [name]).fetchone()
    if row is None or row["name"].startswith("!"):
        abort(404, f"There is no user named {name}.")
    return row


def submission_by_id(submission_id: int) -> sqlite3.Row:
    """A submission that the present user may see; what a moderator removed, its author and moderators still see."""
    row: sqlite3.Row | None = db().execute(_SUBMISSION, {"id": submission_id, "me": me()}).fetchone()
    if row is None or row["visibility"] == "deleted":
        abort(404, "There is no such submission. It may have been deleted.")
    if row["visibility"] == "trashed" and row["user_id"] != me() and not may_moderate(row["forum_id"]):
        abort(404, "This submission was removed by a moderator.")
    return row


def find_submission(forum: str, submission_id: int) -> sqlite3.Row:
    """A submission by its address; the forum's name may be in any case, but must be the right one."""
    row = submission_by_id(submission_id)
    if row["forum_name"].lower() != forum.lower():
        abort(404, f"There is no such submission in {forum}.")
    return row


def comment_by_id(comment_id: int) -> sqlite3.Row:
    """A comment that the present user may see, whose submission may be seen as well."""
    row: sqlite3.Row | None = db().execute(_COMMENT, [comment_id]).fetchone()
    if row is None or row["visibility"] == "deleted":
        abort(404, "There is no such comment. It may have been deleted.")
    if row["visibility"] == "trashed" and row["user_id"] != me() and not may_moderate(row["forum_id"]):
        abort(404, "This comment was removed by a moderator.")
    return row


def find_comment(submission: sqlite3.Row, comment_id: int) -> sqlite3.Row:
    """A comment of a submission."""
    row = comment_by_id(comment_id)
    if row["submission_id"] != submission["id"]:
        abort(404, "There is no such comment under this submission.")
    return row
