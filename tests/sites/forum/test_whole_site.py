"""What holds for every page: links lead on, reading writes nothing, no text becomes markup, the same gives the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from browserenv.sites.forum.app import mint_login
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

ClientOf = Callable[[str | None], SiteClient]

EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}"
DEEDS: tuple[tuple[str, dict[str, str]], ...] = (
    (
        "/create_forum",
        {f"forum[{name}]": f"sci_fi {name}" if name != "name" else "sci_fi" for name in ("name", "title")},
    ),
    (
        "/create_forum",
        {"forum[name]": "sci_fi", "forum[title]": EVIL[:100], "forum[description]": EVIL, "forum[sidebar]": EVIL},
    ),
    ("/submit", {"submission[title]": EVIL, "submission[body]": EVIL, "submission[forum]": "1"}),
    ("/submit", {"submission[title]": "x", "submission[url]": 'https://x.example/"><b>', "submission[forum]": "1"}),
    (
        "/f/books/1/-/comment",
        {"reply_to_submission_1[comment]": f"[x](javascript:alert(1)) {EVIL} ![i](http://x/y.png)"},
    ),
    ("/f/books/1/-/comment/1", {"reply_to_comment_1[comment]": "<a href='//evil.example' onclick=x>hi</a>"}),
    ("/user/MarvelsGrantMan136/edit_biography", {"user_biography[biography]": f"*hi* {EVIL} <http://x.example>"}),
    ("/sv/3.json", {"choice": "1"}),
    ("/cv/3", {"choice": "-1"}),
    ("/f/earthporn/subscribe.json", {}),
    ("/f/books/2/-/lock", {}),
    ("/f/books/1/-/comment/4/trash", {}),
    ("/logout_typo", {}),
)
FEW = 2
_MEDIA = {"submission[mediaType]": "url"}


def perform(client: SiteClient) -> list[tuple[int, bytes]]:
    answers = [client.post(path, {**form, **(_MEDIA if path == "/submit" else {})}) for path, form in DEEDS]
    return [(answer.status_code, answer.data) for answer in answers]


def shape(path: str) -> str:
    """A path without what tells pages of one kind apart: forum, number, slug, user, query."""
    path = re.sub(r"/f/\w+", "/f/F", path.partition("?")[0])
    path = re.sub(r"/user/\w+", "/user/U", path)
    return re.sub(r"/\d+(/[a-z0-9-]{2,}$)?", "/N", path)


def crawl(client: SiteClient) -> dict[str, BeautifulSoup]:
    """The pages that links lead to from the front page, a few of every kind."""
    waiting, pages, seen = ["/"], dict[str, BeautifulSoup](), Counter[str]()
    while waiting:
        path = waiting.pop(0)
        if path in pages or seen[shape(path)] >= FEW:
            continue
        seen[shape(path)] += 1
        response = client.get(path)
        assert response.status_code in (200, 302), f"{path} answered {response.status}"
        pages[path] = BeautifulSoup(response.get_data(as_text=True), "html.parser")
        targets = [str(link["href"]).partition("#")[0] for link in pages[path].select("a[href]")]
        waiting += [target for target in targets if target.startswith("/")]
    return pages


@pytest.mark.parametrize("name", ["MarvelsGrantMan136", "Wren", None])
def test_every_link_leads_somewhere_and_reading_writes_nothing(
    client_of: ClientOf, mount: Mount, name: str | None
) -> None:
    pages = crawl(client_of(name))
    assert len(pages) > 50 and len({shape(path) for path in pages}) > 30
    assert mount.state.diff() == {} and mount.state.version() == 0


def test_every_page_keeps_the_rules_of_the_house(client_of: ClientOf) -> None:
    me = client_of("MarvelsGrantMan136")
    perform(me)
    for path, page in crawl(me).items():
        if not page.title:
            continue  # a redirect
        assert not page.select("[target], iframe, [style], [onclick], script:not([src])"), path
        assert len(page.select("script, link[rel=stylesheet]")) == 2, path
        ids = [str(element["id"]) for element in page.select("[id]")]
        assert len(ids) == len(set(ids)), path
        assert len(page.select("h1")) == 1, path
        assert all(
            form.select_one("input[name$=_token], input[name$='_token]']") for form in page.select("form[method]")
        )
        for control in page.select("input:not([type=hidden]):not([type=radio]), textarea, select"):
            named = control.has_attr("aria-label") or page.select_one(f'label[for="{control.get("id")}"]')
            assert named, (path, control)
        for part in page.select("[src], link[href], form[action]"):
            address = str(part.get("src") or part.get("href") or part.get("action"))
            assert address.startswith(("/", "data:")), (path, address)


def test_nobodys_text_becomes_markup(client_of: ClientOf) -> None:
    me = client_of("MarvelsGrantMan136")
    perform(me)
    for path, page in crawl(me).items():
        for element in page.select("#main *, #sidebar *"):
            assert element.name not in ("script", "iframe", "object", "style", "svg"), path
            assert not [name for name in element.attrs if name.startswith("on")], path
            assert not re.match(r"\s*(javascript|data|vbscript):", str(element.get("href", "")), re.I), path
            assert element.name != "img" or str(element["src"]).startswith("/"), path
    assert "<script>alert(1)</script>" in BeautifulSoup(me.text("/f/books/71"), "html.parser").get_text()


def test_the_same_deeds_on_two_copies_give_the_same_bytes(app: Flask, new_mount: Callable[[str], Mount]) -> None:
    mounts = [new_mount("one"), new_mount("two")]
    assert mounts[0].secret != mounts[1].secret
    clients = [SiteClient(app, mount).be(1, mint_login(mount, "MarvelsGrantMan136")) for mount in mounts]
    answers = [perform(client) for client in clients]
    assert answers[0] == answers[1]
    assert [status for status, _ in answers[0]] == [200, 302, 302, 302, 302, 302, 302, 200, 302, 200, 302, 302, 404]
    assert mounts[0].state.diff() == mounts[1].state.diff()
    assert mounts[0].state.fingerprint() == mounts[1].state.fingerprint()
    for path in ("/", "/f/books/1", "/f/books/new", "/user/MarvelsGrantMan136", "/submit", "/search?q=alert"):
        assert clients[0].get(path).data == clients[1].get(path).data


@pytest.mark.parametrize("path", [path for path, _ in DEEDS if path != "/logout_typo"])
def test_a_form_without_its_token_is_refused(client_of: ClientOf, mount: Mount, path: str) -> None:
    me = client_of("MarvelsGrantMan136")
    response = me.post(path, {"choice": "1"}, **{"X-CSRF-Token": "0" * 32})
    assert response.status_code == 400 and "reload the page" in response.get_data(as_text=True)
    assert not mount.state.diff()


def test_a_token_in_the_form_will_do(client_of: ClientOf) -> None:
    me = client_of("MarvelsGrantMan136")
    token = BeautifulSoup(me.text("/create_forum"), "html.parser").select_one('input[name="forum[_token]"]')
    assert token is not None
    blank = {"X-CSRF-Token": ""}
    assert me.post("/create_forum", {"forum[_token]": str(token["value"])}, **blank).status_code == 200
    assert me.post("/sv/1", {"_token": str(token["value"]), "choice": "1"}, **blank).status_code == 302


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("get", "/nowhere", 404), ("get", "/sv/1", 405), ("post", "/f/books", 405), ("get", "/nowhere.json", 404)],
)
def test_errors_are_pages_of_the_site(client_of: ClientOf, method: str, path: str, status: int) -> None:
    response = getattr(client_of("Wren"), method)(path)
    assert response.status_code == status
    if path.endswith(".json"):
        assert set(response.get_json()) == {"error"}
    else:
        text = response.get_data(as_text=True)
        assert "Plaza" in text and "Traceback" not in text
