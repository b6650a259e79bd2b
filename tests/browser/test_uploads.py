"""Files for fields and for the choosers that clicks open: only offered ones, and what the page got of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.perform import ActionLimits
from tests.browser.conftest import Room

PAGE = """<!doctype html><title>x</title><style>body { margin: 0 } #zone { width: 200px; height: 50px }</style>
<div id=zone onclick="many.click()">drop files here</div><input type=file id=many multiple hidden
 onchange="document.title = [...files].map(file => file.name).join()"> <button>Send</button>
<label>File <input id=file type=file></label> <label>Files <input id=files type=file multiple></label>"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """A chooser that never opens is told soon."""
    return SessionLimits(action=ActionLimits(ready_ms=800))


def test_only_offered_files_can_be_uploaded(room: Room, tmp_path: Path) -> None:
    offered = tmp_path / "offered"
    offered.mkdir()
    for name in ("a.txt", "b.txt"):
        (offered / name).write_text(name)
    (tmp_path / "secret.txt").write_text("secret")
    room.open(PAGE, uploads=offered)
    assert room.act("upload_file", 'button "File"', "a.txt").error is None
    assert room.js("document.querySelector('#file').files[0].name") == "a.txt"
    assert room.act("upload_file", 'button "Files"', ["a.txt", "b.txt"]).error is None
    assert room.js("document.querySelector('#files').files.length") == 2
    for path in ("../secret.txt", str(tmp_path / "secret.txt"), "/etc/passwd", "file:///etc/passwd", ""):
        assert "offered are a.txt, b.txt" in (room.act("upload_file", 'button "File"', path).error or "")
    assert "takes one file, not 2" in (room.act("upload_file", 'button "File"', ["a.txt", "b.txt"]).error or "")
    assert "is not a file field" in (room.act("upload_file", '"Send"', "a.txt").error or "")


def test_without_offered_files_none_can_be_uploaded(room: Room) -> None:
    room.open(PAGE)
    assert "this task offers no files" in (room.act("upload_file", 'button "File"', "/etc/passwd").error or "")


def test_a_click_at_pixels_gives_files_to_the_chooser_that_it_opens(room: Room, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)
    room.open(PAGE, uploads=tmp_path)
    room.well('mouse_upload_file(10, 20, ["a.txt", "b.txt"])')
    seen = room.see()
    assert (seen.open_pages_titles, seen.dialogs) == (("a.txt,b.txt",), ())
    assert room.error('mouse_upload_file(700, 400, "a.txt")') == "no file chooser opened after the click at (700, 400)"
    assert "offered are a.txt, b.txt" in room.error('mouse_upload_file(10, 20, "/etc/passwd")')
    assert "is outside the viewport" in room.error('mouse_upload_file(10, 700, "a.txt")')
    assert room.see().dialogs == ()
