"""Comments: writing, editing and deleting one, and the list of all."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, abort, flash, redirect, render_template, request
from werkzeug.wrappers import Response

from ..kit.web import db, stamp
from . import links
from .access import login_required, may_moderate, require_author, the_user
from .counters import refresh_comment, refresh_submission
from .find import find_comment, find_submission
from .threads import CommentForm, render_comment, render_thread, reply_form

pages = Blueprint("comments", __name__)


@pages.post("/f/<name>/<id:submission_id>/-/comment")
@login_required
def create(name: str, submission_id: int) -> str | Response:
    """Comment on a submission, and come back to its page, where the newest comment is the first."""
    submission = find_submission(name, submission_id)
    _require_open(submission)
    form = reply_form("submission", submission_id)
    if not form.is_sent_and_valid():
        return render_thread(submission, form)
    comment_id = _insert(submission, None, form)
    return redirect(f"{links.submission(submission)}#comment_{comment_id}")


@pages.post("/f/<name>/<id:submission_id>/<slug>/comment/<id:comment_id>")
@login_required
def reply(name: str, submission_id: int, slug: str, comment_id: int) -> str | Response:
    """Reply to a comment, and come to the page of the reply."""
    submission = find_submission(name, submission_id)
    parent = find_comment(submission, comment_id)
    _require_open(submission)
    form = reply_form("comment", comment_id)
    if not form.is_sent_and_valid():
        return render_comment(submission, comment_id, form)
    new_id = _insert(submission, comment_id, form)
    return redirect(links.comment({**dict(parent), "id": new_id}))


@pages.route("/f/<name>/<id:submission_id>/-/comment/<id:comment_id>/edit", methods=["GET", "POST"])
@login_required
def edit(name: str, submission_id: int, comment_id: int) -> str | Response:
    """Change an own comment."""
    row = find_comment(find_submission(name, submission_id), comment_id)
    require_author(row)
    form = CommentForm(block="comment", data={"comment": row["body"]})
    if not form.is_sent_and_valid():
        return render_template("comment_edit.html", form=form, comment=row)
    if form.comment.data != row["body"]:
        values = [form.comment.data, stamp(), comment_id]
        db().execute("UPDATE comments SET body = ?, edited_at = ? WHERE id = ?", values)
    return redirect(links.comment(row))


@pages.route("/f/<name>/<id:submission_id>/-/comment/<id:comment_id>/delete", methods=["GET", "POST"])
@login_required
def delete(name: str, submission_id: int, comment_id: int) -> str | Response:
    """Delete an own comment, after a page that asks; replies to it stay."""
    submission = find_submission(name, submission_id)
    row = find_comment(submission, comment_id)
    require_author(row)
    if request.method == "GET":
        return render_template("confirm.html", what="comment", text=row["body"], back=links.comment(row), row=row)
    db().execute("UPDATE comments SET visibility = 'deleted' WHERE id = ?", [comment_id])
    refresh_submission(db(), submission_id)
    flash("The comment was deleted.")
    return redirect(links.submission(submission))


def _require_open(submission: sqlite3.Row) -> None:
    if submission["is_locked"] and not may_moderate(submission["forum_id"]):
        abort(403, "This submission is locked: it takes no new comments.")


def _insert(submission: sqlite3.Row, parent_id: int | None, form: CommentForm) -> int:
    author = the_user()["id"]
    row = [submission["id"], parent_id, author, form.comment.data, stamp()]
    sql = "INSERT INTO comments (submission_id, parent_id, user_id, body, created_at) VALUES (?, ?, ?, ?, ?)"
    comment_id = db().execute(sql, row).lastrowid or 0
    vote = [comment_id, author, stamp()]
    db().execute("INSERT INTO comment_votes (comment_id, user_id, choice, created_at) VALUES (?, ?, 1, ?)", vote)
    refresh_comment(db(), comment_id)
    refresh_submission(db(), submission["id"])
    return comment_id
