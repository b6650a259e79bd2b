"""Downloads: kept for the episode, listed, and good for an upload; not larger than there is room for."""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from browserenv.browser.downloads import Downloaded
from browserenv.browser.limits import SessionLimits
from browserenv.browser.sight import AXTREE_FORMATS
from tests.browser.conftest import HOST, Handler, Room

MOST = 2_000_000
PDF = """%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>"""
DRAWN = "... this page is an application/pdf, drawn by the browser: what is in it can be seen in a picture alone"
TOO_LARGE = "it is too large: all files of an episode may have 2 MB"

PAGE = """<!doctype html><title>x</title><a href=/report>report</a> <a href=/report target=_blank>in a tab</a>
<a id=made download="made.txt">made here</a> <a href=/broken>broken</a> <a href=/up>up</a>
<input type=file aria-label=Field onchange="files[0].text().then(text => document.title = text)">
<script>made.href = URL.createObjectURL(new Blob(["four"]))</script>"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    return SessionLimits(download_bytes=MOST)


def _attachment(name: str, body: str) -> object:
    def answer(request: Handler) -> None:
        request.send(body, content_type="text/plain", Content_Disposition=f'attachment; filename="{name}"')

    return answer


def _broken(request: Handler) -> None:
    request.send_response(200)
    request.send_header("Content-Disposition", 'attachment; filename="part.bin"')
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b"only this")
    request.close_connection = True


def _open(room: Room) -> None:
    room.site.pages |= {
        "/report": _attachment("report.txt", "a report"),  # type: ignore[dict-item]
        "/up": _attachment("../../up.txt", "x"),  # type: ignore[dict-item]
        "/broken": _broken,
    }
    room.open(PAGE)


def test_downloads_are_listed_with_name_and_size(room: Room) -> None:
    _open(room)
    assert room.act("click", 'link "report"').error is None
    assert room.act("click", 'link "made here"').error is None
    assert room.act("click", 'link "in a tab"').error is None
    seen = room.see()
    assert seen.downloads == (
        Downloaded("report.txt", 8),
        Downloaded("made.txt", 4),
        Downloaded("report(1).txt", 8),
    )
    assert seen.url == f"{HOST}/"
    assert 'link "report"' in (seen.axtree or "")


def test_going_to_a_file_downloads_it_and_stays(room: Room) -> None:
    _open(room)
    room.well(f'goto("{HOST}/report")')
    seen = room.see()
    assert (seen.url, [file.name for file in seen.downloads]) == (f"{HOST}/", ["report.txt"])


def test_a_download_can_be_uploaded(room: Room) -> None:
    _open(room)
    room.act("click", 'link "report"')
    assert room.act("upload_file", '"Field"', "report.txt").error is None
    assert room.see().open_pages_titles == ("a report",)


def test_a_name_leads_nowhere_else_and_a_failure_is_told(room: Room) -> None:
    _open(room)
    room.act("click", 'link "up"')
    room.act("click", 'link "broken"')
    up, broken = room.see().downloads
    assert "/" not in up.name and up.name.endswith("up.txt")
    assert (broken.name, bool(broken.failure)) == ("part.bin", True)
    assert "no file 'part.bin'" in (room.act("upload_file", '"Field"', "part.bin").error or "")


def test_the_files_go_with_the_episode(room: Room) -> None:
    _open(room)
    room.act("click", 'link "report"')
    folder = room.session.downloads
    assert folder is not None
    assert (folder / "report.txt").read_text() == "a report"
    room.run(room.session.close_episode())
    assert not folder.exists()
    _open(room)
    assert room.see().downloads == ()
    assert room.session.downloads is None


def _binary(data: bytes, pause: Callable[[], object] = lambda: None) -> Callable[[Handler], None]:
    """An attachment of bytes, whose length is not told; ``pause`` comes between its pieces."""

    def answer(request: Handler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "application/octet-stream")
        request.send_header("Content-Disposition", 'attachment; filename="data.bin"')
        request.end_headers()
        for at in range(0, len(data), 100_000):
            request.wfile.write(data[at : at + 100_000])
            pause()
        request.close_connection = True

    return answer


def test_a_file_comes_back_from_an_upload_as_it_was_byte_by_byte(room: Room) -> None:
    data = random.Random(0).randbytes(300_001)
    room.site.pages["/data"] = _binary(data)
    room.open("""<title>x</title><a href=/data>data</a><input type=file aria-label=Field onchange="
        files[0].arrayBuffer().then(data => crypto.subtle.digest('SHA-256', data)).then(digest => {
          document.title = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('') })">""")
    room.act("click", 'link "data"')
    assert room.see().downloads == (Downloaded("data.bin", len(data)),)
    assert room.session.downloads is not None
    assert (room.session.downloads / "data.bin").read_bytes() == data
    assert room.act("upload_file", '"Field"', "data.bin").error is None
    assert room.see().open_pages_titles == (hashlib.sha256(data).hexdigest(),)


def _left_by_the_browser() -> list[Path]:
    folders = Path(tempfile.gettempdir()).glob("playwright-artifacts-*")
    return [path for folder in folders for path in folder.iterdir() if path.stat().st_size > MOST / 2]


def test_a_file_that_does_not_end_is_stopped_and_nothing_of_it_stays(room: Room) -> None:
    room.site.pages["/data"] = _binary(bytes(100 * MOST), lambda: room.site.over.wait(0.01))
    room.open("<title>x</title><a href=/data>data</a><input type=file aria-label=Field>")
    was = _left_by_the_browser()
    room.act("click", 'link "data"')
    room.well("noop(1000)")
    assert room.see().downloads == (Downloaded("data.bin", failure=TOO_LARGE),)
    assert room.session.downloads is not None
    assert list(room.session.downloads.iterdir()) == []
    assert set(_left_by_the_browser()) <= set(was)
    assert "no file 'data.bin'" in (room.act("upload_file", '"Field"', "data.bin").error or "")


def test_all_files_together_have_room_and_no_more(room: Room) -> None:
    room.site.pages["/data"] = _binary(bytes(MOST * 2 // 3))
    room.open("<title>x</title><a href=/data>data</a>")
    room.act("click", 'link "data"')
    room.act("click", 'link "data"')
    kept, refused = room.see().downloads
    assert (kept.size_bytes, kept.failure, refused.failure) == (MOST * 2 // 3, "", TOO_LARGE)
    assert room.session.downloads is not None
    assert [path.name for path in room.session.downloads.iterdir()] == ["data.bin"]


@pytest.mark.parametrize("words", ['link "here"', 'link "in a tab"'])
def test_a_pdf_is_shown_in_pictures_and_the_tree_says_so_or_it_is_a_download(room: Room, words: str) -> None:
    room.site.pages["/a.pdf"] = lambda request: request.send(PDF, content_type="application/pdf")
    room.open("<title>x</title><a href=/a.pdf>here</a> <a href=/a.pdf target=_blank>in a tab</a>")
    assert room.act("click", words).error is None
    seen = room.see()
    if seen.downloads:  # by a Chromium without a viewer, such as Playwright's headless one
        assert seen.downloads == (Downloaded("a.pdf", len(PDF)),)
        return
    assert seen.url == f"{HOST}/a.pdf"
    for axtree_format in AXTREE_FORMATS:
        tree = room.see("axtree", axtree_format=axtree_format).axtree or ""
        assert tree.splitlines()[-1] == DRAWN
    room.well("tab_close()" if "tab" in words else "go_back()")
    tree = room.see().axtree or ""
    assert 'link "here"' in tree
    assert DRAWN not in tree
