"""The page of a submission with its comments, and that of one comment with its replies."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, abort, render_template, request
from wtforms import TextAreaField

from ..kit.forms import BlockForm, Required, at_most, tidy_text
from ..kit.web import user
from .access import may_moderate
from .find import find_forum, find_submission
from .forums import beside
from .tree import MAX_LEVEL, read_branch, read_tree

pages = Blueprint("threads", __name__)

COMMENT = 10_000


class CommentForm(BlockForm):
    """A comment's text. The block tells what it replies to; on the page of an own comment, that it is edited."""

    comment = TextAreaField("Comment", [Required("Write something first."), at_most(COMMENT)], filters=[tidy_text])


def reply_form(kind: str, row_id: int) -> CommentForm:
    """The form for a reply to a ``submission`` or a ``comment``, named as in the original."""
    return CommentForm(block=f"reply_to_{kind}_{row_id}")


@pages.get("/f/<name>/<id:submission_id>", defaults={"slug": "-"})
@pages.get("/f/<name>/<id:submission_id>/<slug>")
def show(name: str, submission_id: int, slug: str) -> str:
    """A submission and its comments; the slug is for readers alone."""
    return render_thread(find_submission(name, submission_id), reply_form("submission", submission_id))


@pages.get("/f/<name>/<id:submission_id>/-/comment")
def show_reply_page(name: str, submission_id: int) -> str:
    """The same page, for whoever comes back to the address that a comment was sent to."""
    return show(name, submission_id, "-")


@pages.get("/f/<name>/<id:submission_id>/<slug>/comment/<id:comment_id>")
def show_comment(name: str, submission_id: int, slug: str, comment_id: int) -> str:
    """One comment with its replies, below its submission; also one that is gone, as long as it has replies."""
    submission = find_submission(name, submission_id)
    return render_comment(submission, comment_id, reply_form("comment", comment_id))


def render_thread(submission: sqlite3.Row, form: CommentForm) -> str:
    """The page of a submission, with the form for a comment on it."""
    tree = read_tree(submission, may_moderate(submission["forum_id"]), _before())
    return render_template(
        "thread.html", branches=tree.branches, next_before=tree.next_before, **_frame(submission, form)
    )


def render_comment(submission: sqlite3.Row, comment_id: int, form: CommentForm) -> str:
    """The page of one comment, with the form for a reply to it, unless it is gone."""
    branch = read_branch(submission, may_moderate(submission["forum_id"]), comment_id)
    if branch is None:
        abort(404, "There is no such comment under this submission. It may have been deleted.")
    return render_template(
        "thread.html", branches=[branch], next_before=None, focus=branch.row, **_frame(submission, form)
    )


def _frame(submission: sqlite3.Row, form: CommentForm) -> dict[str, object]:
    around = beside(find_forum(submission["forum_name"]))
    may_reply = user() is not None and (not submission["is_locked"] or bool(around["may_moderate"]))
    return {**around, "submission": submission, "form": form, "may_reply": may_reply, "max_level": MAX_LEVEL}


def _before() -> int | None:
    text = request.args.get("before")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        abort(400, "This address does not name a page of the comments. Start from the submission.")
    return int(text)
