"""Pages of users, and biographies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]


def test_the_overview_gives_each_post_once_newest_first(me: SiteClient, mount: Mount, soup: Soup) -> None:
    path, times, n_pages = "/user/marvelsgrantman136", list[str](), 0
    while path:
        page = soup(me, path)
        n_pages += 1
        times += [str(article.select("time")[0]["datetime"]) for article in page.select("#main article")]
        more = page.select_one('a[rel="next"]')
        path = str(more["href"]) if more else ""
    mine = [row for table in ("submissions", "comments") for row in mount.state.rows(table, {"user_id": 1})]
    assert n_pages == 2 and times == sorted((row["created_at"] for row in mine), reverse=True)


@pytest.mark.parametrize("kind", ["submissions", "comments"])
def test_lists_of_one_kind(me: SiteClient, mount: Mount, soup: Soup, kind: str) -> None:
    page = soup(me, f"/user/Wren/{kind}")
    shown = [int(str(form["action"]).rsplit("/", 1)[1]) for form in page.select("form.vote")]
    rows = mount.state.rows(kind, {"user_id": 2})
    assert shown == sorted((row["id"] for row in rows), reverse=True)[:25]


def test_every_comment_shows_its_score(me: SiteClient, mount: Mount, soup: Soup) -> None:
    page = soup(me, "/user/Wren/comments")
    scores = [int(score.get_text()) for score in page.select(".comment .vote__net-score")]
    rows = sorted(mount.state.rows("comments", {"user_id": 2}), key=lambda row: -row["id"])
    assert scores == [row["net_score"] for row in rows]


def test_the_biography_is_markdown(me: SiteClient, soup: Soup) -> None:
    biography = soup(me, "/user/Wren").select_one(".user-bio__biography")
    assert biography is not None and biography.get_text().strip() == "I read."
    assert biography.select_one("em")


def test_changing_the_own_biography(me: SiteClient, mount: Mount, soup: Soup) -> None:
    control = soup(me, "/user/MarvelsGrantMan136/edit_biography").select_one("#user_biography_biography")
    assert control is not None and control["name"] == "user_biography[biography]"
    response = me.post("/user/MarvelsGrantMan136/edit_biography", {"user_biography[biography]": "I am a robot"})
    assert response.headers["Location"] == "/user/MarvelsGrantMan136"
    page = soup(me, "/user/MarvelsGrantMan136")
    biography, flash = page.select_one(".user-bio__biography"), page.select_one('[role="status"]')
    assert biography is not None and biography.get_text().strip() == "I am a robot"
    assert flash is not None and "saved" in flash.get_text()
    assert not soup(me, "/user/MarvelsGrantMan136").select('[role="status"]')
    assert list(mount.state.diff()) == ["users"]


def test_nobody_changes_anothers_biography(me: SiteClient, wren: SiteClient, mount: Mount) -> None:
    for method in (wren.get, wren.post):
        assert method("/user/MarvelsGrantMan136/edit_biography").status_code == 403
    assert not mount.state.diff()


@pytest.mark.parametrize("path", ["/user/nobody", "/user/nobody/comments", "/user/!deleted1"])
def test_unknown_users(me: SiteClient, path: str) -> None:
    assert me.get(path).status_code == 404
