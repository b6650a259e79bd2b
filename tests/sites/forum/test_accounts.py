"""Account settings, and the end of an account."""

from __future__ import annotations

from collections.abc import Callable

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

ClientOf = Callable[[str | None], SiteClient]

PATH = "/user/MarvelsGrantMan136/account"
NEW = {
    "user[email]": "me@example.org",
    "user[password][first]": "another one",
    "user[password][second]": "another one",
    "user[current]": "test1234",
}


def test_the_page_offers_to_delete_the_account(me: SiteClient) -> None:
    assert "Delete" in me.text(PATH)


def test_a_new_password_ends_older_sessions_but_not_this_one(me: SiteClient, client_of: ClientOf) -> None:
    other = client_of("MarvelsGrantMan136")
    assert me.post(PATH, NEW).status_code == 302
    assert me.get(PATH).status_code == 200
    assert other.get(PATH).headers["Location"] == "/login"
    fresh = client_of(None)
    old = fresh.post("/login_check", {"_username": "MarvelsGrantMan136", "_password": "test1234"})
    assert old.status_code == 200 and "Wrong username or password" in old.get_data(as_text=True)
    new = fresh.post("/login_check", {"_username": "MarvelsGrantMan136", "_password": "another one"})
    assert new.status_code == 302


def test_an_empty_new_password_keeps_the_old(me: SiteClient, mount: Mount) -> None:
    me.post(PATH, {**NEW, "user[password][first]": "", "user[password][second]": ""})
    (change,) = mount.state.diff()["users"]["updated"].values()
    assert change["after"]["email"] == "me@example.org"
    assert change["after"]["password_hash"] == change["before"]["password_hash"]


def test_wrong_input_changes_nothing(me: SiteClient, mount: Mount) -> None:
    for field, value, message in (
        ("user[current]", "wrong", "not your password"),
        ("user[email]", "nowhere", "not an e-mail address"),
        ("user[password][second]", "different", "differ"),
        ("user[password][first]", "short", "8 to 72"),
    ):
        response = me.post(PATH, {**NEW, field: value})
        assert response.status_code == 200 and message in response.get_data(as_text=True)
    assert not mount.state.diff()


def test_others_do_not_see_the_page(wren: SiteClient) -> None:
    assert wren.get(PATH).status_code == 403
    assert wren.get("/user/MarvelsGrantMan136/delete_account").status_code == 403


def test_deleting_the_account(me: SiteClient, wren: SiteClient, client_of: ClientOf, mount: Mount) -> None:
    other = client_of("MarvelsGrantMan136")
    path = "/user/MarvelsGrantMan136/delete_account"
    wrong = me.post(path, {"delete_account[name]": "Wren", "delete_account[current]": "test1234"})
    assert wrong.status_code == 200 and not mount.state.diff()
    form = {"delete_account[name]": "MarvelsGrantMan136", "delete_account[current]": "test1234"}
    assert me.post(path, form).status_code == 302
    me.user_id = None
    assert "was deleted" in me.text("/")
    assert other.get(PATH).status_code in (302, 404)
    assert wren.get("/user/MarvelsGrantMan136").status_code == 404
    assert wren.get("/f/books/1").status_code == 404
    assert mount.state.rows("subscriptions", {"user_id": 1}) == []
    visible = mount.state.rows("submissions", {"user_id": 1, "visibility": "visible"})
    assert visible == []
    taken = {"user[username]": "MarvelsGrantMan136", "user[email]": ""}
    taken |= {"user[password][first]": "password", "user[password][second]": "password"}
    assert client_of(None).post("/registration", taken).status_code == 302
