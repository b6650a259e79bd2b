"""The front page: submissions of the subscribed, the featured, or all forums."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..kit.web import db
from .find import me
from .listing import SORT_RULE, list_submissions
from .subscriptions import subscribed_forums

pages = Blueprint("front", __name__)

FILTERS = ("subscribed", "featured", "all")
_FILTER_RULE = f"<any({', '.join(FILTERS)}):chosen>"


@pages.get("/", defaults={"sort": "hot"})
@pages.get(f"/{SORT_RULE}")
def show(sort: str) -> str:
    """What the visitor follows; the featured forums before they follow any; all forums where none is featured."""
    if subscribed_forums():
        return _show("subscribed", sort, "/")
    return _show("featured" if _featured() else "all", sort, "/")


@pages.get(f"/{_FILTER_RULE}", defaults={"sort": "hot"})
@pages.get(f"/{_FILTER_RULE}/{SORT_RULE}")
def show_filtered(chosen: str, sort: str) -> str:
    """The list of one filter by its own address."""
    return _show(chosen, sort, f"/{chosen}")


def _show(chosen: str, sort: str, base: str) -> str:
    forum_ids: list[int] | None = None
    subscribed = subscribed_forums()
    if chosen == "subscribed":
        forum_ids = [row["id"] for row in subscribed]
    elif chosen == "featured":
        forum_ids = _featured()
    return render_template(
        "front.html",
        listing=list_submissions(base, sort, forum_ids),
        chosen=chosen,
        filters=FILTERS if me() else FILTERS[1:],
        subscribed=subscribed,
        forums=_largest(),
    )


def _featured() -> list[int]:
    return [row["id"] for row in db().execute("SELECT id FROM forums WHERE is_featured = 1 ORDER BY id")]


def _largest() -> list[str]:
    sql = "SELECT name FROM forums ORDER BY subscriber_count DESC, id LIMIT 8"
    return [row["name"] for row in db().execute(sql)]
