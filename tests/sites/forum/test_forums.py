"""Forums: pages, lists, creating, editing, subscribing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]

SCI_FI = {
    "forum[name]": "sci_fi",
    "forum[title]": "Science fiction",
    "forum[description]": "Ships & stars",
    "forum[sidebar]": "New\r\nClassic",
}


def test_a_forum_is_found_in_any_case_and_links_to_its_own_spelling(me: SiteClient, soup: Soup) -> None:
    page = soup(me, "/f/machinelearning/new")
    links = {str(link["href"]) for link in page.select("#main a") if str(link["href"]).startswith("/f/")}
    assert links and all(link.startswith("/f/MachineLearning") for link in links)


def test_the_form_has_the_original_ids_names_and_labels(me: SiteClient, soup: Soup) -> None:
    page = soup(me, "/create_forum")
    for field, label in (("name", "Name"), ("title", "Title"), ("description", "Description"), ("sidebar", "Sidebar")):
        control = page.select_one(f"#forum_{field}")
        assert control is not None and control["name"] == f"forum[{field}]" and control.has_attr("required")
        found = page.select_one(f'label[for="forum_{field}"]')
        assert found is not None and found.get_text() == label
    assert [button.get_text() for button in page.select("#main button")] == ["Create forum"]


def test_creating_writes_a_forum_its_moderator_and_its_subscriber(me: SiteClient, mount: Mount) -> None:
    response = me.post("/create_forum", SCI_FI)
    assert (response.status_code, response.headers["Location"]) == (302, "/f/sci_fi")
    diff = mount.state.diff()
    assert {name: {kind: len(rows) for kind, rows in change.items() if rows} for name, change in diff.items()} == {
        "forums": {"added": 1},
        "moderators": {"added": 1},
        "subscriptions": {"added": 1},
    }
    (forum,) = diff["forums"]["added"].values()
    assert forum["description"] == "Ships & stars" and forum["sidebar"] == "New\nClassic"
    assert forum["created_at"] == "2023-10-15T15:34:01+00:00" and forum["subscriber_count"] == 1


def test_the_edit_page_holds_what_was_saved(me: SiteClient, soup: Soup) -> None:
    me.post("/create_forum", SCI_FI)
    page = soup(me, "/f/sci_fi/edit")
    description, sidebar = page.select_one("#forum_description"), page.select_one("#forum_sidebar")
    assert description is not None and description.get_text().strip() == "Ships & stars"
    assert sidebar is not None and sidebar.get_text().strip() == "New\nClassic"
    assert not soup(me, "/f/sci_fi").select("#forum_description")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", "required"),
        ("name", "ab", "3 to 25"),
        ("name", "a" * 26, "3 to 25"),
        ("name", "sci-fi", "3 to 25"),
        ("name", "Books", "already a forum named Books"),
        ("title", "t" * 101, "100 are allowed"),
        ("description", "   ", "required"),
        ("description", "d" * 301, "300 are allowed"),
        ("sidebar", "s" * 1501, "1,500 are allowed"),
    ],
)
def test_wrong_input_shows_the_form_again(me: SiteClient, mount: Mount, field: str, value: str, message: str) -> None:
    response = me.post("/create_forum", {**SCI_FI, f"forum[{field}]": value})
    page = BeautifulSoup(response.get_data(as_text=True), "html.parser")
    control, error = page.select_one(f"#forum_{field}"), page.select_one(f"#forum_{field}_error")
    assert response.status_code == 200 and not mount.state.diff()
    assert error is not None and message in error.get_text()
    assert control is not None and control["aria-invalid"] == "true"
    assert f"forum_{field}_error" in str(control["aria-describedby"]).split()
    kept = page.select_one("#forum_title" if field != "title" else "#forum_name")
    assert kept is not None and kept["value"] in ("Science fiction", "sci_fi")


def test_only_moderators_edit(wren: SiteClient, client_of: Callable[[str | None], SiteClient], mount: Mount) -> None:
    for method in (wren.get, wren.post):
        assert method("/f/books/edit").status_code == 403
    root = client_of("Root")
    form = {**SCI_FI, "forum[name]": "books", "forum[title]": "Reading"}
    assert root.post("/f/books/edit", form).status_code == 302
    assert mount.state.rows("forums", {"name": "books"})[0]["title"] == "Reading"


def test_an_anonymous_visitor_logs_in_first_and_comes_back(anyone: SiteClient) -> None:
    response = anyone.get("/f/books/edit?x=1")
    assert response.headers["Location"] == "/login"
    login = anyone.post("/login_check", {"_username": "MarvelsGrantMan136", "_password": "test1234"})
    assert login.headers["Location"] == "/f/books/edit?x=1"


def test_subscribing_and_no_longer(me: SiteClient, soup: Soup, mount: Mount) -> None:
    assert me.post("/f/Earthporn/subscribe").headers["Location"] == "/f/earthporn"
    section = soup(me, "/").select_one("#sidebar > section")
    assert section is not None and "earthporn" in section.get_text()
    before = mount.state.version()
    me.post("/f/earthporn/subscribe")
    assert mount.state.version() == before
    me.post("/f/earthporn/unsubscribe")
    assert mount.state.diff() == {}


def test_subscribing_for_scripts(me: SiteClient, anyone: SiteClient) -> None:
    response = me.post("/f/earthporn/subscribe.json")
    assert (response.status_code, response.get_json()) == (200, {"subscribed": True, "subscriberCount": 101})
    assert me.post("/f/earthporn/unsubscribe.json").get_json()["subscribed"] is False
    refused = anyone.post("/f/earthporn/subscribe.json")
    assert refused.status_code == 401 and "error" in refused.get_json()


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/forums", ["books", "earthporn", "MachineLearning", "space"]),
        ("/forums/by_name", ["books", "earthporn", "MachineLearning", "space"]),
        ("/forums/by_submissions", ["books", "earthporn", "MachineLearning", "space"]),
        ("/forums/by_subscribers", ["space", "MachineLearning", "earthporn", "books"]),
    ],
)
def test_lists_of_forums(me: SiteClient, soup: Soup, path: str, names: list[str]) -> None:
    assert [link.get_text() for link in soup(me, path).select("h2 a")] == names


def test_a_long_list_has_pages(me: SiteClient, mount: Mount, soup: Soup) -> None:
    row = {"title": "t", "description": "d", "sidebar": "s", "created_at": "2023-01-01T00:00:00+00:00"}
    mount.state.insert_rows({"forums": [{"name": f"n{i:02}", **row} for i in range(30)]})
    first, second = soup(me, "/forums"), soup(me, "/forums?page=2")
    assert len(first.select("h2 a")) == 25 and len(second.select("h2 a")) == 9
    assert first.select_one('a[rel="next"]') and not first.select_one('a[rel="prev"]')
    assert second.select_one('a[rel="prev"]') and not second.select_one('a[rel="next"]')
    assert len(soup(me, "/forums/all").select("#main li a")) == 34


def test_a_pinned_submission_heads_the_hot_list_alone(me: SiteClient, mount: Mount, soup: Soup) -> None:
    me.post("/f/books/3/-/pin")
    first = soup(me, "/f/books").select_one(".submission__vote form")
    assert first is not None and first["action"] == "/sv/3"
    pages, path = list[str](), "/f/books"
    while path:
        page = soup(me, path)
        pages += [str(form["action"]) for form in page.select(".submission__vote form")]
        more = page.select_one('a[rel="next"]')
        path = str(more["href"]) if more else ""
    assert len(pages) == len(set(pages)) == 40


def test_five_pinned_submissions_head_the_list_and_none_is_missing(me: SiteClient, soup: Soup) -> None:
    for row_id in range(1, 8):
        me.post(f"/f/books/{row_id}/-/pin")
    pages = [soup(me, "/f/books")]
    while more := pages[-1].select_one('a[rel="next"]'):
        pages.append(soup(me, str(more["href"])))
    shown = [str(form["action"]) for page in pages for form in page.select(".submission__vote form")]
    assert shown[:5] == [f"/sv/{row_id}" for row_id in (7, 6, 5, 4, 3)]
    assert sorted(shown) == sorted(f"/sv/{row_id}" for row_id in range(1, 41))
