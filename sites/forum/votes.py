"""Votes: up, down, or taken back, on submissions (``sv``) and comments (``cv``)."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, redirect, request
from werkzeug.wrappers import Response

from ..kit.web import db, stamp
from . import links
from .access import came_from, login_required
from .counters import refresh_comment, refresh_submission
from .find import comment_by_id, me, submission_by_id

pages = Blueprint("votes", __name__)

CHOICES = {"1": 1, "-1": -1, "0": 0}


@pages.post("/sv/<id:row_id>")
@login_required
def vote_submission(row_id: int) -> Response:
    """Vote on a submission, and come back to the page that the vote was cast on."""
    row = submission_by_id(row_id)
    _vote("submission", row_id)
    return redirect(came_from(links.submission(row)))


@pages.post("/sv/<id:row_id>.json")
@login_required
def vote_submission_json(row_id: int) -> Response:
    """The same for scripts: the new score and the user's choice."""
    submission_by_id(row_id)
    _vote("submission", row_id)
    return _score(submission_by_id(row_id)["net_score"])


@pages.post("/cv/<id:row_id>")
@login_required
def vote_comment(row_id: int) -> Response:
    """Vote on a comment, and come back to the page that the vote was cast on."""
    row = comment_by_id(row_id)
    _vote("comment", row_id)
    return redirect(came_from(links.comment(row)))


@pages.post("/cv/<id:row_id>.json")
@login_required
def vote_comment_json(row_id: int) -> Response:
    """The same for scripts."""
    comment_by_id(row_id)
    _vote("comment", row_id)
    return _score(comment_by_id(row_id)["net_score"])


def _vote(noun: str, row_id: int) -> None:
    choice = _choice()
    mine = f"FROM {noun}_votes WHERE {noun}_id = ? AND user_id = ?"
    before = db().execute(f"SELECT choice {mine}", [row_id, me()]).fetchone()
    if choice == (before["choice"] if before else 0):
        return
    if choice == 0:
        db().execute(f"DELETE {mine}", [row_id, me()])
    elif before:
        db().execute(f"UPDATE {noun}_votes SET choice = ? WHERE {noun}_id = ? AND user_id = ?", [choice, row_id, me()])
    else:
        sql = f"INSERT INTO {noun}_votes ({noun}_id, user_id, choice, created_at) VALUES (?, ?, ?, ?)"
        db().execute(sql, [row_id, me(), choice, stamp()])
    (refresh_submission if noun == "submission" else refresh_comment)(db(), row_id)


def _choice() -> int:
    text = request.form.get("choice", "")
    if text not in CHOICES:
        abort(400, f"A vote is 1, -1 or 0, not {text!r}.")
    return CHOICES[text]


def _score(net_score: int) -> Response:
    return jsonify(netScore=net_score, userChoice=_choice())
