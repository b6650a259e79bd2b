"""Addresses of pages."""

from __future__ import annotations

import sqlite3

import pytest
from flask import Flask
from werkzeug.exceptions import BadRequest

from browserenv.sites.kit.paging import Key, cut, page_number, page_url

KEY = Key({"score": int, "id": int})
APP = Flask(__name__)


def rows(n: int) -> list[sqlite3.Row]:
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    found = [db.execute("SELECT ? AS score, ? AS id", [i, 10 * i]).fetchone() for i in range(n)]
    db.close()
    return found


def test_sql() -> None:
    assert KEY.condition("t") == "(t.score, t.id) < (?, ?)"
    assert KEY.order("t") == "t.score DESC, t.id DESC"


def test_the_next_page_begins_after_the_last_row_shown() -> None:
    with APP.test_request_context("/list?t=day&next[score]=9&next[id]=1"):
        assert KEY.after() == [9, 1]
        page = cut(rows(3), KEY, size=2)
        assert len(page.rows) == 2 and page.first_url == "/list?t=day"
        assert page.next_url == "/list?t=day&next%5Bscore%5D=1&next%5Bid%5D=10"
    with APP.test_request_context("/list"):
        assert KEY.after() is None
        assert (cut(rows(2), KEY, size=2).next_url, cut(rows(2), KEY, size=2).first_url) == (None, None)


@pytest.mark.parametrize(
    "query", ["next[score]=1", "next[id]=1", "next[score]=x&next[id]=1", f"next[score]={2**63}&next[id]=1"]
)
def test_refuses_what_names_no_page(query: str) -> None:
    with APP.test_request_context(f"/list?{query}"), pytest.raises(BadRequest):
        KEY.after()


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("007", 7), ("10000", 10_000)])
def test_page_numbers(text: str, number: int) -> None:
    with APP.test_request_context(f"/list?page={text}&q=x"):
        assert page_number() == number and page_url(3) == "/list?q=x&page=3"


@pytest.mark.parametrize("text", ["0", "-1", "x", "", "10001", "1" * 5000, "0001000" + "0" * 20, "\u0661"])
def test_refuses_other_numbers(text: str) -> None:
    with APP.test_request_context(f"/list?page={text}"), pytest.raises(BadRequest):
        page_number()
