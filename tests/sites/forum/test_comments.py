"""Writing, editing and deleting comments."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]


def comment_on(client: SiteClient, text: str) -> str:
    response = client.post("/f/books/1/-/comment", {"reply_to_submission_1[comment]": text})
    assert response.status_code == 302
    return str(response.headers["Location"])


def test_a_new_comment_is_the_first_on_the_page_that_follows(me: SiteClient, mount: Mount, soup: Soup) -> None:
    path = comment_on(me, "A  fine\r\nweek")
    assert path == "/f/books/1/submission-0-of-a-reader-s-week#comment_7"
    first = soup(me, path).select_one(".comment__body")
    assert first is not None and first.get_text().split() == ["A", "fine", "week"]
    diff = mount.state.diff()
    assert set(diff) == {"comments", "comment_votes", "submissions"}
    (row,) = diff["comments"]["added"].values()
    assert (row["body"], row["parent_id"], row["net_score"]) == ("A  fine\nweek", None, 1)
    changed = diff["submissions"]["updated"]["1"]
    assert changed["after"]["comment_count"] == changed["before"]["comment_count"] + 1
    assert changed["after"]["last_active"] == "2023-10-15T15:34:01+00:00"


def test_a_reply_leads_to_its_own_page_and_shows_on_its_parents(me: SiteClient, mount: Mount, soup: Soup) -> None:
    response = me.post("/f/books/1/-/comment/2", {"reply_to_comment_2[comment]": "don't panic"})
    assert (response.status_code, response.headers["Location"]) == (302, "/f/books/1/-/comment/7")
    first = soup(me, "/f/books/1/-/comment/7").select_one(".comment__body")
    assert first is not None and first.get_text().strip() == "don't panic"
    assert "don't panic" in me.text("/f/books/1/-/comment/2")
    assert mount.state.rows("comments", {"id": 7})[0]["parent_id"] == 2


@pytest.mark.parametrize(
    ("path", "field"),
    [("/f/books/1/-/comment", "reply_to_submission_1"), ("/f/books/1/-/comment/2", "reply_to_comment_2")],
)
@pytest.mark.parametrize(("text", "message"), [(" \r\n ", "Write something"), ("x" * 10_001, "10,000 are allowed")])
def test_wrong_input_shows_the_page_again(
    *, me: SiteClient, mount: Mount, path: str, field: str, text: str, message: str
) -> None:
    response = me.post(path, {f"{field}[comment]": text})
    page = BeautifulSoup(response.get_data(as_text=True), "html.parser")
    error, textarea = page.select_one(f"#{field}_comment_error"), page.select_one(f"textarea#{field}_comment")
    assert response.status_code == 200 and error is not None and message in error.get_text()
    assert textarea is not None and textarea.get_text().strip() == text.strip()
    assert not mount.state.diff()
    assert me.get(path).status_code == 200


def test_editing_an_own_comment(me: SiteClient, wren: SiteClient, mount: Mount) -> None:
    assert wren.post("/f/books/1/-/comment/3/edit", {"comment[comment]": "no"}).status_code == 403
    response = me.post("/f/books/1/-/comment/3/edit", {"comment[comment]": "better"})
    assert response.headers["Location"] == "/f/books/1/-/comment/3"
    row = mount.state.rows("comments", {"id": 3})[0]
    assert (row["body"], row["edited_at"]) == ("better", "2023-10-15T15:34:01+00:00")


def test_deleting_an_own_comment_asks_first_and_keeps_replies(
    me: SiteClient, wren: SiteClient, mount: Mount, soup: Soup
) -> None:
    path = "/f/books/1/-/comment/6/delete"
    assert wren.post(path).status_code == 403
    assert "Comment 6" in soup(me, path).get_text() and not mount.state.diff()
    me.post("/f/books/1/-/comment/6", {"reply_to_comment_6[comment]": "an answer"})
    assert me.post(path).status_code == 302
    for page in ("/f/books/1", "/f/books/1/-/comment/6"):
        text = me.text(page)
        assert "Comment 6" not in text and "an answer" in text
    assert me.get(path).status_code == me.get("/f/books/1/-/comment/6/edit").status_code == 404
    assert mount.state.rows("submissions", {"id": 1})[0]["comment_count"] == 6


def test_commenting_needs_a_login(anyone: SiteClient, mount: Mount) -> None:
    response = anyone.post("/f/books/1/-/comment", {"reply_to_submission_1[comment]": "x"})
    assert response.headers["Location"] == "/login" and not mount.state.diff()
