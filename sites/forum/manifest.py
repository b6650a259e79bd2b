"""The forum's data sheet."""

from __future__ import annotations

from ..kit.manifest import Account, Manifest, Trial

_VOTES = ("upvotes", "downvotes", "net_score")

MANIFEST = Manifest(
    name="forum",
    host="forum.localhost",
    title="Forum",
    generator_version="1",
    generator_files=(
        "forum/schema.sql",
        "forum/ranking.py",
        "forum/data.py",
        "forum/seed/**/*",
        "kit/passwords.py",
        "kit/seedtext.py",
        "kit/state.py",
    ),
    collections=(
        "users",
        "forums",
        "moderators",
        "subscriptions",
        "images",
        "submissions",
        "comments",
        "submission_votes",
        "comment_votes",
        "moderation_log",
    ),
    accounts=(Account("MarvelsGrantMan136", "test1234", "the account that tasks act as"),),
    headline="submissions",
    trial=Trial("/user/MarvelsGrantMan136/edit_biography", {"user_biography[biography]": "All is in order."}),
    derived={
        "forums": ("submission_count", "subscriber_count"),
        "submissions": (*_VOTES, "ranking", "controversy", "comment_count", "last_active"),
        "comments": _VOTES,
    },
)
