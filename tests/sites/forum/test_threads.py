"""The pages of a submission and of a comment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]

TIME = "2023-10-01T00:00:00+00:00"


def ids(page: BeautifulSoup) -> list[int]:
    return [int(str(comment["id"]).removeprefix("comment_")) for comment in page.select(".comment")]


def reply_rows(n: int, parent: Callable[[int], int | None]) -> dict[str, list[dict[str, object]]]:
    row = {"submission_id": 5, "user_id": 2, "created_at": TIME}
    return {"comments": [{"id": i, "parent_id": parent(i), "body": f"c{i}", **row} for i in range(101, 101 + n)]}


@pytest.mark.parametrize(
    "path", ["/f/books/1", "/f/books/1/", "/f/books/1/any-slug", "/f/books/1/any-slug/", "/F/books/1", "/f/BOOKS/1/-"]
)
def test_only_the_number_matters(me: SiteClient, path: str) -> None:
    expected = 404 if path.startswith("/F") else 200
    assert me.get(path).status_code == expected


@pytest.mark.parametrize("path", ["/f/space/1", "/f/books/999", "/f/books/99999999999999999999", "/f/books/0"])
def test_what_is_not_there_is_a_page_that_says_so(me: SiteClient, path: str) -> None:
    response = me.get(path)
    assert response.status_code == 404 and "Go to the front page" in response.get_data(as_text=True)


def test_the_page_has_the_elements_that_tasks_read(me: SiteClient, soup: Soup) -> None:
    page = soup(me, "/f/books/1")
    title, inner = page.select_one(".submission__title"), page.select_one(".submission__inner")
    assert title is not None and title.get_text() == "Submission 0 of a reader's week"
    assert inner is not None and inner.select_one(".submission__title") and inner.select_one(".submission__body")
    form = page.select_one("div.submission__vote form")
    assert form is not None and form["class"] == ["vote"]
    assert page.select_one(".submission__row .submission__content a.fg-inherit")
    assert page.select_one("time[datetime]") and page.select_one("#sidebar > section")
    textarea = page.select_one("textarea#reply_to_submission_1_comment")
    assert textarea is not None and textarea["name"] == "reply_to_submission_1[comment]"
    assert "Post" in [button.get_text() for button in page.select("#comments button")]


def test_a_submission_without_text_has_no_body(me: SiteClient, soup: Soup) -> None:
    assert not soup(me, "/f/books/2").select(".submission__body")


def test_comments_are_nested_newest_first(me: SiteClient, soup: Soup) -> None:
    page = soup(me, "/f/books/1")
    assert ids(page) == [4, 5, 1, 6, 2, 3]
    levels = [comment["data-level"] for comment in page.select(".comment")]
    assert levels == ["0", "1", "0", "1", "1", "2"]
    assert page.select_one("#comment_1 > .comment__replies > #comment_2 > .comment__replies > #comment_3")
    first = page.select_one(".comment__body")
    assert first is not None and first.get_text().strip() == "Comment 4 says hello"


def test_a_comment_has_a_page_of_its_own(me: SiteClient, soup: Soup) -> None:
    page = soup(me, "/f/books/1/-/comment/2")
    assert ids(page) == [2, 3]
    textarea = page.select_one("textarea#reply_to_comment_2_comment")
    assert textarea is not None and textarea["name"] == "reply_to_comment_2[comment]"
    assert "/f/books/1/-/comment/1" in [link["href"] for link in page.select(".notice a")]
    assert me.get("/f/books/1/some-slug/comment/2").status_code == 200


@pytest.mark.parametrize("path", ["/f/books/2/-/comment/2", "/f/books/1/-/comment/99"])
def test_a_comment_belongs_to_its_submission(me: SiteClient, path: str) -> None:
    assert me.get(path).status_code == 404


def test_many_comments_come_in_pages_of_whole_branches(me: SiteClient, mount: Mount, soup: Soup) -> None:
    mount.state.insert_rows(reply_rows(90, lambda i: i - 1 if i % 2 == 0 else None))
    path, seen = "/f/books/5", list[int]()
    while path:
        page = soup(me, path)
        seen += ids(page)
        assert len(ids(page)) <= 30 and len(ids(page)) % 2 == 0
        more = page.select_one('a[rel="next"]')
        path = str(more["href"]) if more else ""
    assert sorted(seen) == list(range(101, 191)) and seen[0] == 189
    assert me.get("/f/books/5?before=x").status_code == 400


def test_a_deep_thread_goes_on_on_another_page(me: SiteClient, mount: Mount, soup: Soup) -> None:
    mount.state.insert_rows(reply_rows(600, lambda i: i - 1 if i > 101 else None))
    page = soup(me, "/f/books/5")
    assert ids(page) == list(range(101, 111))
    link = page.select_one(".comment__more a")
    assert link is not None and link["href"] == "/f/books/5/-/comment/110" and "590 more" in link.get_text()
    assert ids(soup(me, "/f/books/5/-/comment/110")) == list(range(110, 120))


def test_a_deleted_comment_keeps_its_place_only_for_replies(me: SiteClient, mount: Mount, soup: Soup) -> None:
    with mount.state.writing() as db:
        db.execute("UPDATE comments SET visibility = 'deleted' WHERE id IN (2, 4, 5)")
    page = soup(me, "/f/books/1")
    assert ids(page) == [1, 6, 2, 3]
    assert "Comment 2" not in page.get_text() and "[deleted]" in page.get_text()
    assert me.get("/f/books/1/-/comment/4").status_code == 404


def test_links_to_a_deleted_comment_with_replies_lead_to_these(me: SiteClient, mount: Mount, soup: Soup) -> None:
    mount.state.insert_rows(reply_rows(15, lambda i: i - 1 if i > 101 else None))
    with mount.state.writing() as db:
        db.execute("UPDATE comments SET visibility = 'deleted' WHERE id = 110")
    more = soup(me, "/f/books/5").select_one(".comment__more a")
    parent = soup(me, "/f/books/5/-/comment/111").find("a", string="View parent comment")
    assert more is not None and parent is not None and more["href"] == parent["href"]
    page = soup(me, str(more["href"]))
    assert ids(page) == list(range(110, 116)) and "[deleted]" in page.get_text() and not page.select("textarea")
    assert me.post("/f/books/5/-/comment/110", {"reply_to_comment_110[comment]": "x"}).status_code == 404


def test_a_locked_submission_takes_comments_from_moderators_alone(
    me: SiteClient, wren: SiteClient, mount: Mount, soup: Soup
) -> None:
    me.post("/f/books/1/-/lock")
    assert not soup(wren, "/f/books/1").select("textarea") and soup(me, "/f/books/1").select("textarea")
    assert wren.post("/f/books/1/-/comment", {"reply_to_submission_1[comment]": "x"}).status_code == 403
    assert me.post("/f/books/1/-/comment", {"reply_to_submission_1[comment]": "x"}).status_code == 302


def test_an_anonymous_visitor_is_asked_to_log_in(anyone: SiteClient, soup: Soup) -> None:
    page = soup(anyone, "/f/books/1")
    assert not page.select("textarea") and page.select_one('#comments a[href="/login"]')
