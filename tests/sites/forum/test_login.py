"""Logging in and out, and signing up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from browserenv.sites.forum.app import mint_login
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]

ME = {"_username": "MarvelsGrantMan136", "_password": "test1234"}
SIGN_UP = {
    "user[username]": "Newt",
    "user[email]": "",
    "user[password][first]": "password",
    "user[password][second]": "password",
}


def test_the_login_page_has_the_labels_that_robots_look_for(anyone: SiteClient, soup: Soup) -> None:
    page = soup(anyone, "/login")
    labels = {label.get_text(): str(label["for"]) for label in page.select("label")}
    username, password = page.select_one(f"#{labels['Username']}"), page.select_one(f"#{labels['Password']}")
    assert username is not None and username["name"] == "_username"
    assert password is not None and password["name"] == "_password" and password["type"] == "password"
    assert [button.get_text() for button in page.select("#main button")] == ["Log in"]


@pytest.mark.parametrize("path", ["/login", "/login_check"])
def test_the_answer_to_the_form_sets_the_cookie_and_writes_no_row(anyone: SiteClient, mount: Mount, path: str) -> None:
    response = anyone.post(path, {**ME, "_username": "marvelsgrantman136"})
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    cookie = response.headers["Set-Cookie"]
    assert cookie.startswith("forum_session=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "MarvelsGrantMan136" in anyone.text("/") and mount.state.version() == 0


@pytest.mark.parametrize("form", [{**ME, "_password": "x"}, {"_username": "nobody", "_password": "test1234"}, {}])
def test_a_wrong_login_keeps_the_name(anyone: SiteClient, soup: Soup, form: dict[str, str]) -> None:
    response = anyone.post("/login_check", form)
    page = BeautifulSoup(response.get_data(as_text=True), "html.parser")
    name = page.select_one("#login-username")
    assert response.status_code == 200 and "Wrong username or password" in page.get_text()
    assert name is not None and name["value"] == form.get("_username", "")
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(
    "path",
    ["/submit/books", "/submit/a%0Ab", "/submit/%C3%A9?url=%0A&q=%C3%A9", "/submit/a%2525", "/user/a,b;c=d/account"],
)
def test_the_login_leads_back_to_the_page_that_asked_for_it(anyone: SiteClient, path: str) -> None:
    assert anyone.get(path).headers["Location"] == "/login"
    assert anyone.post("/login_check", ME).headers["Location"] == path


def test_logging_out(me: SiteClient) -> None:
    assert me.get("/logout").status_code == 200
    assert "Log out" in me.text("/")
    assert me.post("/logout").status_code == 302
    assert "Log in" in me.text("/")


def test_minted_cookies_log_in(me: SiteClient, mount: Mount) -> None:
    (cookie,) = mint_login(mount, "Wren")
    assert {key: cookie[key] for key in cookie if key != "value"} == {
        "name": "forum_session",
        "domain": "forum.localhost",
        "path": "/",
        "httpOnly": True,
        "sameSite": "Lax",
    }
    assert "Log out" in me.text("/")


@pytest.mark.parametrize("name", ["nobody", "", "!deleted1"])
def test_minting_for_an_unknown_user(mount: Mount, name: str) -> None:
    with pytest.raises(KeyError, match="no user"):
        mint_login(mount, name)


def test_a_cookie_of_another_world_does_not_log_in(
    me: SiteClient, mount: Mount, new_mount: Callable[[str], Mount]
) -> None:
    stranger = new_mount("stranger")
    me.be(1, mint_login(stranger, "MarvelsGrantMan136"))
    me.user_id = None
    assert "Log in" in me.text("/")


def test_signing_up_logs_in(anyone: SiteClient, mount: Mount) -> None:
    assert anyone.post("/registration", SIGN_UP).status_code == 302
    assert "Newt" in anyone.text("/")
    assert {name: len(change["added"]) for name, change in mount.state.diff().items()} == {"users": 1}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("username", "wren", "is taken"),
        ("username", "!deleted1", "letters, digits"),
        ("username", "ab", "3 to 25"),
        ("email", "x", "not an e-mail"),
        ("password][first", "short", "8 to 72"),
        ("password][second", "other", "differ"),
    ],
)
def test_wrong_input_shows_the_form_again(
    anyone: SiteClient, mount: Mount, field: str, value: str, message: str
) -> None:
    response = anyone.post("/registration", {**SIGN_UP, f"user[{field}]": value})
    assert response.status_code == 200 and message in response.get_data(as_text=True)
    assert not mount.state.diff()
