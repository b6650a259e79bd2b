"""What moderators do, and its log."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]
ClientOf = Callable[[str | None], SiteClient]


@pytest.mark.parametrize(
    ("verb", "undo", "column", "value"),
    [
        ("trash", "restore", "visibility", "trashed"),
        ("lock", "unlock", "is_locked", 1),
        ("pin", "unpin", "is_sticky", 1),
    ],
)
def test_each_deed_is_logged_once_and_can_be_undone(
    *, me: SiteClient, mount: Mount, verb: str, undo: str, column: str, value: object
) -> None:
    for _ in range(2):
        assert me.post(f"/f/books/2/-/{verb}").status_code == 302
    assert mount.state.rows("submissions", {"id": 2})[0][column] == value
    (entry,) = mount.state.rows("moderation_log", {})
    assert (entry["user_id"], entry["submission_id"], entry["comment_id"]) == (1, 2, None)
    me.post(f"/f/books/2/-/{undo}")
    assert list(mount.state.diff()) == ["moderation_log"]


def test_a_removed_submission_is_seen_by_its_author_and_moderators_alone(
    me: SiteClient, wren: SiteClient, client_of: ClientOf, anyone: SiteClient
) -> None:
    me.post("/f/books/2/-/trash")
    assert [who.get("/f/books/2").status_code for who in (me, wren, client_of("Root"))] == [200, 200, 200]
    assert [who.get("/f/books/2").status_code for who in (anyone, client_of("Tansy"))] == [404, 404]
    assert "/f/books/2/" not in anyone.text("/f/books/new?next[id]=5")
    assert "Removed" in me.text("/f/books/2")


def test_the_log_tells_of_what_is_gone_since(me: SiteClient, client_of: ClientOf, soup: Soup) -> None:
    me.post("/f/books/1/-/comment/4/trash")
    assert "removed a comment on Submission 0" in soup(me, "/f/books/moderation_log").get_text()
    me.post("/f/books/1/-/delete")
    assert "removed a comment on [deleted]" in soup(me, "/f/books/moderation_log").get_text()


def test_a_removed_comment(me: SiteClient, anyone: SiteClient, mount: Mount) -> None:
    me.post("/f/books/1/-/comment/4/trash")
    assert "Comment 4" not in anyone.text("/f/books/1") and "Comment 4" in me.text("/f/books/1")
    assert mount.state.rows("submissions", {"id": 1})[0]["comment_count"] == 5
    me.post("/f/books/1/-/comment/4/restore")
    assert "Comment 4" in anyone.text("/f/books/1")


@pytest.mark.parametrize(
    "path", ["/f/books/2/-/trash", "/f/books/2/-/lock", "/f/books/2/-/pin", "/f/books/1/-/comment/4/trash"]
)
def test_others_may_not(wren: SiteClient, anyone: SiteClient, mount: Mount, path: str) -> None:
    assert wren.post(path).status_code == 403
    assert anyone.post(path).headers["Location"] == "/login"
    assert not mount.state.diff()


def test_buttons_show_to_moderators_alone(me: SiteClient, wren: SiteClient, soup: Soup) -> None:
    def buttons(client: SiteClient) -> set[str]:
        return {button.get_text() for button in soup(client, "/f/books/2").select(".submission__nav button")}

    assert buttons(me) == {"Remove", "Lock", "Pin"} and not buttons(wren)


def test_the_log_is_open_to_all(me: SiteClient, anyone: SiteClient, soup: Soup) -> None:
    me.post("/f/books/2/-/lock")
    me.post("/f/books/1/-/comment/4/trash")
    entries = [entry.get_text(" ", strip=True) for entry in soup(anyone, "/f/books/moderation_log").select(".log li")]
    assert len(entries) == 2
    assert "removed a comment on" in entries[0] and "locked the submission" in entries[1]
