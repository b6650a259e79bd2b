"""Submissions: writing, editing and deleting one. The page that shows one is in ``threads``."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, flash, redirect, render_template, request
from werkzeug.wrappers import Response
from wtforms import (
    FileField,
    RadioField,
    SelectChoice,
    SelectField,
    StringField,
    TextAreaField,
    ValidationError,
)

from ..kit.forms import BlockForm, Required, at_most, tidy_line, tidy_text
from ..kit.web import db, stamp
from ..kit.weblinks import check_url
from . import links
from .access import login_required, require_author, the_user
from .counters import refresh_forum, refresh_submission
from .find import find_forum, find_submission
from .pictures import Picture, PictureError, own_image, read_picture, store_picture

pages = Blueprint("submissions", __name__)

TITLE = 300
BODY = 25_000
URL = 2000

_KINDS = [SelectChoice("url", "URL"), SelectChoice("image", "Image")]


class EditForm(BlockForm):
    """What an author may change: the text; on a link submission the address stays."""

    block = "submission"
    title = StringField("Title", [Required("Give the submission a title."), at_most(TITLE)], filters=[tidy_line])
    body = TextAreaField("Body", [at_most(BODY)], filters=[tidy_text], description="You can use Markdown.")


class SubmissionForm(EditForm):
    """A new submission: a link, a picture or neither, with a title and perhaps a text."""

    url = StringField("URL", [at_most(URL)], filters=[tidy_line], description="Leave empty for a text of your own.")
    mediaType = RadioField("Kind", choices=_KINDS, default="url")  # noqa: N815 - its name
    image = FileField("Image")
    forum = SelectField("Forum", coerce=str, default="")

    def __init__(self, forum_id: int | None = None) -> None:
        names = db().execute("SELECT id, name FROM forums ORDER BY name COLLATE NOCASE").fetchall()
        super().__init__(data={"forum": str(forum_id or "")})
        self.forum.choices = [
            SelectChoice("", "Choose a forum"),
            *(SelectChoice(str(row["id"]), row["name"]) for row in names),
        ]
        self.picture: Picture | None = None

    def validate_forum(self, field: SelectField) -> None:
        """Refuses a submission without a forum."""
        if not field.data:
            raise ValidationError("Choose the forum to post in.")

    def validate_url(self, field: StringField) -> None:
        """Refuses what is no web address, where one was given."""
        if self.mediaType.data == "url" and field.data:
            check_url(field.data)

    def validate_image(self, field: FileField) -> None:
        """Refuses a file that is no picture; keeps the picture read."""
        if self.mediaType.data != "image":
            return
        try:
            self.picture = read_picture(request.files.get(field.name))
        except PictureError as error:
            raise ValidationError(str(error)) from error


@pages.route("/submit", methods=["GET", "POST"], defaults={"name": None})
@pages.route("/submit/<name>", methods=["GET", "POST"])
@login_required
def create(name: str | None) -> str | Response:
    """A new submission, in the forum of the address unless the form names another."""
    chosen = find_forum(name) if name else None
    form = SubmissionForm(chosen["id"] if chosen else None)
    if not form.is_sent_and_valid():
        file = request.files.get(form.image.name)
        return render_template("submission_form.html", form=form, forum=chosen, file_name=file.filename if file else "")
    return redirect(links.submission(_find(_insert(form))))


@pages.route("/f/<name>/<id:submission_id>/-/edit", methods=["GET", "POST"])
@login_required
def edit(name: str, submission_id: int) -> str | Response:
    """Change an own submission's title and text."""
    row = find_submission(name, submission_id)
    require_author(row)
    form = EditForm(data={"title": row["title"], "body": row["body"] or ""})
    if not form.is_sent_and_valid():
        return render_template("submission_edit.html", form=form, submission=row)
    title, body = form.title.data, form.body.data or None
    if (title, body) != (row["title"], row["body"]):
        values = [title, body, stamp(), submission_id]
        db().execute("UPDATE submissions SET title = ?, body = ?, edited_at = ? WHERE id = ?", values)
    return redirect(links.submission(_find(submission_id)))


@pages.route("/f/<name>/<id:submission_id>/-/delete", methods=["GET", "POST"])
@login_required
def delete(name: str, submission_id: int) -> str | Response:
    """Delete an own submission, after a page that asks."""
    row = find_submission(name, submission_id)
    require_author(row)
    if request.method == "GET":
        return render_template(
            "confirm.html", what="submission", text=row["title"], back=links.submission(row), row=row
        )
    db().execute("UPDATE submissions SET visibility = 'deleted' WHERE id = ?", [submission_id])
    refresh_forum(db(), row["forum_id"])
    flash("The submission was deleted.")
    return redirect(links.forum(row["forum_name"]))


def _insert(form: SubmissionForm) -> int:
    author, kind = the_user()["id"], form.mediaType.data
    url = form.url.data if kind == "url" else ""
    image_id = store_picture(form.picture) if form.picture else own_image(url)
    columns = {
        "forum_id": int(form.forum.data),
        "user_id": author,
        "title": form.title.data,
        "media_type": kind,
        "url": url or None,
        "body": form.body.data or None,
        "image_id": image_id,
        "created_at": stamp(),
        "last_active": stamp(),
    }
    sql = f"INSERT INTO submissions ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"
    submission_id = db().execute(sql, list(columns.values())).lastrowid or 0
    values = [submission_id, author, stamp()]
    db().execute(
        "INSERT INTO submission_votes (submission_id, user_id, choice, created_at) VALUES (?, ?, 1, ?)", values
    )
    refresh_submission(db(), submission_id)
    refresh_forum(db(), int(form.forum.data))
    return submission_id


def _find(submission_id: int) -> sqlite3.Row:
    sql = "SELECT s.id, s.title, f.name AS forum_name FROM submissions s JOIN forums f ON f.id = s.forum_id"
    row: sqlite3.Row = db().execute(f"{sql} WHERE s.id = ?", [submission_id]).fetchone()
    return row
