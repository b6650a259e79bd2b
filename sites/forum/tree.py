"""The comments under a submission as a tree, newest first at every level, a page at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..kit.web import db
from .find import me

PAGE_COMMENTS = 30
MAX_LEVEL = 9

_BODIES = """
SELECT c.*, s.title AS submission_title, f.name AS forum_name, u.name AS user_name, u.id = s.user_id AS is_by_author,
    coalesce((SELECT choice FROM comment_votes v WHERE v.user_id = ? AND v.comment_id = c.id), 0) AS my_choice
FROM comments c JOIN users u ON u.id = c.user_id
JOIN submissions s ON s.id = c.submission_id JOIN forums f ON f.id = s.forum_id
WHERE c.id IN ({marks})
"""


@dataclass(eq=False)
class Branch:
    """A comment with its replies. ``row`` is filled in for the comments that the page shows.

    ``is_shown`` is False for a removed comment, whose place is kept for the sake of its replies.
    """

    id: int
    is_shown: bool
    replies: list[Branch] = field(default_factory=list)
    row: sqlite3.Row | None = None

    def size(self) -> int:
        """Comments in this branch, itself among them."""
        return sum(1 for _ in self.walk())

    def walk(self) -> Iterable[Branch]:
        """The branch's comments in the order of the page; no recursion, so any depth will do."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting.extend(reversed(branch.replies))


@dataclass(frozen=True)
class Tree:
    """One page of the branches under a submission. ``next_before`` is the id before which the next page begins."""

    branches: Sequence[Branch]
    next_before: int | None = None


def read_tree(submission: sqlite3.Row, may_moderate: bool, before: int | None = None) -> Tree:
    """The top-level comments with their replies, as many whole branches as make up a page, at least one."""
    roots, _ = _branches(submission, may_moderate)
    waiting = [root for root in roots if before is None or root.id < before]
    shown: list[Branch] = []
    n_comments = 0
    for root in waiting:
        if shown and n_comments + root.size() > PAGE_COMMENTS:
            break
        shown.append(root)
        n_comments += root.size()
    _fill(shown)
    return Tree(shown, shown[-1].id if len(shown) < len(waiting) else None)


def read_branch(submission: sqlite3.Row, may_moderate: bool, comment_id: int) -> Branch | None:
    """One comment with its replies, None when it has no place on the submission's page."""
    _, by_id = _branches(submission, may_moderate)
    branch = by_id.get(comment_id)
    if branch is not None:
        _fill([branch])
    return branch


def rows_by_id(ids: Sequence[int]) -> dict[int, sqlite3.Row]:
    """Comments as pages show them, by id."""
    sql = _BODIES.format(marks=", ".join("?" for _ in ids))
    return {row["id"]: row for row in db().execute(sql, [me(), *ids])}


def _branches(submission: sqlite3.Row, may_moderate: bool) -> tuple[list[Branch], dict[int, Branch]]:
    sql = "SELECT id, parent_id, user_id, visibility FROM comments WHERE submission_id = ? ORDER BY id DESC"
    rows = db().execute(sql, [submission["id"]]).fetchall()
    by_id = {row["id"]: Branch(row["id"], _is_shown(row, may_moderate)) for row in rows}
    top = Branch(0, True)
    for row in rows:
        (by_id[row["parent_id"]] if row["parent_id"] else top).replies.append(by_id[row["id"]])
    for branch in reversed(list(top.walk())):  # replies before what they reply to
        branch.replies = [reply for reply in branch.replies if reply.is_shown or reply.replies]
    return top.replies, {branch.id: branch for branch in top.walk()}


def _is_shown(row: sqlite3.Row, may_moderate: bool) -> bool:
    if row["visibility"] == "trashed":
        return may_moderate or row["user_id"] == me()
    return bool(row["visibility"] == "visible")


def _fill(branches: Iterable[Branch]) -> None:
    wanted = [branch for top in branches for branch in top.walk()]
    rows = rows_by_id([branch.id for branch in wanted])
    for branch in wanted:
        branch.row = rows[branch.id]
