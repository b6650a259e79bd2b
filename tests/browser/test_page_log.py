"""What goes wrong in pages is recorded, and the agent does not see it."""

from __future__ import annotations

from browserenv.browser.page_log import PageError
from tests.browser.conftest import HOST, Room

PAGE = """<!doctype html><title>x</title><link rel=icon href="data:,"><button onclick="console.error('wrong', 1);
console.log('fine'); setTimeout(() => { throw new Error('thrown ' + 'x'.repeat(2000)) })">Go</button>"""


def test_errors_of_scripts_and_of_the_console_are_recorded(room: Room) -> None:
    room.open(PAGE)
    room.well("noop()")
    done = room.act("click", '"Go"')
    assert done.error is None
    console, thrown = done.page_errors
    assert console == PageError("console", "wrong 1", f"{HOST}/")
    assert (thrown.kind, thrown.text[:10], thrown.url) == ("thrown", "thrown xxx", f"{HOST}/")
    assert len(thrown.text) == 500
    assert "wrong" not in (room.see().axtree or "")
    assert room.well("noop()").page_errors == ()
