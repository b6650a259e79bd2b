"""The front page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

FILTERED = ("/featured", "/all", "/subscribed")
SORTS = ("hot", "new", "active", "top", "controversial", "most_commented")


def page(client: SiteClient, path: str) -> BeautifulSoup:
    return BeautifulSoup(client.text(path), "html.parser")


def forums_shown(soup: BeautifulSoup) -> set[str]:
    return {link.get_text() for link in soup.select("a.submission__forum")}


def ids_shown(soup: BeautifulSoup) -> list[int]:
    return [int(str(form["action"]).rsplit("/", 1)[1]) for form in soup.select("div.submission__vote form")]


def test_shows_the_subscribed_forums_to_whoever_follows_some(me: SiteClient) -> None:
    assert forums_shown(page(me, "/new")) == {"books", "space"}


def test_shows_the_featured_forums_to_everyone_else(wren: SiteClient, anyone: SiteClient) -> None:
    for client in (wren, anyone):
        assert "space" not in forums_shown(page(client, "/new"))
        assert "MachineLearning" in forums_shown(page(client, "/new"))


def test_the_all_filter_shows_every_forum(me: SiteClient) -> None:
    assert forums_shown(page(me, "/all/new")) >= {"space", "MachineLearning"}


def test_first_section_of_the_sidebar_lists_the_subscriptions(me: SiteClient) -> None:
    section = page(me, "/").select_one("#sidebar > section")
    assert section is not None
    assert [link.get_text() for link in section.select("a")] == ["books", "space"]


def test_forms_lead_to_a_new_forum(me: SiteClient) -> None:
    assert [link["href"] for link in page(me, "/").select("#sidebar a") if link.get_text() == "Create forum"]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("prefix", ["", *FILTERED])
def test_every_filter_has_every_sort(me: SiteClient, prefix: str, sort: str) -> None:
    soup = page(me, f"{prefix}/{sort}")
    assert len(ids_shown(soup)) == 25
    current = soup.select_one('nav[aria-label="Sort"] [aria-current]')
    assert current is not None and current["href"] == f"{prefix}/{sort}"


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("hot", "ranking"),
        ("new", "id"),
        ("active", "last_active"),
        ("top", "net_score"),
        ("controversial", "controversy"),
        ("most_commented", "comment_count"),
    ],
)
def test_pages_together_give_each_submission_once_in_order(me: SiteClient, mount: Mount, sort: str, key: str) -> None:
    path, ids = f"/all/{sort}", list[int]()
    while path:
        soup = page(me, path)
        ids += ids_shown(soup)
        more = soup.select_one('a[rel="next"]')
        path = str(more["href"]) if more else ""
    rows = {row["id"]: row for row in mount.state.rows("submissions", {})}
    assert sorted(ids) == sorted(rows)
    assert ids == sorted(ids, key=lambda row_id: (rows[row_id][key], row_id), reverse=True)


def test_a_period_leaves_out_what_is_older(me: SiteClient, mount: Mount) -> None:
    ids = ids_shown(page(me, "/all/top?t=month"))
    young = {row["id"] for row in mount.state.rows("submissions", {}) if row["created_at"] >= "2023-09-15T15:34"}
    assert ids and set(ids) == young


@pytest.mark.parametrize(
    "path", ["/top?t=fortnight", "/new?next[id]=x", "/new?next[id]=99999999999999999999", "/top?next[id]=3"]
)
def test_refuses_an_address_that_names_no_page(me: SiteClient, path: str) -> None:
    assert me.get(path).status_code == 400


def test_a_world_without_submissions_says_so(anyone: SiteClient, mount: Mount) -> None:
    with mount.state.writing() as db:
        db.execute("DELETE FROM submissions")
    assert "no submissions" in anyone.text("/all")


def test_one_application_serves_two_worlds(me: SiteClient, mount: Mount, new_mount: Callable[[str], Mount]) -> None:
    other = new_mount("other")
    me.post("/f/earthporn/subscribe")
    assert mount.state.diff() and not other.state.diff()
