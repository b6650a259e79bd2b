"""The orders of the hot and the controversial lists."""

from __future__ import annotations

from datetime import datetime

SECONDS_PER_POINT = 1800
SECONDS_PER_COMMENT = 5000
MOST_GAINED_S = 86_400
MOST_LOST_S = 43_200
UNPOPULAR = -5


def hot_rank(created_at: datetime, net_score: int, comment_count: int) -> int:
    """Unix time of a submission, moved ahead by its score and its comments, at most by a day.

    Comments under an unpopular submission (net score of -5 or less) do not move it; a bad score holds it back by at
    most half a day. The shape is that of the original forum software.
    """
    gained = net_score * SECONDS_PER_POINT
    if net_score > UNPOPULAR:
        gained += comment_count * SECONDS_PER_COMMENT
    return int(created_at.timestamp()) + max(-MOST_LOST_S, min(MOST_GAINED_S, gained))


def controversy(upvotes: int, downvotes: int) -> float:
    """Zero without opposing votes; grows with their number and with how evenly they are split."""
    if upvotes <= 0 or downvotes <= 0:
        return 0.0
    few, many = sorted((upvotes, downvotes))
    return float(round((few + many) ** (few / many), 6))
