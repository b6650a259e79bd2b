"""Addresses, history and tabs."""

from __future__ import annotations

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.perform import ActionLimits
from tests.browser.conftest import HOST, Handler, Room


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """A site that does not answer is told soon."""
    return SessionLimits(action=ActionLimits(navigation_ms=4000))


LINKS = """<!doctype html><title>First</title><a href=/1>second</a> <a href=/1 target=_blank>in a tab</a>
<button onclick="window.open('/1')">open</button> <button onclick="window.open('about:blank')">open blank</button>
<button onclick="window.open('/1', '', 'noopener')">open apart</button>
<button onclick="const it = window.open('/1'); it.close()">open and close</button>"""
SECOND = "<!doctype html><title>Second</title><button onclick='window.close()'>close me</button>"


def test_back_and_forward(room: Room) -> None:
    room.open(LINKS, SECOND)
    assert room.act("click", 'link "second"').error is None
    room.well("go_back()")
    assert room.see().open_pages_titles == ("First",)
    room.well("go_forward()")
    assert room.see().open_pages_titles == ("Second",)


def test_there_is_nothing_before_the_first_page_and_after_the_last(room: Room) -> None:
    room.open(LINKS)
    assert room.error("go_back()") == "there is no page to go back to in this tab"
    assert room.error("go_forward()") == "there is no page to go forward to in this tab"
    assert room.see().url == f"{HOST}/"


def test_reload(room: Room) -> None:
    room.open("<!doctype html><title>First</title>")
    room.js("document.title = 'Changed'")
    room.well("reload()")
    assert room.see().open_pages_titles == ("First",)
    assert room.site.count("/") == 2


def test_goto_takes_pages_that_answer_with_an_error(room: Room) -> None:
    room.open(LINKS)
    room.well(f'goto("{HOST}/nowhere")')
    assert "nothing here" in (room.see().axtree or "")


def test_goto_moves_within_a_page(room: Room) -> None:
    room.open("<!doctype html><div style='height: 3000px'></div><h2 id=end>End</h2>")
    room.well(f'goto("{HOST}/#end")')
    assert room.see().url == f"{HOST}/#end"
    assert room.js("document.documentElement.scrollTop > 2000") is True
    assert room.site.count("/") == 1


def test_a_tab_that_a_page_opens_becomes_active(room: Room) -> None:
    for words in ('link "in a tab"', 'button "open"', 'button "open apart"'):
        room.open(LINKS, SECOND)
        assert room.act("click", words).error is None
        seen = room.see()
        assert (seen.open_pages_titles, seen.active_page_index) == (("First", "Second"), 1)
        assert 'button "close me"' in (seen.axtree or "")


def test_a_blank_tab_that_a_page_opens_is_followed_too(room: Room) -> None:
    room.open(LINKS)
    assert room.act("click", 'button "open blank"').error is None
    seen = room.see()
    assert (seen.open_pages_urls, seen.active_page_index) == ((f"{HOST}/", "about:blank"), 1)


def test_a_tab_that_closes_gives_way_to_the_one_used_before(room: Room) -> None:
    room.open(LINKS, SECOND)
    room.act("click", 'button "open"')
    assert room.act("click", "close me").error is None
    seen = room.see()
    assert (seen.open_pages_titles, seen.active_page_index) == (("First",), 0)
    assert 'link "second"' in (seen.axtree or "")


def test_a_tab_that_opens_and_closes_at_once_changes_nothing(room: Room) -> None:
    room.open(LINKS, SECOND)
    assert room.act("click", "open and close").error is None
    assert room.see().open_pages_titles == ("First",)
    room.well("scroll(0, 10)")


def test_tabs_are_opened_focused_and_closed(room: Room) -> None:
    room.open(LINKS, SECOND)
    room.well("new_tab()")
    room.well(f'goto("{HOST}/1")')
    room.well("new_tab()")
    room.well("tab_focus(1)")
    assert room.see().active_page_index == 1
    room.well("tab_close()")
    seen = room.see()
    assert (seen.open_pages_urls, seen.active_page_index) == ((f"{HOST}/", "about:blank"), 1)
    room.well("tab_focus(0)")
    assert 'link "second"' in (room.see().axtree or "")
    assert room.error("tab_focus(2)") == "no tab 2; there are tabs 0 to 1"
    assert room.error("tab_focus(-1)") == "no tab -1; there are tabs 0 to 1"


def test_an_id_of_another_tab_is_told_as_such(room: Room) -> None:
    room.open(LINKS, SECOND)
    link = room.find('link "second"')
    room.well("new_tab()")
    room.see()
    assert room.error(f'click("{link}")') == f'{link} link "second" is on tab 0; tab_focus(0) goes there'
    room.well("tab_focus(0)")
    room.well(f'click("{link}")')
    assert room.see().open_pages_titles == ("Second", "")


def test_when_the_last_tab_is_closed_an_empty_one_opens(room: Room) -> None:
    room.open(LINKS)
    assert room.error("tab_close()") == "the last tab was closed; an empty one was opened"
    assert room.see().open_pages_urls == ("about:blank",)
    room.well(f'goto("{HOST}/")')
    assert room.see().open_pages_titles == ("First",)


def test_start_pages_open_one_tab_each(room: Room) -> None:
    room.site.pages |= {"/": LINKS, "/1": SECOND}
    room.begin([f"{HOST}/", f"{HOST}/1"])
    seen = room.see()
    assert (seen.open_pages_titles, seen.active_page_index) == (("First", "Second"), 0)
    room.begin([])
    assert room.see().open_pages_urls == ("about:blank",)


def test_a_site_that_is_too_slow_is_told_as_such(room: Room) -> None:
    def slow(request: Handler) -> None:
        request.wait(60)
        request.close_connection = True

    room.site.pages["/slow"] = slow
    room.open(LINKS, SECOND)
    done = room.do(f'goto("{HOST}/slow")')
    assert done.error == f"{HOST}/slow could not be opened: the site did not answer in time"
    assert done.site_failures == (f"{HOST}/slow: no answer within 4 s",)
    room.well(f'goto("{HOST}/1")')
    assert room.see().open_pages_titles == ("Second",)


def test_printing_holds_nothing_up(room: Room) -> None:
    room.open("<button onclick=\"print(); document.title = 'printed'\">Print</button>")
    assert room.act("click", "Print").error is None
    assert room.see().open_pages_titles == ("printed",)
