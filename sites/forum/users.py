"""Users: what they posted, and their biography."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template
from werkzeug.wrappers import Response
from wtforms import TextAreaField

from ..kit.forms import BlockForm, at_most, tidy_text
from ..kit.paging import PAGE_SIZE, Key, Page, cut
from ..kit.web import db
from . import links, listing, tree
from .access import login_required, require_self
from .find import find_user

pages = Blueprint("users", __name__)

_ITEM = Key({"created_at": str, "kind": str, "id": int})
_ID = Key({"id": int})

# Submissions and comments as one list; each half gives no more rows than a page may need.
_ITEMS = """
SELECT * FROM (
    SELECT * FROM (SELECT created_at, 'submission' AS kind, id FROM submissions
        WHERE user_id = :user AND visibility = 'visible' ORDER BY created_at DESC)
    UNION ALL
    SELECT * FROM (SELECT c.created_at, 'comment' AS kind, c.id
        FROM comments c JOIN submissions s ON s.id = c.submission_id
        WHERE c.user_id = :user AND c.visibility = 'visible' AND s.visibility = 'visible' ORDER BY c.created_at DESC)
) x WHERE :from_start OR (x.created_at, x.kind, x.id) < (:created_at, :kind, :id)
ORDER BY x.created_at DESC, x.kind DESC, x.id DESC LIMIT :limit
"""


class BiographyForm(BlockForm):
    """What a user says of themselves."""

    block = "user_biography"
    biography = TextAreaField("Biography", [at_most(10_000)], filters=[tidy_text], description="You can use Markdown.")


@pages.get("/user/<name>")
def show(name: str) -> str:
    """A user's submissions and comments, newest first."""
    who = find_user(name)
    after = _ITEM.after()
    bound = dict(zip(_ITEM.columns, after or ["", "", 0], strict=True))
    bound |= {"user": who["id"], "from_start": after is None, "limit": PAGE_SIZE + 1}
    return _render("user.html", who, cut(db().execute(_ITEMS, bound).fetchall(), _ITEM), "overview")


@pages.get("/user/<name>/submissions")
def show_submissions(name: str) -> str:
    """A user's submissions, newest first."""
    who = find_user(name)
    return _render("user.html", who, cut(listing.list_by_user(who["id"], _ID, _ID.after()), _ID), "submissions")


@pages.get("/user/<name>/comments")
def show_comments(name: str) -> str:
    """A user's comments, newest first."""
    who = find_user(name)
    after = _ID.after()
    where = f"AND {_ID.condition('c')}" if after else ""
    sql = (
        "SELECT c.id FROM comments c JOIN submissions s ON s.id = c.submission_id WHERE c.user_id = ?"
        f" AND c.visibility = 'visible' AND s.visibility = 'visible' {where} ORDER BY c.id DESC LIMIT ?"
    )
    rows = db().execute(sql, [who["id"], *(after or ()), PAGE_SIZE + 1]).fetchall()
    return _render("user.html", who, cut(rows, _ID), "comments")


@pages.route("/user/<name>/edit_biography", methods=["GET", "POST"])
@login_required
def edit_biography(name: str) -> str | Response:
    """Change the own biography."""
    who = find_user(name)
    require_self(who)
    form = BiographyForm(data={"biography": who["biography"]})
    if not form.is_sent_and_valid():
        return render_template("biography_form.html", form=form, who=who)
    if form.biography.data != who["biography"]:
        db().execute("UPDATE users SET biography = ? WHERE id = ?", [form.biography.data, who["id"]])
    flash("Your biography was saved.")
    return redirect(links.user(who["name"]))


def _render(template: str, who: sqlite3.Row, page: Page, tab: str) -> str:
    moderated = db().execute(
        "SELECT f.name FROM moderators m JOIN forums f ON f.id = m.forum_id WHERE m.user_id = ?"
        " ORDER BY f.name COLLATE NOCASE LIMIT 20",
        [who["id"]],
    )
    return render_template(
        template,
        who=who,
        tab=tab,
        page=page,
        items=_items(page.rows, tab),
        moderated=[row["name"] for row in moderated],
    )


def _items(rows: Sequence[sqlite3.Row], tab: str) -> list[tuple[str, sqlite3.Row]]:
    """The full rows, each with its kind, in the order of the page."""
    kinds = [row["kind"] if tab == "overview" else tab.removesuffix("s") for row in rows]
    ids: dict[str, list[int]] = {"submission": [], "comment": []}
    for kind, row in zip(kinds, rows, strict=True):
        ids[kind].append(row["id"])
    full = {
        "submission": {row["id"]: row for row in listing.rows_by_id(ids["submission"])},
        "comment": tree.rows_by_id(ids["comment"]),
    }
    return [(kind, full[kind][row["id"]]) for kind, row in zip(kinds, rows, strict=True)]
