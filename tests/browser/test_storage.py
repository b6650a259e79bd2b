"""Local storage read from outside the pages, and handed to the judge's own context."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext

from tests.browser.conftest import HOST, Room

SHOP = "http://shop.localhost"
PAGE = """<title>Store</title><button onclick="localStorage.setItem('k', this.textContent)">one</button>
<button onclick="localStorage.setItem('k', this.textContent)">two</button><a href="http://shop.localhost/">away</a>
<script>Storage.prototype.getItem = () => "forged"; Object.prototype.toJSON = () => "forged";</script>"""


def storage(room: Room, *origins: str) -> Any:
    return room.run(room.session.storage(origins or (HOST,)))


def test_nothing_is_there_before_a_page_wrote(room: Room) -> None:
    room.open(PAGE)
    assert storage(room) == {}


def test_storage_is_read_as_the_pages_left_it_whatever_they_put_in_the_way(room: Room) -> None:
    room.open(PAGE)
    room.act("click", '"one"')
    assert storage(room) == {HOST: {"k": "one"}}
    room.act("click", '"two"')
    assert storage(room) == {HOST: {"k": "two"}}
    assert storage(room, SHOP) == {}


def test_storage_is_read_when_no_page_is_there_any_more(room: Room) -> None:
    room.open(PAGE)
    room.act("click", '"one"')
    before = room.see()
    room.act("click", '"away"')
    assert storage(room) == {HOST: {"k": "one"}}
    after = room.see()
    assert after.url == f"{SHOP}/"
    assert len(after.open_pages_urls) == len(before.open_pages_urls) == 1
    assert room.js("document.hasFocus()") is True


def test_an_origin_that_nobody_visits_is_not_read_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    original = BrowserContext.storage_state

    async def noted(context: BrowserContext, **options: Any) -> Any:
        reads.append("read")
        return await original(context, **options)

    monkeypatch.setattr(BrowserContext, "storage_state", noted)
    room.open(PAGE)
    room.act("click", '"one"')
    room.well(f"goto('{SHOP}/')")
    assert [storage(room) for _ in range(3)] == [{HOST: {"k": "one"}}] * 3
    assert len(reads) == 1
    room.well("go_back()")
    room.act("click", '"two"')
    room.well(f"goto('{SHOP}/')")
    assert storage(room) == {HOST: {"k": "two"}}
    assert len(reads) == 2


def test_every_document_that_was_asked_for_is_known(room: Room) -> None:
    room.open(PAGE)
    room.well(f"goto('{HOST}/finish')")
    assert room.session.documents == (f"{HOST}/", f"{HOST}/finish")


def test_the_judge_sees_the_storage_it_is_given_and_the_agent_keeps_its_own(room: Room) -> None:
    room.site.pages["/shown"] = (
        "<p></p><script>document.querySelector('p').textContent = 'k: ' + localStorage.k</script>"
    )
    room.open(PAGE)
    room.act("click", '"one"')
    locator = "document.querySelector('p').textContent"

    def shown(kept: Any) -> Any:
        return room.run(room.session.probe(f"{HOST}/shown", locator, (), kept)).value

    assert shown(storage(room)) == "k: one"
    assert shown({HOST: {"k": "three"}}) == "k: three"
    assert shown({}) == "k: undefined"
    assert storage(room) == {HOST: {"k": "one"}}
