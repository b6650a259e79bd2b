"""File choosers: listed, and answered with files that are offered."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import HOST, Room

PAGE = """<!doctype html><title>x</title><input type=file id=one hidden
 onchange="document.title = [...files].map(file => file.name).join()"><input type=file id=many multiple
 onchange="document.title = [...files].map(file => file.name).join()" style="display: none">
<button onclick="one.click()">One</button> <button onclick="many.click()">Many</button>
<label>Field <input type=file onchange="document.title = 'field ' + files[0].name"></label>"""


def _offer(tmp_path: Path) -> Path:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_a_chooser_of_a_hidden_field_is_listed_and_given_files(room: Room, tmp_path: Path) -> None:
    room.open(PAGE, uploads=_offer(tmp_path))
    for button, message, files, title in (
        ('"One"', "choose a file", '"a.txt"', "a.txt"),
        ('"Many"', "choose one or several files", '["a.txt", "b.txt"]', "a.txt,b.txt"),
    ):
        assert room.act("click", button).settled.reason == "quiet"
        assert [(note.kind, note.message) for note in room.see().dialogs] == [("file chooser", message)]
        room.well(f"choose_files({files})")
        seen = room.see()
        assert (seen.open_pages_titles, seen.dialogs) == ((title,), ())


def test_what_cannot_be_chosen_is_told(room: Room, tmp_path: Path) -> None:
    room.open(PAGE, uploads=_offer(tmp_path))
    assert "no file chooser is open; upload_file(bid, file)" in room.error('choose_files("a.txt")')
    room.act("click", '"One"')
    assert "takes one file, not 2" in room.error('choose_files(["a.txt", "b.txt"])')
    assert "offered are a.txt, b.txt" in room.error('choose_files("/etc/passwd")')
    assert "give it files with choose_files" in room.error("accept_dialog()")
    room.well("dismiss_dialog()")
    assert room.see().dialogs == ()


def test_a_chooser_holds_nothing_up_and_goes_with_its_page(room: Room, tmp_path: Path) -> None:
    room.open(PAGE, "<title>Other</title>", uploads=_offer(tmp_path))
    room.act("click", '"One"')
    room.well("scroll(0, 10)")
    room.well(f'goto("{HOST}/1")')
    assert room.see().dialogs == ()


def test_a_field_that_was_clicked_takes_its_file_by_upload(room: Room, tmp_path: Path) -> None:
    room.open(PAGE, uploads=_offer(tmp_path))
    field = room.find('"Field"')
    room.well(f'click("{field}")')
    assert len(room.see().dialogs) == 1
    room.well(f'upload_file("{field}", "a.txt")')
    seen = room.see()
    assert (seen.open_pages_titles, seen.dialogs) == (("field a.txt",), ())
