"""Downloads: kept for the episode, listed, and good for an upload."""

from __future__ import annotations

from browserenv.browser.downloads import Downloaded
from tests.browser.conftest import HOST, Handler, Room

PAGE = """<!doctype html><title>x</title><a href=/report>report</a> <a href=/report target=_blank>in a tab</a>
<a id=made download="made.txt">made here</a> <a href=/broken>broken</a> <a href=/up>up</a>
<input type=file aria-label=Field onchange="files[0].text().then(text => document.title = text)">
<script>made.href = URL.createObjectURL(new Blob(["four"]))</script>"""


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
