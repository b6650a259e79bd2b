"""The derived columns, computed anew from the rows that they count, in the transaction that changed those rows."""

from __future__ import annotations

import sqlite3

from ..kit.moments import read
from .ranking import controversy, hot_rank

_SUBMISSION = """
SELECT s.created_at,
    s.seed_upvotes + (SELECT count(*) FROM submission_votes v WHERE v.submission_id = s.id AND v.choice = 1),
    s.seed_downvotes + (SELECT count(*) FROM submission_votes v WHERE v.submission_id = s.id AND v.choice = -1),
    (SELECT count(*) FROM comments c WHERE c.submission_id = s.id AND c.visibility = 'visible'),
    (SELECT max(created_at) FROM comments c WHERE c.submission_id = s.id AND c.visibility = 'visible')
FROM submissions s WHERE s.id = ?
"""

_COMMENT = """
SELECT seed_upvotes + (SELECT count(*) FROM comment_votes v WHERE v.comment_id = c.id AND v.choice = 1),
    seed_downvotes + (SELECT count(*) FROM comment_votes v WHERE v.comment_id = c.id AND v.choice = -1)
FROM comments c WHERE c.id = ?
"""

_FORUM = """
SELECT (SELECT count(*) FROM submissions s WHERE s.forum_id = f.id AND s.visibility = 'visible'),
    f.seed_subscribers + (SELECT count(*) FROM subscriptions p WHERE p.forum_id = f.id)
FROM forums f WHERE f.id = ?
"""


def refresh_submission(db: sqlite3.Connection, submission_id: int) -> None:
    """Bring a submission's votes, comment count, last activity and rankings in step with the rows."""
    created, up, down, n_comments, last_comment = db.execute(_SUBMISSION, [submission_id]).fetchone()
    db.execute(
        "UPDATE submissions SET upvotes = ?, downvotes = ?, net_score = ?, ranking = ?, controversy = ?,"
        " comment_count = ?, last_active = ? WHERE id = ?",
        [
            *(up, down, up - down),
            *(hot_rank(read(created), up - down, n_comments), controversy(up, down)),
            *(n_comments, max(created, last_comment or created), submission_id),
        ],
    )


def refresh_comment(db: sqlite3.Connection, comment_id: int) -> None:
    """Bring a comment's votes in step with the rows."""
    up, down = db.execute(_COMMENT, [comment_id]).fetchone()
    numbers = [up, down, up - down, comment_id]
    db.execute("UPDATE comments SET upvotes = ?, downvotes = ?, net_score = ? WHERE id = ?", numbers)


def refresh_forum(db: sqlite3.Connection, forum_id: int) -> None:
    """Bring a forum's submission and subscriber counts in step with the rows."""
    numbers = [*db.execute(_FORUM, [forum_id]).fetchone(), forum_id]
    db.execute("UPDATE forums SET submission_count = ?, subscriber_count = ? WHERE id = ?", numbers)
