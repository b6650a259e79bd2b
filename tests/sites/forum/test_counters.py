"""Derived columns equal a recomputation from the rows, whatever was done."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from datetime import datetime

import pytest

from browserenv.sites.forum.ranking import controversy, hot_rank
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

ClientOf = Callable[[str | None], SiteClient]


def act(rng: random.Random, client: SiteClient, mount: Mount) -> int:
    """One random thing that a user may try; refusals are as welcome."""
    submission, comment = rng.randint(1, 45), rng.randint(1, 12)
    forum = "books" if submission <= 40 else "earthporn"
    name = rng.choice(["books", "earthporn", "space"])
    path, form = rng.choice(
        [
            (f"/sv/{submission}", {"choice": rng.choice(["1", "-1", "0"])}),
            (f"/sv/{submission}.json", {"choice": rng.choice(["1", "-1", "0"])}),
            (f"/cv/{comment}", {"choice": rng.choice(["1", "-1", "0"])}),
            ("/f/books/1/-/comment", {"reply_to_submission_1[comment]": "text"}),
            (f"/f/books/1/-/comment/{comment}", {f"reply_to_comment_{comment}[comment]": "text"}),
            (f"/f/books/1/-/comment/{comment}/delete", {}),
            (f"/f/books/1/-/comment/{comment}/{rng.choice(['trash', 'restore'])}", {}),
            (f"/f/{forum}/{submission}/-/{rng.choice(['trash', 'restore', 'lock', 'unlock', 'pin'])}", {}),
            (f"/f/{forum}/{submission}/-/delete", {}),
            (f"/f/{name}/{rng.choice(['subscribe', 'unsubscribe'])}", {}),
            ("/submit", {"submission[title]": "t", "submission[forum]": "2", "submission[mediaType]": "url"}),
        ]
    )
    return client.post(path, form).status_code


def recount(db: sqlite3.Connection) -> None:
    """Assert every derived column against its definition in schema.sql."""
    for row in db.execute("SELECT * FROM submissions"):
        votes = [v[0] for v in db.execute("SELECT choice FROM submission_votes WHERE submission_id = ?", [row["id"]])]
        comments = db.execute(
            "SELECT created_at FROM comments WHERE submission_id = ? AND visibility = 'visible'", [row["id"]]
        ).fetchall()
        up, down = row["seed_upvotes"] + votes.count(1), row["seed_downvotes"] + votes.count(-1)
        assert (row["upvotes"], row["downvotes"], row["net_score"]) == (up, down, up - down)
        assert row["comment_count"] == len(comments)
        assert row["last_active"] == max([row["created_at"], *(comment[0] for comment in comments)])
        assert row["ranking"] == hot_rank(datetime.fromisoformat(row["created_at"]), up - down, len(comments))
        assert row["controversy"] == controversy(up, down)
    for row in db.execute("SELECT * FROM comments"):
        votes = [v[0] for v in db.execute("SELECT choice FROM comment_votes WHERE comment_id = ?", [row["id"]])]
        up, down = row["seed_upvotes"] + votes.count(1), row["seed_downvotes"] + votes.count(-1)
        assert (row["upvotes"], row["downvotes"], row["net_score"]) == (up, down, up - down)
    for row in db.execute("SELECT * FROM forums"):
        visible = "SELECT count(*) FROM submissions WHERE forum_id = ? AND visibility = 'visible'"
        followers = "SELECT count(*) FROM subscriptions WHERE forum_id = ?"
        assert row["submission_count"] == db.execute(visible, [row["id"]]).fetchone()[0]
        assert row["subscriber_count"] == row["seed_subscribers"] + db.execute(followers, [row["id"]]).fetchone()[0]


@pytest.mark.parametrize("seed", range(3))
def test_after_a_random_course_of_deeds(client_of: ClientOf, mount: Mount, seed: int) -> None:
    rng = random.Random(seed)
    clients = [client_of(name) for name in ("MarvelsGrantMan136", "Wren", "Tansy")]
    statuses = {act(rng, rng.choice(clients), mount) for _ in range(120)}
    assert 302 in statuses and statuses <= {200, 302, 403, 404}
    with mount.state.reading() as db:
        recount(db)


def test_after_the_end_of_an_account(client_of: ClientOf, mount: Mount) -> None:
    rng = random.Random(9)
    wren = client_of("Wren")
    for _ in range(40):
        act(rng, wren, mount)
    form = {"delete_account[name]": "Wren", "delete_account[current]": "password"}
    assert wren.post("/user/Wren/delete_account", form).status_code == 302
    with mount.state.reading() as db:
        recount(db)
