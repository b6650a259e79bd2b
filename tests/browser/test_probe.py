"""Probes: what the judge reads, and that the agent's side sees nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.browser.limits import SessionLimits
from browserenv.browser.probe import ProbeFailure, ProbeLimits
from tests.browser.conftest import HOST, Handler, Room

PAGE = """<!doctype html><title>Forum</title><textarea id=forum_description>A &quot;wild&quot; place</textarea>
<h1 style="text-transform: uppercase">News</h1><p hidden>not shown</p>
<select name=website_ids><option>Main</option></select><a href="/a">x</a><a href="/b">y</a>"""
DRAFT = """<!doctype html><title>Draft</title><a href=#here>here</a><form><input id=name></form>
<div style="height: 4000px"></div><script>
const seen = []; for (const type of ["focus", "blur", "visibilitychange", "scroll", "pagehide", "storage"])
  addEventListener(type, () => seen.push(type), true);
document.querySelector = () => ({value: "forged"}); JSON.stringify = () => "forged"; </script>"""
COOKIE = {"name": "session", "value": "judge", "url": HOST}


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    return SessionLimits(probe=ProbeLimits(navigation_s=2.0, read_s=2.0))


@pytest.mark.parametrize(
    ("locator", "value"),
    [
        ("document.querySelector('#forum_description').value", 'A "wild" place'),
        ("document.querySelector('h1').outerText", "NEWS"),
        ("document.querySelector('[name=\"website_ids\"').selectedIndex", 0),
        ("[...document.querySelectorAll('[href],[src]')].map(e => e.getAttribute('href')).join(' ')", "/a /b"),
        ("document.querySelector('h1').hidden", False),
        ("document.querySelector('h1').getAttribute('none')", None),
        ("document.querySelector('h1')?.none", None),
    ],
)
def test_a_locator_is_read_by_chromium_itself(room: Room, locator: str, value: object) -> None:
    room.site.pages["/f/books/edit"] = PAGE
    room.begin([f"{HOST}/"])
    answer = room.probe(f"{HOST}/f/books/edit", locator)
    assert (answer.url, answer.status, answer.value, answer.failure) == (f"{HOST}/f/books/edit", 200, value, None)


def test_without_a_locator_the_whole_page_is_read(room: Room) -> None:
    room.site.pages["/page"] = PAGE
    room.begin([f"{HOST}/"])
    html = room.probe(f"{HOST}/page").value
    assert html.startswith("<!DOCTYPE html><html>")
    assert "not shown" in html


def test_what_a_page_loads_late_is_read(room: Room) -> None:
    def slow(request: Handler) -> None:
        request.wait(0.4)
        request.send("late")

    room.site.pages |= {
        "/slow": slow,
        "/page": "<script>fetch('/slow').then(r => r.text()).then(t => document.title = t)</script>",
    }
    room.begin([f"{HOST}/"])
    assert room.probe(f"{HOST}/page", "document.title").value == "late"


def test_a_redirect_is_followed_and_told(room: Room) -> None:
    room.site.pages |= {"/old": lambda request: request.redirect("/new"), "/new": PAGE}
    room.begin([f"{HOST}/"])
    assert room.probe(f"{HOST}/old", "document.title").url == f"{HOST}/new"


def test_a_page_of_an_error_is_read_with_its_status(room: Room) -> None:
    room.begin([f"{HOST}/"])
    answer = room.probe(f"{HOST}/none", "document.title")
    assert (answer.status, answer.value) == (404, "none")


def test_the_same_page_is_read_anew_each_time(room: Room) -> None:
    room.site.pages["/page"] = "<title>one</title>"
    room.begin([f"{HOST}/"])
    assert room.probe(f"{HOST}/page#top", "document.title").value == "one"
    room.site.pages["/page"] = "<title>two</title>"
    assert room.probe(f"{HOST}/page#end", "document.title").value == "two"


@pytest.mark.parametrize(
    ("url", "locator", "failure", "words"),
    [
        (f"{HOST}/page", "document.querySelector('#none').value", ProbeFailure.LOCATOR, "properties of null"),
        (f"{HOST}/page", "document.querySelector('#a b[').value", ProbeFailure.LOCATOR, "is not a valid selector"),
        (f"{HOST}/page", "document.querySelector(", ProbeFailure.LOCATOR, "SyntaxError"),
        (f"{HOST}/page", "fetch('/x')", ProbeFailure.BAD, "a locator begins with document."),
        (f"{HOST}/page", "", ProbeFailure.BAD, "a locator begins with"),
        ("http://example.com/", None, ProbeFailure.BAD, "outside this world"),
        ("file:///etc/passwd", None, ProbeFailure.BAD, "file: addresses"),
        (f"{HOST}/broken", None, ProbeFailure.SITE, "net::ERR_EMPTY_RESPONSE"),
        (f"{HOST}/slow", None, ProbeFailure.SITE, "did not load within 2 s"),
        (f"{HOST}/out", None, ProbeFailure.SITE, "net::ERR_NAME_NOT_RESOLVED"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_and_never_raised(
    room: Room, url: str, locator: str | None, failure: ProbeFailure, words: str
) -> None:
    def broken(request: Handler) -> None:
        request.close_connection = True

    def slow(request: Handler) -> None:
        request.wait(60)
        request.close_connection = True

    room.site.pages |= {
        "/page": PAGE,
        "/broken": broken,
        "/slow": slow,
        "/out": lambda request: request.redirect("http://example.com/"),
    }
    room.begin([f"{HOST}/"])
    answer = room.probe(url, locator)
    assert (answer.failure, answer.value) == (failure, None)
    assert words in (answer.error or "")
    assert room.probe(f"{HOST}/page", "document.title").value == "Forum"


def test_a_locator_that_never_ends_is_cut(room: Room) -> None:
    room.site.pages["/page"] = PAGE
    room.begin([f"{HOST}/"])
    answer = room.probe(f"{HOST}/page", "document.querySelector((() => { for (;;); })())")
    assert answer.failure in (ProbeFailure.SITE, ProbeFailure.LOCATOR)
    assert room.probe(f"{HOST}/page", "document.title").value == "Forum"


def test_the_judge_has_cookies_of_its_own(room: Room) -> None:
    agent = {"name": "session", "value": "agent", "url": HOST}
    room.open(PAGE, PAGE, cookies=[agent])
    room.probe(f"{HOST}/1", cookies=[COOKIE])
    room.probe(f"{HOST}/1", cookies=[])
    assert [cookies for _, path, cookies in room.site.asked if path == "/1"] == ["session=judge", ""]
    assert room.js("document.cookie") == "session=agent"


def test_the_judge_s_room_is_kept_over_probes_and_never_over_episodes(room: Room) -> None:
    stores = "<script>localStorage.n = Number(localStorage.n || 0) + 1; document.title = localStorage.n</script>"
    room.open("", stores)
    titles = [room.probe(f"{HOST}/1", "document.title", [COOKIE]).value for _ in range(2)]
    room.begin([f"{HOST}/"])
    assert [*titles, room.probe(f"{HOST}/1", "document.title", [COOKIE]).value] == ["1", "2", "1"]


def test_a_page_that_is_shown_is_read_again_without_loading_it(room: Room) -> None:
    room.site.pages |= {"/1": PAGE, "/2": PAGE}
    room.begin([f"{HOST}/"])

    def loads(
        url: str, locator: str = "document.title", cookies: tuple[Any, ...] = (), steps: tuple[str, ...] = ()
    ) -> int:
        """How often the site was asked for a page by one probe that need not load it."""
        asked = len(room.site.asked)
        room.run(room.session.probe(url, locator, cookies, None, False, steps, reload=False))
        return len(room.site.asked) - asked

    assert [loads(f"{HOST}/1"), loads(f"{HOST}/1"), loads(f"{HOST}/1", "document.nothing.here")] == [1, 0, 0]
    assert [loads(f"{HOST}/2"), loads(f"{HOST}/1")] == [1, 1], "the page is another one meanwhile"
    assert [loads(f"{HOST}/1", cookies=(COOKIE,)), loads(f"{HOST}/1")] == [1, 1], "the login is another one"
    assert [loads(f"{HOST}/1", steps=("document.body",)), loads(f"{HOST}/1")] == [0, 1], "a step may have changed it"
    loads(f"{HOST}/1", "document.querySelector((() => { for (;;); })())")
    assert loads(f"{HOST}/1") == 1, "it did not answer"


def test_a_probe_leaves_the_agent_s_page_as_it_is(room: Room) -> None:
    room.open(DRAFT, PAGE)
    room.act("click", 'link "here"')
    room.act("fill", "textbox", "half a dra")
    room.well("scroll(0, 900)")
    page = room.session._current()._tabs.page
    assert page is not None
    state = "[location.href, history.length, scrollY, document.getElementById('name').value, document.activeElement.id]"
    before = room.run(page.evaluate(state))
    room.run(page.evaluate("seen.length = 0"))
    for _ in range(2):
        assert room.probe(f"{HOST}/1", "document.title", [COOKIE]).value == "Forum"
        assert room.js("document.title") == "Draft"
        room.run(room.session.probe_current())
    assert room.run(page.evaluate(state)) == before
    assert before[:1] + before[2:4] == [f"{HOST}/#here", 900, "half a dra"]
    assert room.run(page.evaluate("seen")) == []
    assert room.see().open_pages_urls == (f"{HOST}/#here",)


def test_what_a_page_puts_in_place_of_the_natives_is_not_believed(room: Room) -> None:
    room.open(DRAFT)
    assert room.js("document.querySelector('input').value") == ""


def test_the_current_page_is_read_where_it_is(room: Room) -> None:
    room.open(PAGE)
    answer = room.run(room.session.probe_current("document.querySelector('#none').value"))
    assert (answer.url, answer.failure) == (f"{HOST}/", ProbeFailure.LOCATOR)
    assert "not shown" in room.run(room.session.probe_current()).value
