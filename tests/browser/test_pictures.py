"""Pictures read by a probe: their bytes, by the page's own login, and what could not be had."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

from browserenv.browser.pictures import MAX_BYTES, MAX_PICTURES
from browserenv.browser.probe import ProbeAnswer, ProbeFailure
from tests.browser.conftest import HOST, Handler, Room

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 300


def sending(content: bytes) -> Callable[[Handler], None]:
    def send(request: Handler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "image/png")
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    return send


def read(room: Room, url: str, locator: str) -> ProbeAnswer:
    cookie = {"name": "session", "value": "judge", "url": HOST}
    answer: ProbeAnswer = room.run(room.session.probe(url, locator, [cookie], pictures=True))
    return answer


def test_the_bytes_of_elements_and_of_addresses(room: Room) -> None:
    room.site.pages |= {
        "/a.png": sending(PNG),
        "/page": "<img src=/a.png><img src=a.png loading=lazy style='margin-top: 9000px'><a href=/a.png>x</a>",
    }
    room.begin([f"{HOST}/"])
    for locator, n in (
        ("document.querySelectorAll('img')", 2),
        ("document.querySelector('img')", 1),
        ("document.querySelector('a')", 1),
        ("document.querySelector('img').src", 1),
        ("[...document.querySelectorAll('img')].map(image => image.src)", 2),
        ("document.querySelector('video')", 0),
    ):
        answer = read(room, f"{HOST}/page", locator)
        assert answer.failure is None, answer.error
        assert len(answer.value) == n, locator
        for picture in answer.value:
            assert base64.b64decode(picture["base64"]) == PNG
            assert picture["sha256"] == hashlib.sha256(PNG).hexdigest()
            assert (picture["src"], picture["status"], picture["type"]) == (f"{HOST}/a.png", 200, "image/png")
    assert ("GET", "/a.png", "session=judge") in room.site.asked


def test_a_picture_may_be_in_the_page_itself(room: Room) -> None:
    room.site.pages["/page"] = f'<img src="data:image/png;base64,{base64.b64encode(b"tiny").decode()}">'
    room.begin([f"{HOST}/"])
    (picture,) = read(room, f"{HOST}/page", "document.querySelector('img')").value
    assert base64.b64decode(picture["base64"]) == b"tiny"


def test_what_could_not_be_had_is_told(room: Room) -> None:
    room.site.pages |= {
        "/large.png": sending(bytes(MAX_BYTES + 1)),
        "/failing.png": lambda request: request.send("", 503),
        "/page": "<img src=/none.png><img src=/failing.png><img src=/large.png><img><img src=http://other.example/x>",
    }
    room.begin([f"{HOST}/"])
    none, failing, large, empty, other = read(room, f"{HOST}/page", "document.querySelectorAll('img')").value
    assert (none["status"], failing["status"]) == (404, 503)
    assert "more than" in large["error"]
    assert "no address" in empty["error"]
    assert "could not be fetched" in other["error"]
    assert not any("base64" in picture for picture in (none, failing, large, empty, other))


def test_no_more_are_read_than_can_be_kept(room: Room) -> None:
    room.site.pages |= {"/a.png": sending(b"x"), "/page": "<img src=/a.png>" * (MAX_PICTURES + 5)}
    room.begin([f"{HOST}/"])
    assert len(read(room, f"{HOST}/page", "document.images").value) == MAX_PICTURES


def test_an_expression_that_throws_is_a_fact_and_none_at_all_a_mistake(room: Room) -> None:
    room.site.pages["/page"] = "<p>no picture"
    room.begin([f"{HOST}/"])
    assert read(room, f"{HOST}/page", "document.querySelector('img').src").failure is ProbeFailure.LOCATOR
    answer = room.run(room.session.probe(f"{HOST}/page", None, [], pictures=True))
    assert answer.failure is ProbeFailure.BAD


def test_the_open_page_is_read_as_it_is(room: Room) -> None:
    room.site.pages |= {"/a.png": sending(PNG), "/page": "<img src=/a.png>"}
    room.begin([f"{HOST}/page"])
    answer = room.run(room.session.probe_current("document.images", pictures=True))
    assert [picture["sha256"] for picture in answer.value] == [hashlib.sha256(PNG).hexdigest()]
