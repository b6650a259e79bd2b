"""What moderators do: remove and restore, lock and unlock, pin and unpin; and the log of it."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template
from werkzeug.wrappers import Response

from ..kit.paging import PAGE_SIZE, Key, cut
from ..kit.web import db, stamp
from . import links
from .access import login_required, require_moderator, the_user
from .counters import refresh_forum, refresh_submission
from .find import find_comment, find_forum, find_submission
from .forums import beside

pages = Blueprint("moderation", __name__)

_ID = Key({"id": int})

# verb in the address: column, its new value, the action in the log
_ON_SUBMISSIONS: dict[str, tuple[str, str | int, str]] = {
    "trash": ("visibility", "trashed", "submission_removed"),
    "restore": ("visibility", "visible", "submission_restored"),
    "lock": ("is_locked", 1, "submission_locked"),
    "unlock": ("is_locked", 0, "submission_unlocked"),
    "pin": ("is_sticky", 1, "submission_pinned"),
    "unpin": ("is_sticky", 0, "submission_unpinned"),
}
_ON_COMMENTS = {"trash": ("trashed", "comment_removed"), "restore": ("visible", "comment_restored")}

ACTIONS = {
    "submission_removed": "removed the submission",
    "submission_restored": "restored the submission",
    "submission_locked": "locked the submission",
    "submission_unlocked": "unlocked the submission",
    "submission_pinned": "pinned the submission",
    "submission_unpinned": "unpinned the submission",
    "comment_removed": "removed a comment on",
    "comment_restored": "restored a comment on",
}

_LOG = """
SELECT l.*, u.name AS user_name, f.name AS forum_name,
    CASE s.visibility WHEN 'deleted' THEN NULL ELSE s.title END AS title
FROM moderation_log l JOIN users u ON u.id = l.user_id JOIN forums f ON f.id = l.forum_id
LEFT JOIN submissions s ON s.id = l.submission_id
WHERE l.forum_id = ? {after} ORDER BY l.id DESC LIMIT ?
"""


@pages.post(f"/f/<name>/<id:submission_id>/-/<any({', '.join(_ON_SUBMISSIONS)}):verb>")
@login_required
def moderate_submission(name: str, submission_id: int, verb: str) -> Response:
    """Do one of these to a submission; nothing is written when it is so already."""
    row = find_submission(name, submission_id)
    require_moderator(row["forum_id"])
    column, value, action = _ON_SUBMISSIONS[verb]
    if row[column] != value:
        db().execute(f"UPDATE submissions SET {column} = ? WHERE id = ?", [value, submission_id])
        refresh_forum(db(), row["forum_id"])
        _log(row["forum_id"], action, submission_id, None)
        flash(f"Done: you {ACTIONS[action]}.")
    return redirect(links.submission(row))


@pages.post(f"/f/<name>/<id:submission_id>/-/comment/<id:comment_id>/<any({', '.join(_ON_COMMENTS)}):verb>")
@login_required
def moderate_comment(name: str, submission_id: int, comment_id: int, verb: str) -> Response:
    """Remove or restore a comment."""
    submission = find_submission(name, submission_id)
    row = find_comment(submission, comment_id)
    require_moderator(submission["forum_id"])
    value, action = _ON_COMMENTS[verb]
    if row["visibility"] != value:
        db().execute("UPDATE comments SET visibility = ? WHERE id = ?", [value, comment_id])
        refresh_submission(db(), submission_id)
        _log(submission["forum_id"], action, submission_id, comment_id)
        flash(f"Done: you {ACTIONS[action]} {submission['title']}.")
    return redirect(links.submission(submission))


@pages.get("/f/<name>/moderation_log")
def show_log(name: str) -> str:
    """What the forum's moderators did, newest first; open to all."""
    forum = find_forum(name)
    after = _ID.after()
    sql = _LOG.format(after=f"AND {_ID.condition('l')}" if after else "")
    rows = db().execute(sql, [forum["id"], *(after or ()), PAGE_SIZE + 1]).fetchall()
    return render_template("moderation_log.html", page=cut(rows, _ID), actions=ACTIONS, **beside(forum))


def _log(forum_id: int, action: str, submission_id: int, comment_id: int | None) -> None:
    values = [forum_id, the_user()["id"], action, submission_id, comment_id, stamp()]
    sql = (
        "INSERT INTO moderation_log (forum_id, user_id, action, submission_id, comment_id, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?)"
    )
    db().execute(sql, values)
