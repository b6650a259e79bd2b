"""The two limits that a user sets: what each of them governs, by what comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from browserenv.browser.limits import SessionLimits, limits_of
from browserenv.browser.session import Session
from tests.browser.conftest import HOST, Handler, Room, Server, Site

BUTTON = "<title>x</title><button {}>Go</button><script>{}</script>"


@pytest.fixture
def made(runner: asyncio.Runner, server: Server, site: Site) -> Iterator[Callable[..., Room]]:
    """Sessions with limits of their own."""
    sessions: list[Session] = []

    def make(**given: float) -> Room:
        addresses = {"forum.localhost": ("127.0.0.1", server.server_port)}
        sessions.append(runner.run(Session.start(addresses, limits=limits_of(**given))))
        return Room(runner.run, sessions[-1], site)

    yield make
    for session in sessions:
        runner.run(session.close())


def after(seconds: float) -> Callable[[Handler], None]:
    def answer(request: Handler) -> None:
        request.wait(seconds)
        request.send("<h1>late</h1>")

    return answer


def test_none_is_what_there_is_without_them() -> None:
    assert limits_of() == SessionLimits()


@pytest.mark.parametrize("given", [500.0, 120_000.0])
def test_no_limit_is_cut_by_one_that_it_is_part_of(given: float) -> None:
    limits = limits_of(action_timeout_ms=given, navigation_timeout_ms=given)
    assert limits.action.total_s * 1000 == limits.action.navigation_ms == limits.probe.navigation_s * 1000 == given
    assert max(limits.action.ready_ms, limits.action.wait_ms) < given
    assert limits.call_s > limits.action.total_s + limits.action.navigation_ms / 1000 + limits.settle.cap_s


def test_a_site_is_waited_for_as_long_as_is_said_though_an_action_may_take_less(made: Callable[..., Room]) -> None:
    room = made(action_timeout_ms=700, navigation_timeout_ms=3000)
    room.site.pages |= {"/late": after(1.5), "/never": after(60)}
    room.open("<title>First</title>")
    room.well(f'goto("{HOST}/late")')
    assert 'heading "late"' in (room.see().axtree or "")
    assert room.do(f'goto("{HOST}/never")').site_failures == (f"{HOST}/never: no answer within 3 s",)


def test_an_action_on_a_page_that_hangs_ends(made: Callable[..., Room]) -> None:
    room = made(action_timeout_ms=700)
    room.open(BUTTON.format('onclick="setTimeout(() => { while (true); }, 0)"', ""))
    element = room.find('"Go"')
    room.do(f'click("{element}")')
    assert "does not answer" in room.error(f'click("{element}")')


def test_an_element_has_longer_to_become_ready_where_an_action_may_take_longer(made: Callable[..., Room]) -> None:
    """It is ready after more time than an element usually has."""
    page = BUTTON.format("disabled", "setTimeout(() => { document.querySelector('button').disabled = false; }, 5000)")
    room = made(action_timeout_ms=20_000)
    room.open(page)
    assert room.act("click", '"Go"').error is None
