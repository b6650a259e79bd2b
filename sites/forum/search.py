"""Search over submissions and comments. A query is words and "phrases"; nothing in it is an operator."""

from __future__ import annotations

import re
import sqlite3

from flask import Blueprint, render_template, request

from ..kit.forms import tidy_line
from ..kit.paging import page_number, page_url
from ..kit.web import db
from . import listing, tree

pages = Blueprint("search", __name__)

MAX_WORDS = 20
PAGE = 15
NEWEST = 300
"""How many of the newest matches are put in order of relevance; the rest follow no more."""

# The inner query walks the matches from the newest; only these are ranked, so that a common word costs little.
_MATCHES = """
SELECT m.id FROM (
    SELECT t.rowid AS id, t.rank AS relevance FROM {noun}s_fts t JOIN {noun}s r ON r.id = t.rowid {join}
    WHERE t.{noun}s_fts MATCH ? AND r.visibility = 'visible' {and_visible} ORDER BY t.rowid DESC LIMIT ?
) m ORDER BY m.relevance, m.id DESC LIMIT ? OFFSET ?
"""
_SQL = {
    "submission": _MATCHES.format(noun="submission", join="", and_visible=""),
    "comment": _MATCHES.format(
        noun="comment",
        join="JOIN submissions s ON s.id = r.submission_id",
        and_visible="AND s.visibility = 'visible'",
    ),
}


@pages.get("/search")
def show() -> str:
    """The best matches of both kinds, or all of one kind (``kind=submissions`` or ``comments``)."""
    text = tidy_line(request.args.get("q"))
    kind = request.args.get("kind", "")
    number = page_number()
    found: dict[str, list[int]] = {}
    for noun in ("submission", "comment"):
        wanted = kind in ("", f"{noun}s")
        found[noun] = _matches(noun, text, number) if wanted else []
    comments = tree.rows_by_id(found["comment"][:PAGE])
    return render_template(
        "search.html",
        q=text,
        kind=kind,
        submissions=listing.rows_by_id(found["submission"][:PAGE]),
        comments=[comments[row_id] for row_id in found["comment"][:PAGE]],
        more={noun: len(ids) > PAGE for noun, ids in found.items()},
        previous_url=page_url(number - 1) if number > 1 else None,
        next_url=page_url(number + 1),
    )


def match_expression(text: str) -> str:
    """FTS5's expression for a query: every word, and every phrase in double quotes, must occur.

    Words without a letter or digit are left out; at most 20 are kept.
    """
    parts = [phrase or word for phrase, word in re.findall(r'"([^"]+)"|([^\s"]+)', text)]
    worthwhile = [part for part in parts if any(character.isalnum() for character in part)]
    return " ".join(f'"{part}"' for part in worthwhile[:MAX_WORDS])


def _matches(noun: str, text: str, number: int) -> list[int]:
    expression = match_expression(text)
    if not expression:
        return []
    bound = [expression, NEWEST, PAGE + 1, (number - 1) * PAGE]
    rows: list[sqlite3.Row] = db().execute(_SQL[noun], bound).fetchall()
    return [row["id"] for row in rows]
