"""Votes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup, Tag

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]

SUBMISSION, COMMENT = ("submission", "sv", "div.submission__vote form"), ("comment", "cv", "#comment_1 .vote")


def form_of(page: BeautifulSoup, locator: str) -> Tag:
    form = page.select_one(locator)
    assert form is not None
    return form


def score(form: Tag) -> int:
    shown = form.select_one(".vote__net-score")
    assert shown is not None
    return int(shown.get_text())


@pytest.mark.parametrize(("noun", "path", "locator"), [SUBMISSION, COMMENT])
def test_up_down_and_taken_back(
    *, me: SiteClient, mount: Mount, soup: Soup, noun: str, path: str, locator: str
) -> None:
    start = score(form_of(soup(me, "/f/books/1"), locator))
    for button, css_class, change in (
        (0, "vote vote--user-upvoted", 1),
        (1, "vote vote--user-downvoted", -1),
        (1, "vote", 0),
        (1, "vote vote--user-downvoted", -1),
        (0, "vote vote--user-upvoted", 1),
        (0, "vote", 0),
    ):
        buttons = form_of(soup(me, "/f/books/1"), locator).select("button")
        assert [one["name"] for one in buttons] == ["choice", "choice"]
        assert me.post(f"/{path}/1", {"choice": buttons[button]["value"]}).status_code == 302
        form = form_of(soup(me, "/f/books/1"), locator)
        assert " ".join(form["class"]) == css_class
        assert score(form) == start + change
    assert mount.state.diff() == {}


@pytest.mark.parametrize("path", ["sv", "cv"])
def test_for_scripts(me: SiteClient, mount: Mount, path: str) -> None:
    answer = me.post(f"/{path}/1.json", {"choice": "-1"})
    assert answer.status_code == 200 and answer.get_json()["userChoice"] == -1
    table = "submissions" if path == "sv" else "comments"
    assert answer.get_json()["netScore"] == mount.state.rows(table, {"id": 1})[0]["net_score"]


def test_a_vote_cast_twice_counts_once_and_writes_once(me: SiteClient, mount: Mount) -> None:
    me.post("/sv/1", {"choice": "1"})
    version = mount.state.version()
    me.post("/sv/1", {"choice": "1"})
    assert mount.state.version() == version and len(mount.state.rows("submission_votes", {})) == 1


def test_comes_back_to_the_page_of_the_vote(me: SiteClient) -> None:
    here = me.post("/sv/1", {"choice": "1"}, Referer="http://forum.localhost/f/books/new?x=1")
    assert here.headers["Location"] == "/f/books/new?x=1"
    slashes = me.post("/sv/1", {"choice": "0"}, Referer="http://forum.localhost//evil.example/x")
    assert slashes.headers["Location"] == "/evil.example/x"
    elsewhere = me.post("/sv/1", {"choice": "0"}, Referer="http://forum.localhost.evil.example/x")
    assert elsewhere.headers["Location"] == "/f/books/1/submission-0-of-a-reader-s-week"


@pytest.mark.parametrize("choice", ["2", "", "up", "1e0"])
def test_refuses_any_other_choice(me: SiteClient, mount: Mount, choice: str) -> None:
    assert me.post("/sv/1", {"choice": choice}).status_code == 400
    assert me.post("/sv/1.json", {"choice": choice}).status_code == 400
    assert not mount.state.diff()


def test_needs_a_login_and_a_row(me: SiteClient, anyone: SiteClient, mount: Mount) -> None:
    assert anyone.post("/sv/1", {"choice": "1"}).headers["Location"] == "/login"
    assert anyone.post("/sv/1.json", {"choice": "1"}).status_code == 401
    assert me.post("/sv/999.json", {"choice": "1"}).status_code == 404
    assert me.post("/cv/999", {"choice": "1"}).status_code == 404
    assert not mount.state.diff()
