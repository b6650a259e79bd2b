"""Lists of submissions: of all forums or of some, in six orders, page by page."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask import abort, request

from ..kit.paging import PAGE_SIZE, Key, Page, cut
from ..kit.web import db, now
from .find import me

ID = {"id": int}
SORTS: dict[str, Key] = {
    "hot": Key({"ranking": int, **ID}),
    "new": Key(ID),
    "active": Key({"last_active": str, **ID}),
    "top": Key({"net_score": int, **ID}),
    "controversial": Key({"controversy": float, **ID}),
    "most_commented": Key({"comment_count": int, **ID}),
}
TIMED_SORTS = ("top", "controversial", "most_commented")
DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
PERIODS = (*DAYS, "all")

SORT_RULE = f"<any({', '.join(SORTS)}):sort>"
"""The part of a route that names an order."""

_COLUMNS = """
SELECT s.id, s.forum_id, s.user_id, s.title, s.media_type, s.url, s.image_id, s.created_at, s.edited_at, s.visibility,
    s.is_locked, s.is_sticky, s.net_score, s.ranking, s.controversy, s.comment_count, s.last_active,
    s.body IS NOT NULL AND s.body != '' AS has_body, f.name AS forum_name, u.name AS user_name,
    coalesce((SELECT choice FROM submission_votes v WHERE v.user_id = ? AND v.submission_id = s.id), 0) AS my_choice
FROM submissions s JOIN forums f ON f.id = s.forum_id JOIN users u ON u.id = s.user_id
"""


@dataclass(frozen=True)
class Listing:
    """What the page of a list shows beside its rows: the order, the period, and the addresses of the others."""

    page: Page
    sort: str
    period: str
    base: str

    def sort_url(self, sort: str) -> str:
        return f"{self.base}/{sort}" if self.base != "/" else f"/{sort}"

    def period_url(self, period: str) -> str:
        return f"{self.sort_url(self.sort)}?t={period}"

    @property
    def sorts(self) -> Sequence[str]:
        return tuple(SORTS)

    @property
    def periods(self) -> Sequence[str]:
        return PERIODS if self.sort in TIMED_SORTS else ()


def list_submissions(base: str, sort: str, forum_ids: Sequence[int] | None, stickies_of: int = 0) -> Listing:
    """The page of submissions that the present address asks for.

    ``forum_ids`` None means all forums. ``stickies_of`` is a forum whose sticky submissions head its hot list.
    Refuses an unknown period with 400.
    """
    key, period = SORTS[sort], request.args.get("t", "all")
    if period not in PERIODS:
        abort(400, f"There is no period {period!r}; there are {', '.join(PERIODS)}.")
    after = key.after()
    stickies = _stickies(stickies_of) if stickies_of and sort == "hot" else []
    conditions, values = _conditions(sort, period, key, after)
    if stickies:  # all of these; further pinned ones stand where they would otherwise
        conditions.append(f"s.id NOT IN ({', '.join(str(int(row['id'])) for row in stickies)})")
    page = cut(_select(key, conditions, values, forum_ids), key)
    rows = [*stickies, *page.rows] if after is None else page.rows
    return Listing(Page(rows, page.next_url, page.first_url), sort, period, base)


def rows_by_id(ids: Sequence[int]) -> list[sqlite3.Row]:
    """The rows of these submissions, in this order."""
    marks = ", ".join("?" for _ in ids)
    rows = {row["id"]: row for row in db().execute(f"{_COLUMNS} WHERE s.id IN ({marks})", [me(), *ids])}
    return [rows[row_id] for row_id in ids if row_id in rows]


def list_by_user(user_id: int, key: Key, after: Sequence[int | str] | None) -> list[sqlite3.Row]:
    """A user's visible submissions, newest first, one more than a page holds."""
    where = f"AND {key.condition('s')}" if after else ""
    sql = f"{_COLUMNS} WHERE s.user_id = ? AND s.visibility = 'visible' {where} ORDER BY {key.order('s')} LIMIT ?"
    return db().execute(sql, [me(), user_id, *(after or ()), PAGE_SIZE + 1]).fetchall()


def _conditions(sort: str, period: str, key: Key, after: Sequence[object] | None) -> tuple[list[str], list[object]]:
    conditions, values = ["s.visibility = 'visible'"], list[object]()
    if sort in TIMED_SORTS and period in DAYS:
        # A short period leaves few rows, which are read by their time and sorted; a year leaves so many that walking
        # the list's own order ends sooner. The plus sign keeps SQLite from choosing the other way.
        conditions.append("s.created_at >= ?" if DAYS[period] < 100 else "+s.created_at >= ?")
        values.append((now() - timedelta(days=DAYS[period])).isoformat(timespec="seconds"))
    if after is not None:
        conditions.append(key.condition("s"))
        values.extend(after)
    return conditions, values


def _select(
    key: Key, conditions: Sequence[str], values: Sequence[object], forum_ids: Sequence[int] | None
) -> list[sqlite3.Row]:
    """One more row than a page holds. Of several forums, each gives its best rows by its own index; the best of these
    are the page, so that a few small forums cost no walk over all submissions."""
    columns = ", ".join(f"s.{name}" for name in key.columns)
    where, tail = " AND ".join(conditions), f"ORDER BY {key.order('s')} LIMIT {PAGE_SIZE + 1}"
    if forum_ids is None:
        parts, bound = [f"SELECT {columns} FROM submissions s WHERE {where} {tail}"], list(values)
    else:
        part = f"SELECT * FROM (SELECT {columns} FROM submissions s WHERE s.forum_id = ? AND {where} {tail})"
        parts = [part] * len(forum_ids)
        bound = [value for forum_id in forum_ids for value in (forum_id, *values)]
    if not parts:
        return []
    best = " UNION ALL ".join(parts)
    ids = db().execute(f"SELECT id FROM ({best}) s {tail}", bound).fetchall()
    return rows_by_id([row["id"] for row in ids])


def _stickies(forum_id: int) -> list[sqlite3.Row]:
    found = db().execute(
        "SELECT id FROM submissions WHERE forum_id = ? AND visibility = 'visible' AND is_sticky = 1"
        " ORDER BY id DESC LIMIT 5",
        [forum_id],
    )
    return rows_by_id([row["id"] for row in found])
