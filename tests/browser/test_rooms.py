"""Rooms made ahead: used once each, sound or not used, and never shared."""

from __future__ import annotations

import asyncio

from browserenv.browser.rooms import Room, SpareRooms
from tests.browser.conftest import HOST
from tests.browser.conftest import Room as Driven

WHO = "<title>x</title><script>document.title = [document.cookie, history.length, innerWidth].join('|')</script>"


def test_an_episode_in_a_room_made_ahead_is_like_any_other(room: Driven) -> None:
    cookie = [{"name": "user", "value": "u1", "url": HOST}]
    made_now = room.open(WHO, cookies=cookie, locale="de-DE")  # rooms made ahead are in English
    room.session.prepare()
    ahead = room.open(WHO, cookies=cookie)
    assert ahead == made_now
    assert ahead.open_pages_titles == ("user=u1|2|800",)
    assert room.see("html").html is not None
    assert room.js("document.querySelector('script').ownerDocument.title") == "user=u1|2|800"


def test_a_spare_is_used_once_and_one_that_crashed_is_not_used(room: Driven) -> None:
    async def furnish() -> Room:
        return await Room.furnish(await room.session._chromium.browser.new_context())

    async def take_three() -> list[Room]:
        spares = SpareRooms(furnish)
        spares.prepare()
        first = await spares.take()
        crashed = await spares._spares[0]
        crash = asyncio.ensure_future((await crashed.tab.cdp()).send("Page.crash"))
        while crashed.is_sound:
            await asyncio.wait([crash], timeout=0.05)
        crash.cancel()
        second = await spares.take()
        assert second is not crashed
        third = await spares.take()
        await spares.close()
        return [first, second, third]

    taken = room.run(take_three())
    assert len({id(one.context) for one in taken}) == 3
    assert all(one.is_sound and one.tab.page.url == "about:blank" for one in taken)
    for one in taken:
        room.run(one.context.close())


def test_spares_are_given_up_with_the_session(room: Driven) -> None:
    async def furnish() -> Room:
        await asyncio.Event().wait()
        raise AssertionError("never reached")

    async def close() -> None:
        spares = SpareRooms(furnish)
        spares.prepare()
        await asyncio.sleep(0)
        await asyncio.wait_for(spares.close(), 5)

    room.run(close())
