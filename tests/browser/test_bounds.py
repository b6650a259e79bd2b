"""Pages that would hang an agent: each call comes to an end, and there is a way on."""

from __future__ import annotations

import numpy as np
import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.perform import ActionLimits
from browserenv.browser.settle import SettleLimits
from tests.browser.conftest import HOST, Handler, Room

OTHER = "<title>Other</title><h1>other</h1>"


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """Short limits; a call that meets the last one, ``call_s``, raises, and so fails its test."""
    return SessionLimits(
        action=ActionLimits(ready_ms=800, navigation_ms=3000, total_s=4),
        settle=SettleLimits(cap_s=3.0, load_ms=600),
        observe_s=4.0,
        call_s=25.0,
    )


def _never(request: Handler) -> None:
    request.wait(60)
    request.close_connection = True


def _goes_on(room: Room) -> None:
    """The agent can get to another page, at the latest in a new tab, and sees it."""
    room.site.pages["/other"] = OTHER
    for action in (f'goto("{HOST}/other")', f'goto("{HOST}/other")', "new_tab()", f'goto("{HOST}/other")'):
        room.do(action)
        if 'heading "other"' in (room.see().axtree or ""):
            return
    raise AssertionError(f"there is no way on: {room.see()}")


@pytest.mark.slow
def test_alerts_without_end(room: Room) -> None:
    room.open("<title>x</title><button onclick=\"while (true) alert('again')\">Go</button>")
    room.act("click", '"Go"')
    for _ in range(4):
        assert room.well("accept_dialog()").settled.reason == "dialog"
        assert [str(note) for note in room.see().dialogs if not note.answer] == ['alert "again"']
    assert room.do("accept_dialog()").settled.reason == "no answer"
    _goes_on(room)


def test_an_alert_from_every_timer(room: Room) -> None:
    room.open("<title>x</title><script>setInterval(() => alert('tick'), 30)</script>")
    for _ in range(12):
        room.do("dismiss_dialog()")
        room.see()
    _goes_on(room)


def test_a_page_whose_parts_never_come(room: Room) -> None:
    room.site.pages["/never"] = _never
    room.open("<a href=/1>go</a>", "<h1>half</h1><img src=/never><script src=/never></script>")
    assert room.act("click", 'link "go"').settled.reason == "loading"
    assert 'heading "half"' in (room.see().axtree or "")
    _goes_on(room)


def test_a_page_that_never_answers(room: Room) -> None:
    room.site.pages["/never"] = _never
    room.open("<a href=/never>go</a>")
    done = room.act("click", 'link "go"')
    assert done.site_failures == (f"{HOST}/never: no answer within 3 s",)
    _goes_on(room)


def test_a_page_that_navigates_without_end(room: Room) -> None:
    room.open("<a href=/1>go</a>", "<h1>again</h1><script>setTimeout(() => location.reload(), 20)</script>")
    room.act("click", 'link "go"')
    room.see()
    _goes_on(room)


def test_redirects_without_end(room: Room) -> None:
    room.site.pages["/loop"] = lambda request: request.redirect("/loop")
    room.open("<a href=/loop>go</a>")
    assert "ERR_TOO_MANY_REDIRECTS" in (room.act("click", 'link "go"').error or "")
    _goes_on(room)


def test_a_font_that_never_arrives(room: Room) -> None:
    room.site.pages["/never"] = _never
    room.open("""<style>@font-face { font-family: Late; src: url(/never) } h1 { font: 40px Late, serif }</style>
      <h1>words</h1><button>Go</button>""")
    room.act("click", '"Go"')
    seen = room.see("axtree", "screenshot")
    assert seen.missing == ()
    assert 'heading "words"' in (seen.axtree or "")
    assert seen.screenshot is not None and np.unique(seen.screenshot).size > 1


def test_a_page_of_thirty_thousand_pixels(room: Room) -> None:
    room.open("<body style='margin: 0'><div style='height: 30000px'>top</div><button>Bottom</button>")
    assert room.act("click", '"Bottom"').error is None
    seen = room.see("axtree", "screenshot")
    assert seen.missing == ()
    assert seen.screenshot is not None and seen.screenshot.shape == (600, 800, 3)
    assert room.js("document.scrollingElement.scrollTop") > 29_000


def test_a_worker_that_spins(room: Room) -> None:
    room.open("""<button onclick="document.title = 'pressed'">Go</button><script>
      new Worker(URL.createObjectURL(new Blob(["for (;;);"])))</script>""")
    assert room.act("click", '"Go"').settled.reason == "quiet"
    assert room.see().open_pages_titles == ("pressed",)


@pytest.mark.slow
def test_a_page_that_spins(room: Room) -> None:
    room.open("<button onclick='for (;;);'>Go</button>")
    room.act("click", '"Go"')
    assert dict(room.see("axtree").missing)["axtree"] == "the page did not answer within 4 s"
    assert room.do(f'goto("{HOST}/other")').site_failures == ()
    _goes_on(room)


def test_a_page_that_asks_before_it_is_left_again_and_again(room: Room) -> None:
    room.open("""<button>Go</button><script>onbeforeunload = event => { event.preventDefault();
      setTimeout(() => location.href = '/1') }</script>""", OTHER)  # fmt: skip
    room.act("click", '"Go"')
    for _ in range(3):
        room.do(f'goto("{HOST}/1")')
        room.see()
    _goes_on(room)


def test_the_last_tab_closes_itself(room: Room) -> None:
    room.open("<a href=/1 target=_blank>open</a>", "<button onclick='window.close()'>Close</button>")
    room.act("click", 'link "open"')
    room.well("tab_focus(0)")
    room.well("tab_close()")
    assert room.act("click", '"Close"').error == "the last tab was closed; an empty one was opened"
    _goes_on(room)


def test_a_tab_that_closes_under_the_action(room: Room) -> None:
    room.open("<a href=/1 target=_blank>open</a>", "<input aria-label=Field oninput='window.close()'>")
    room.act("click", 'link "open"')
    room.act("fill", '"Field"', "text", True)
    assert room.see().open_pages_urls == (f"{HOST}/",)
    _goes_on(room)
