"""Writing, editing and deleting submissions."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from PIL import Image

from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

Soup = Callable[[SiteClient, str], BeautifulSoup]

TEXT = {
    "submission[title]": "What is a good first book on birds?",
    "submission[body]": "Not too *long*.",
    "submission[forum]": "1",
    "submission[mediaType]": "url",
    "submission[url]": "",
}


def png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (300, 200), "teal").save(out, "PNG")
    return out.getvalue()


def post_image(client: SiteClient, data: bytes, name: str = "lake.png") -> str:
    form = {**TEXT, "submission[mediaType]": "image", "submission[image]": (io.BytesIO(data), name)}
    return str(client.post("/submit", form).headers["Location"])


def added(mount: Mount, collection: str) -> dict[str, object]:
    (row,) = mount.state.diff()[collection]["added"].values()
    return dict(row)


def test_the_form_has_the_original_names_and_ids(me: SiteClient, soup: Soup) -> None:
    page = soup(me, "/submit")
    for name in ("url", "title", "body", "image", "forum"):
        control = page.select_one(f"#submission_{name}")
        assert control is not None and control["name"] == f"submission[{name}]"
        assert page.select_one(f'label[for="submission_{name}"]')
    kinds = page.select('input[name="submission[mediaType]"]')
    assert [(kind["value"], kind.has_attr("checked")) for kind in kinds] == [("url", True), ("image", False)]
    assert "Create submission" in [button.get_text() for button in page.select("button")]


def test_the_forum_of_the_address_is_chosen(me: SiteClient, soup: Soup) -> None:
    chosen = soup(me, "/submit/BOOKS").select_one("#submission_forum option[selected]")
    assert chosen is not None and chosen.get_text() == "books"
    assert me.get("/submit/nowhere").status_code == 404


def test_a_text_submission(me: SiteClient, mount: Mount, soup: Soup) -> None:
    response = me.post("/submit", TEXT)
    assert response.status_code == 302
    assert response.headers["Location"] == "/f/books/71/what-is-a-good-first-book-on-birds"
    page = soup(me, "/f/books/71/")
    inner, body, title = (page.select_one(f".submission__{part}") for part in ("inner", "body", "title"))
    assert inner is not None and "What is a good first book on birds?" in inner.get_text()
    assert body is not None and body.get_text().strip() == "Not too long."
    assert title is not None and title.get_text() == "What is a good first book on birds?"
    row, vote = added(mount, "submissions"), added(mount, "submission_votes")
    assert (row["url"], row["upvotes"], row["net_score"], row["media_type"]) == (None, 1, 1, "url")
    assert (vote["submission_id"], vote["user_id"], vote["choice"]) == (71, 1, 1)
    assert set(mount.state.diff()) == {"submissions", "submission_votes", "forums"}
    assert mount.state.rows("forums", {"id": 1})[0]["submission_count"] == 41


def test_a_link_submission_shows_and_leads_to_its_address(me: SiteClient, soup: Soup) -> None:
    url = "https://www.example.org/a?b=1&c=2"
    path = str(me.post("/submit/books", {**TEXT, "submission[url]": url}).headers["Location"])
    link = soup(me, path).select_one(".submission__inner .submission__title a")
    assert link is not None and link["href"] == url
    assert not link.has_attr("target")


def test_an_uploaded_picture_is_named_by_its_bytes(me: SiteClient, mount: Mount, soup: Soup) -> None:
    data = png()
    name = f"{hashlib.sha256(data).hexdigest()}.png"
    first, second = post_image(me, data), post_image(me, data, "other name.PNG")
    assert first != second
    assert [row["id"] for row in mount.state.rows("images", {})] == [name]
    for path in (first, second):
        inner = soup(me, path).select_one(".submission__inner")
        assert inner is not None
        addresses = [str(part.get("href") or part.get("src")) for part in inner.select("[href],[src]")]
        assert f"/submission_images/{name}" in addresses
        assert inner.select_one(f'img.submission__image[src="/submission_images/{name}"][width="300"]')
    assert me.get(f"/submission_images/{name}").data == data


def test_the_address_of_an_own_picture_posted_again_shows_the_picture(me: SiteClient, soup: Soup) -> None:
    data = png()
    post_image(me, data)
    url = f"http://forum.localhost/submission_images/{hashlib.sha256(data).hexdigest()}.png"
    form = {**TEXT, "submission[forum]": "2", "submission[url]": url}
    inner = soup(me, str(me.post("/submit", form).headers["Location"])).select_one(".submission__inner")
    assert inner is not None and inner.select_one("img.submission__image")
    assert any(url == link["href"] for link in inner.select("a"))


@pytest.mark.parametrize("url", ["http://elsewhere.example/submission_images/{}", "http://forum.localhost/other/{}"])
def test_another_address_with_the_name_of_an_own_picture_is_a_plain_link(
    me: SiteClient, mount: Mount, url: str
) -> None:
    post_image(me, png())
    url = url.format(mount.state.rows("images", {})[0]["id"])
    me.post("/submit", {**TEXT, "submission[url]": url})
    assert mount.state.rows("submissions", {"id": 72})[0]["image_id"] is None


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        ({"title": ""}, "title", "title"),
        ({"title": "t" * 301}, "title", "300 are allowed"),
        ({"body": "b" * 25_001}, "body", "25,000 are allowed"),
        ({"forum": ""}, "forum", "Choose the forum"),
        ({"forum": "999"}, "forum", "hoice"),
        ({"forum": "1 OR 1"}, "forum", "hoice"),
        ({"mediaType": "video"}, "mediaType", "Choose one"),
        ({"url": "javascript:alert(1)"}, "url", "valid URL"),
        ({"url": "http://"}, "url", "valid URL"),
        ({"url": "http://[::1"}, "url", "valid URL"),
        ({"url": "example.org/x"}, "url", "http://"),
        ({"url": "http://x:99999999/"}, "url", "valid URL"),
        ({"mediaType": "image"}, "image", "Choose a picture"),
    ],
)
def test_wrong_input_shows_the_form_again(
    me: SiteClient, mount: Mount, changed: dict[str, str], field: str, message: str
) -> None:
    form = {**TEXT, **{f"submission[{name}]": value for name, value in changed.items()}}
    response = me.post("/submit", form)
    page = BeautifulSoup(response.get_data(as_text=True), "html.parser")
    error = page.select_one(f"#submission_{field}_error")
    assert response.status_code == 200 and not mount.state.diff()
    assert error is not None and message in error.get_text()
    if "forum" not in changed:
        chosen = page.select_one("#submission_forum option[selected]")
        assert chosen is not None and chosen.get_text() == "books"
    if "body" not in changed:
        body = page.select_one("#submission_body")
        assert body is not None and body.get_text().strip() == "Not too *long*."


@pytest.mark.parametrize("data", [b"no picture", b"GIF89a", png()[:60], b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_a_file_that_is_no_picture_is_refused_and_its_name_kept(me: SiteClient, mount: Mount, data: bytes) -> None:
    form = {**TEXT, "submission[mediaType]": "image", "submission[image]": (io.BytesIO(data), "lake.png")}
    text = me.post("/submit", form).get_data(as_text=True)
    assert "This file is no picture" in text and "Choose the file again: lake.png" in text
    assert not mount.state.diff()


def test_editing_changes_the_text_and_bears_a_time(me: SiteClient, mount: Mount, soup: Soup) -> None:
    me.post("/submit", TEXT)
    form = {
        "submission[title]": "What is a good first book on birds?",
        "submission[body]": "Not *long*.\r\nEDIT: found",
    }
    response = me.post("/f/books/71/-/edit", form)
    assert response.headers["Location"] == "/f/books/71/what-is-a-good-first-book-on-birds"
    body = soup(me, "/f/books/71").select_one(".submission__body")
    assert body is not None and body.get_text().split() == ["Not", "long.", "EDIT:", "found"]
    row = mount.state.rows("submissions", {"id": 71})[0]
    assert (row["body"], row["edited_at"]) == ("Not *long*.\nEDIT: found", "2023-10-15T15:34:02+00:00")


def test_saving_without_a_change_writes_nothing(me: SiteClient, mount: Mount) -> None:
    row = mount.state.rows("submissions", {"id": 1})[0]
    form = {"submission[title]": row["title"], "submission[body]": row["body"]}
    assert me.post("/f/books/1/-/edit", form).status_code == 302
    assert mount.state.version() == 0


def test_only_the_author_edits_and_deletes(wren: SiteClient, mount: Mount) -> None:
    for action in ("edit", "delete"):
        for method in (wren.get, wren.post):
            assert method(f"/f/books/1/-/{action}").status_code == 403
    assert not mount.state.diff()


def test_deleting_asks_first(me: SiteClient, mount: Mount, soup: Soup) -> None:
    page = soup(me, "/f/books/1/-/delete")
    assert "Submission 0" in page.get_text() and not mount.state.diff()
    assert me.post("/f/books/1/-/delete").headers["Location"] == "/f/books"
    assert me.get("/f/books/1").status_code == 404
    assert mount.state.diff()["submissions"]["updated"]["1"]["after"]["visibility"] == "deleted"
    assert mount.state.rows("forums", {"id": 1})[0]["submission_count"] == 39
    assert "/f/books/1/" not in me.text("/user/MarvelsGrantMan136/submissions")
