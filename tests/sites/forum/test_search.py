"""Search."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.sites.forum.search import match_expression
from browserenv.sites.kit.client import SiteClient

Soup = Callable[[SiteClient, str], BeautifulSoup]


def test_finds_submissions_and_comments(me: SiteClient, soup: Soup) -> None:
    assert len(soup(me, "/search?q=reader+week+17").select(".submission")) == 1
    assert len(soup(me, "/search?q=HELLO").select(".comment")) == 6
    page = soup(me, "/search?q=hello+3")
    assert [comment["id"] for comment in page.select(".comment")] == ["comment_3"]


def test_every_word_must_occur_and_a_phrase_as_it_stands(me: SiteClient, soup: Soup) -> None:
    assert "Nothing matches" in soup(me, "/search?q=reader+elephant").get_text()
    assert soup(me, '/search?q="of+a+reader"').select(".submission")
    assert not soup(me, '/search?q="reader+a+of"').select(".submission")


def test_one_kind_page_by_page(me: SiteClient, soup: Soup) -> None:
    path, seen = "/search?q=reader&kind=submissions", list[str]()
    while path:
        page = soup(me, path)
        seen += [str(form["action"]) for form in page.select(".submission .vote")]
        assert not page.select(".comment")
        more = page.select_one('a[rel="next"]')
        path = str(more["href"]) if more else ""
    assert len(seen) == len(set(seen)) == 70
    assert len(soup(me, "/search?q=reader").select(".submission")) == 15


def test_what_was_deleted_is_not_found(me: SiteClient, soup: Soup) -> None:
    me.post("/f/books/1/-/delete")
    page = soup(me, "/search?q=hello")
    assert not page.select(".comment")
    assert not soup(me, "/search?q=%22Submission+0%22").select(".submission")


@pytest.mark.parametrize(
    "q",
    ['"', "*", "a AND", "NEAR(", "title:", "(", "-x", "^", "x*", "'", ";", "%00", "\\", "%F0%9F%90%A6", "{a b}", " "],
)
def test_no_query_is_an_error(me: SiteClient, q: str) -> None:
    assert me.get(f"/search?q={q}").status_code == 200


def test_a_very_long_query(me: SiteClient) -> None:
    assert me.get("/search?q=" + "reader+" * 3000).status_code == 200


@settings(deadline=None)
@given(st.text())
def test_no_text_makes_an_expression_that_the_database_refuses(text: str) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(body)")
    expression = match_expression(text.replace("\x00", "").encode("utf-8", "ignore").decode())
    if expression:
        db.execute("SELECT * FROM t WHERE t MATCH ?", [expression]).fetchall()
    db.close()
