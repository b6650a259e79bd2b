"""The session: what episodes share (nothing), how faults are told, and that no process is left."""

from __future__ import annotations

import asyncio
import os
import select
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from browserenv.browser.parse import parse
from browserenv.browser.session import Session
from browserenv.errors import CallOrderError, InfrastructureFault
from tests.browser.conftest import HOST, START, Room, Server, Site

STORES = """<!doctype html><title>wait</title><script>
document.title = [document.cookie, localStorage.note, sessionStorage.note, history.length].join("|");
document.cookie = "note=kept; Max-Age=9999"; localStorage.note = sessionStorage.note = "kept";
indexedDB.open("notes"); caches.open("notes"); history.pushState({}, "", "/#2");
indexedDB.databases().then(all => document.title += "|" + all.length)</script>"""


def test_two_episodes_share_nothing(room: Room) -> None:
    titles = {room.open(STORES).open_pages_titles for _ in range(2)}
    assert len(titles) == 1
    assert titles.pop()[0].startswith("||")  # type: ignore[index]


def test_what_was_copied_in_one_episode_is_not_pasted_in_the_next(room: Room) -> None:
    field = "<!doctype html><input autofocus value='{}' oninput='document.title = this.value'>"
    room.open(field.format("a secret"))
    for keys in ("Control+a", "Control+c", "End", "Control+v"):
        room.well(f'keyboard_press("{keys}")')
    assert room.see().open_pages_titles == ("a secreta secret",)
    room.open(field.format("still: "))
    for keys in ("End", "Control+v", "!"):
        room.well(f'keyboard_press("{keys}")')
    assert room.see().open_pages_titles == ("still: !",)
    room.act("click", "textbox", "middle")  # pastes what was selected last
    assert "secret" not in str(room.see().open_pages_titles)


def test_cookies_are_there_from_the_first_request(room: Room) -> None:
    room.open("<p>x</p>", cookies=[{"name": "session", "value": "u1", "url": HOST}])
    assert room.site.asked[0] == ("GET", "/", "session=u1")


def test_cookies_of_one_site_do_not_reach_another(room: Room) -> None:
    room.open("<a href='http://shop.localhost/'>shop</a>", cookies=[{"name": "a", "value": "1", "url": HOST}])
    room.well('goto("http://shop.localhost/")')
    assert [cookies for _, path, cookies in room.site.asked if path == "/"] == ["a=1", ""]


def test_pages_are_in_the_episode_s_zone_and_language(room: Room) -> None:
    page = "<script>document.title = [new Date().getHours(), navigator.language, (1234.5).toLocaleString()]</script>"
    room.open(page, timezone_id="America/New_York", locale="de-DE")
    assert room.see().open_pages_titles == ("11,de-DE,1.234,5",)


def test_calls_out_of_order_name_the_call_that_is_owed(room: Room) -> None:
    room.run(room.session.close_episode())
    with pytest.raises(CallOrderError, match="call open_episode"):
        room.do("noop()")
    with pytest.raises(CallOrderError, match="call open_episode"):
        room.see()


def test_a_start_page_that_fails_is_the_site_s_fault(room: Room) -> None:
    room.site.pages |= {"/500": lambda request: request.send("x", 500)}
    for url, part, words in [
        (f"{HOST}/500", "site", "answered 500"),
        ("https://forum.localhost/", "site", "net::ERR_NAME_NOT_RESOLVED"),
        ("http://example.com/", "world", "outside this world"),
    ]:
        with pytest.raises(InfrastructureFault, match=words) as fault:
            room.begin([url])
        assert fault.value.part == part
    room.begin([f"{HOST}/"])
    assert room.see().url == f"{HOST}/"


def test_a_crashed_tab_is_opened_again(room: Room) -> None:
    room.open("<title>Here</title>")
    room.run(room.session.crash_tab())
    done = room.do("noop(300)")
    assert done.error == f"the page {HOST}/ crashed and was opened again"
    assert (done.crashes, done.site_failures) == ((f"the page {HOST}/ crashed",), ())
    assert room.see().open_pages_titles == ("Here",)


def test_a_task_may_leave_some_sites_out(room: Room) -> None:
    room.open("<a href='http://shop.localhost/'>shop</a>", reachable=["forum.localhost"])
    assert "outside this world" in room.error('goto("http://shop.localhost/")')
    room.act("click", 'link "shop"')
    assert room.see().url == f"{HOST}/"
    assert room.probe("http://shop.localhost/", "document.title").error is None


# --- sessions of their own


def _addresses(server: Server) -> dict[str, tuple[str, int]]:
    return {"forum.localhost": ("127.0.0.1", server.server_port)}


def _descendants(pid: int) -> set[int]:
    found = {pid}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) in found and fields[0] != "Z":
            found.add(int(stat.parent.name))
    return found


async def _begun(server: Server) -> tuple[Session, set[int]]:
    before = _descendants(os.getpid())
    session = await Session.start(_addresses(server), viewport=(400, 300))
    await session.open_episode([], [f"{HOST}/"], START)
    return session, _descendants(os.getpid()) - before


async def _all_gone(pids: set[int]) -> bool:
    """Waits for each process to end, since a killed one takes the kernel a moment; False when one does not in 5 s."""
    return all([await asyncio.to_thread(_ends, pid) for pid in pids])


def _ends(pid: int) -> bool:
    try:
        ending = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([ending], [], [], 5)[0])
    finally:
        os.close(ending)


@pytest.mark.parametrize("hurt", [None, signal.SIGKILL, signal.SIGSTOP])
def test_close_leaves_no_process(
    runner: asyncio.Runner, server: Server, site: Site, hurt: signal.Signals | None
) -> None:
    async def live() -> bool:
        session, pids = await _begun(server)
        assert len(pids) > 3
        if hurt is not None:
            os.kill(session.pid, hurt)
        await asyncio.wait_for(session.close(), 15)
        await session.close()
        with pytest.raises(CallOrderError, match="this session is closed"):
            await session.observe(frozenset())
        return await _all_gone(pids)

    assert runner.run(live())


def test_a_chromium_that_dies_is_a_fault_of_the_browser(runner: asyncio.Runner, server: Server, site: Site) -> None:
    async def live() -> None:
        session, _ = await _begun(server)
        os.kill(session.pid, signal.SIGKILL)
        with pytest.raises(InfrastructureFault) as fault:
            await session.perform(parse("noop(500)"))
        assert fault.value.part == "browser"
        with pytest.raises(InfrastructureFault, match="browser: "):
            await session.observe(frozenset({"axtree"}))
        with pytest.raises(InfrastructureFault, match="browser: "):
            await session.probe(f"{HOST}/")
        with pytest.raises(InfrastructureFault, match="browser: "):
            await session.open_episode([], [f"{HOST}/"], START)
        await session.close()

    runner.run(live())


def test_a_chromium_that_does_not_answer_is_a_fault_of_the_browser(
    runner: asyncio.Runner, server: Server, site: Site
) -> None:
    async def live() -> None:
        session, _ = await _begun(server)
        os.kill(session.pid, signal.SIGSTOP)
        try:
            with pytest.raises(InfrastructureFault, match="browser: "):
                await asyncio.wait_for(session.observe(frozenset({"screenshot"})), 40)
        finally:
            await session.close()

    runner.run(live())


def test_sessions_live_side_by_side(runner: asyncio.Runner, server: Server, site: Site) -> None:
    site.pages |= {f"/{n}": f"<title>page {n}</title>" for n in range(3)}

    async def live(n: int) -> str:
        session = await Session.start(_addresses(server))
        try:
            await session.open_episode([], [f"{HOST}/{n}"], START)
            seen = await session.observe(frozenset({"open_pages_titles"}))
            return (seen.open_pages_titles or ("",))[0]
        finally:
            await session.close()

    async def all_of_them() -> list[str]:
        return await asyncio.gather(*(live(n) for n in range(3)))

    assert runner.run(all_of_them()) == ["page 0", "page 1", "page 2"]


def test_a_start_time_needs_no_particular_zone(room: Room) -> None:
    room.site.pages["/"] = "<script>document.title = new Date().toISOString().slice(0, 15)</script>"
    room.begin([f"{HOST}/"], start_time=datetime(2023, 10, 15, 15, 34, tzinfo=UTC).astimezone())
    assert room.see().open_pages_titles == ("2023-10-15T15:3",)


def test_a_session_that_cannot_start_says_so(runner: asyncio.Runner, server: Server, tmp_path: Path) -> None:
    script = tmp_path / "chromium"
    script.write_text("#!/bin/sh\nexit 3\n")
    script.chmod(0o755)
    with pytest.raises(InfrastructureFault, match=f"browser: {script} did not start"):
        runner.run(Session.start(_addresses(server), executable=script))
