"""Forums: their pages, the list of them, creating and editing one, subscribing."""

from __future__ import annotations

import sqlite3

from flask import Blueprint, flash, jsonify, redirect, render_template
from werkzeug.wrappers import Response
from wtforms import StringField, TextAreaField, ValidationError

from ..kit.forms import BlockForm, Required, at_most, matching, tidy_line, tidy_text
from ..kit.paging import PAGE_SIZE, page_number, page_url
from ..kit.web import db, stamp
from . import links
from .access import login_required, may_moderate, require_moderator, the_user
from .find import find_forum, me
from .listing import SORT_RULE, list_submissions
from .subscriptions import is_subscribed, subscribe, unsubscribe

pages = Blueprint("forums", __name__)

_ORDERS = {
    "by_name": "name COLLATE NOCASE",
    "by_submissions": "submission_count DESC, name COLLATE NOCASE",
    "by_subscribers": "subscriber_count DESC, name COLLATE NOCASE",
}
_ORDER_RULE = f"<any({', '.join(_ORDERS)}):order>"


class ForumForm(BlockForm):
    """The fields of a forum, with the limits of the original."""

    block = "forum"
    name = StringField(
        "Name",
        [
            Required(),
            matching(r"[A-Za-z0-9_]{3,25}", "Use 3 to 25 letters, digits and underscores, without spaces."),
        ],
        filters=[tidy_line],
        description="3 to 25 letters, digits and underscores. It becomes the forum's address.",
    )
    title = StringField("Title", [Required(), at_most(100)], filters=[tidy_line])
    description = TextAreaField(
        "Description", [Required(), at_most(300)], filters=[tidy_text], description="One or two sentences, for lists."
    )
    sidebar = TextAreaField(
        "Sidebar",
        [Required(), at_most(1500)],
        filters=[tidy_text],
        description="Shown beside every page of the forum. You can use Markdown.",
    )

    def __init__(self, forum: sqlite3.Row | None = None) -> None:
        super().__init__(data={key: forum[key] for key in ("name", "title", "description", "sidebar")} if forum else {})
        self.forum_id = forum["id"] if forum else 0

    def validate_name(self, field: StringField) -> None:
        """Refuses a name that another forum has in any case."""
        taken = db().execute("SELECT 1 FROM forums WHERE name = ? AND id != ?", [field.data, self.forum_id])
        if taken.fetchone():
            raise ValidationError(f"There is already a forum named {field.data}. Choose another name.")


@pages.get("/f/<name>", defaults={"sort": "hot"})
@pages.get(f"/f/<name>/{SORT_RULE}")
def show(name: str, sort: str) -> str:
    """A forum's submissions."""
    forum = find_forum(name)
    listing = list_submissions(links.forum(forum["name"]), sort, [forum["id"]], stickies_of=forum["id"])
    return render_template("forum.html", listing=listing, **beside(forum))


@pages.get("/forums", defaults={"order": "by_name"})
@pages.get(f"/forums/{_ORDER_RULE}")
def show_list(order: str) -> str:
    """The forums with their descriptions."""
    number = page_number()
    sql = f"SELECT * FROM forums ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    rows = db().execute(sql, [PAGE_SIZE + 1, (number - 1) * PAGE_SIZE]).fetchall()
    mine = {row["forum_id"] for row in db().execute("SELECT forum_id FROM subscriptions WHERE user_id = ?", [me()])}
    return render_template(
        "forums.html",
        forums=rows[:PAGE_SIZE],
        mine=mine,
        order=order,
        previous_url=page_url(number - 1) if number > 1 else None,
        next_url=page_url(number + 1) if len(rows) > PAGE_SIZE else None,
    )


@pages.get("/forums/all")
def show_names() -> str:
    """The names of all forums on one page."""
    rows = db().execute("SELECT name FROM forums ORDER BY name COLLATE NOCASE").fetchall()
    return render_template("forum_names.html", names=[row["name"] for row in rows])


@pages.route("/create_forum", methods=["GET", "POST"])
@login_required
def create() -> str | Response:
    """A new forum; whoever creates it moderates and follows it."""
    form = ForumForm()
    if not form.is_sent_and_valid():
        return render_template("forum_form.html", form=form, forum=None)
    values = [form.name.data, form.title.data, form.description.data, form.sidebar.data, stamp()]
    forum_id = (
        db()
        .execute("INSERT INTO forums (name, title, description, sidebar, created_at) VALUES (?, ?, ?, ?, ?)", values)
        .lastrowid
    )
    row = [forum_id, the_user()["id"], stamp()]
    db().execute("INSERT INTO moderators (forum_id, user_id, created_at) VALUES (?, ?, ?)", row)
    subscribe(forum_id or 0)
    return redirect(links.forum(form.name.data))


@pages.route("/f/<name>/edit", methods=["GET", "POST"])
@login_required
def edit(name: str) -> str | Response:
    """Change a forum; for its moderators."""
    forum = find_forum(name)
    require_moderator(forum["id"])
    form = ForumForm(forum)
    if not form.is_sent_and_valid():
        return render_template("forum_form.html", form=form, **beside(forum))
    values = [form.name.data, form.title.data, form.description.data, form.sidebar.data, forum["id"]]
    db().execute("UPDATE forums SET name = ?, title = ?, description = ?, sidebar = ? WHERE id = ?", values)
    flash("The forum was saved.")
    return redirect(links.forum(form.name.data, "edit"))


@pages.post("/f/<name>/<any(subscribe, unsubscribe):verb>")
@login_required
def set_subscription(name: str, verb: str) -> Response:
    """Follow the forum, or no longer, and come back to its page."""
    forum = find_forum(name)
    (subscribe if verb == "subscribe" else unsubscribe)(forum["id"])
    return redirect(links.forum(forum["name"]))


@pages.post("/f/<name>/<any('subscribe.json', 'unsubscribe.json'):verb>")
@login_required
def set_subscription_json(name: str, verb: str) -> Response:
    """The same for scripts."""
    forum = find_forum(name)
    wanted = verb == "subscribe.json"
    (subscribe if wanted else unsubscribe)(forum["id"])
    return jsonify(subscribed=wanted, subscriberCount=find_forum(name)["subscriber_count"])


def beside(forum: sqlite3.Row) -> dict[str, object]:
    """What the pages of a forum show beside their content."""
    moderators = db().execute(
        "SELECT u.name FROM moderators m JOIN users u ON u.id = m.user_id WHERE m.forum_id = ? ORDER BY m.id LIMIT 10",
        [forum["id"]],
    )
    return {
        "forum": forum,
        "moderators": [row["name"] for row in moderators],
        "is_subscribed": is_subscribed(forum["id"]),
        "may_moderate": may_moderate(forum["id"]),
    }
