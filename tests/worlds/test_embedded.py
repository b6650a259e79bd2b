from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from browserenv.errors import BrowserenvError, InfrastructureFault
from browserenv.sites.kit.csrf import token_of
from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.golden import Golden
from browserenv.worlds.base import Cookie
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.pool import SitePool
from browserenv.worlds.process import SiteProcess

USER = "MarvelsGrantMan136"


def request(world: EmbeddedWorld, path: str, cookies: list[Cookie] | None = None, data: bytes | None = None) -> Any:
    address = world.addresses["forum"]
    header = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies or [])
    return urllib.request.urlopen(
        urllib.request.Request(
            f"http://{address.ip}:{address.port}{path}", data, {"Host": address.host, "Cookie": header}
        ),
        timeout=20,
    )


def damage(world: EmbeddedWorld, statement: str) -> None:
    """Change a row behind the site's back, as its own code would."""
    (database,) = world.process.folder.glob(f"*/state/{DATABASE}")
    db = sqlite3.connect(database, timeout=10)
    db.execute(statement)
    db.commit()
    db.close()


def test_pages_are_served_and_reading_them_changes_nothing(world: EmbeddedWorld) -> None:
    start = world.reset({})
    with request(world, "/") as response:
        assert response.status == 200
    assert world.moment().versions == {"forum": 0}
    assert world.diff() == {"forum": {}}
    assert world.reset({}) == start


def test_a_minted_login_is_a_login_and_writes_nothing(world: EmbeddedWorld) -> None:
    world.reset({})
    with request(world, f"/user/{USER}/account", list(world.login("forum", USER))) as response:
        assert b"Delete" in response.read()
    assert world.moment().versions == {"forum": 0}


def test_login_of_an_unknown_user_is_named(world: EmbeddedWorld) -> None:
    with pytest.raises(KeyError, match="no user 'nobody_here' on forum"):
        world.login("forum", "nobody_here")


def test_every_reset_gives_the_same_fingerprint_whatever_was_done(world: EmbeddedWorld) -> None:
    start = world.reset({})
    for statement in (
        "DELETE FROM comments WHERE id % 3 = 0",
        f"UPDATE users SET password_hash = 'x' WHERE name = '{USER}'",
        "INSERT INTO forums (name, title, description, sidebar, created_at) VALUES ('x', 'x', 'x', 'x', '2023')",
    ):
        damage(world, statement)
        assert world.moment().versions["forum"] > 0
        assert world.diff()["forum"]
        assert world.reset({}) == start
        assert world.diff() == {"forum": {}}


def sign_up(world: EmbeddedWorld) -> socket.socket:
    """Send the form that makes an account, as a browser does that then goes away; the answer is not waited for."""
    names = ("username", "password][first", "password][second")
    fields = {f"user[{name}]": "somebody_new" for name in names} | {"_token": token_of("forum_session", None)}
    body = urllib.parse.urlencode(fields)
    head = f"POST /registration HTTP/1.1\r\nHost: forum.localhost\r\nContent-Length: {len(body)}\r\n"
    sent = socket.create_connection(("127.0.0.1", world.addresses["forum"].port), timeout=20)
    sent.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n{body}".encode())
    sent.shutdown(socket.SHUT_WR)
    return sent


def test_a_form_that_is_under_way_when_its_episode_ends_does_not_reach_the_next(world: EmbeddedWorld) -> None:
    start = world.reset({})
    for _ in range(5):
        under_way = [sign_up(world) for _ in range(4)]
        assert world.reset({}) == start
        for each in under_way:
            with each, suppress(ConnectionError):
                while each.recv(65536):  # whether it was done or not, its connection ends
                    pass
        assert (world.moment().versions, world.diff()) == ({"forum": 0}, {"forum": {}})
    with sign_up(world) as alone:
        assert b"302" in alone.recv(65536)  # the form is one that the site takes
    assert list(world.diff()["forum"]) == ["users"]


def test_a_login_ends_with_its_episode(world: EmbeddedWorld) -> None:
    cookies: list[list[Cookie]] = []
    for _ in range(2):
        world.reset({})
        cookies.append(list(world.login("forum", USER)))
    before, now = [request(world, "/", each).read() for each in cookies]
    assert (b"Log out" in before, b"Log out" in now) == (False, True)
    n_restarts = world.restarts()
    os.kill(world.process.process_id, signal.SIGKILL)  # the one that comes back knows the logins of this episode alone
    while world.restarts() == n_restarts:
        os.sched_yield()
    before, now = [request(world, "/", each).read() for each in cookies]
    assert (b"Log out" in before, b"Log out" in now) == (False, True)


def test_setup_rows_are_in_the_start_state_and_no_change(world: EmbeddedWorld) -> None:
    bare = world.reset({})
    row = {"name": "noise_1", "password_hash": "", "created_at": "2023-01-01T00:00:00+00:00"}
    start = world.reset({"forum": {"users": [row]}})
    assert start != bare
    assert len(world.rows("forum", "users", {"name": "noise_1"})) == 1
    assert world.diff() == {"forum": {}}
    assert world.reset({"forum": {"users": [row]}}) == start
    assert world.reset({}) == bare
    assert world.rows("forum", "users", {"name": "noise_1"}) == []


def test_setup_rows_that_do_not_fit_are_an_error_of_the_task(world: EmbeddedWorld) -> None:
    with pytest.raises(BrowserenvError, match="setup rows do not fit forum"):
        world.reset({"forum": {"users": [{"nickname": "x"}]}})


def test_a_golden_state_altered_after_opening_is_a_fault(world: EmbeddedWorld, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    content = (world.goldens["forum"].folder / DATABASE).read_bytes()
    (copy / DATABASE).write_bytes(content.replace(b"homelab", b"homelaB", 1))
    made = world.goldens["forum"]
    world.goldens["forum"] = replace(made, folder=copy)
    with pytest.raises(InfrastructureFault, match=r"forum starts with fingerprint .*, expected"):
        world.reset({})


def test_the_clock_is_pinned(world: EmbeddedWorld) -> None:
    world.reset({})
    assert world.moment().clock == world.start_time


def test_two_worlds_in_one_process_do_not_see_each_other(forum_golden: Golden) -> None:
    process = SiteProcess()
    worlds = [EmbeddedWorld(["forum"], size="small", process=process) for _ in range(2)]
    try:
        for world in worlds:
            world.open()
            world.reset({})
        cookies = [list(world.login("forum", USER)) for world in worlds]
        (first, second) = process.folder.glob(f"*/state/{DATABASE}")
        assert first != second
        assert worlds[0].addresses["forum"].port != worlds[1].addresses["forum"].port
        # A session of one world is no session of the other.
        with request(worlds[1], "/", cookies[0]) as response:
            assert b"Log out" not in response.read()
        worlds[0].close()
        with request(worlds[1], "/", cookies[1]) as response:
            assert b"Log out" in response.read()
    finally:
        for world in worlds:
            world.close()
        process.close()


def test_closing_leaves_no_process_and_no_folder(forum_golden: Golden) -> None:
    world = EmbeddedWorld(["forum"], size="small")
    world.open()
    folder, process_id = world.process.folder, world.process.process_id
    world.close()
    world.close()
    assert not folder.exists()
    assert not Path(f"/proc/{process_id}").exists()


def test_opening_twice_is_opening_once(forum_golden: Golden) -> None:
    world = EmbeddedWorld(["forum"], size="small")
    world.open()
    process, addresses = world.process, world.addresses
    world.open()
    assert (world.process, world.addresses) == (process, addresses)
    world.close()


def test_closing_while_a_thread_opens_leaves_nothing(forum_golden: Golden) -> None:
    """As after an interrupt, which leaves the thread that opens to itself."""
    starts, goes_on = threading.Event(), threading.Event()

    def begin() -> SiteProcess:
        starts.set()
        assert goes_on.wait(20)
        return SiteProcess()

    world = EmbeddedWorld(["forum"], size="small", pool=(pool := SitePool(make=begin)))
    opening = threading.Thread(target=world.open)
    opening.start()
    assert starts.wait(20)
    closing = threading.Thread(target=world.close)
    closing.start()
    goes_on.set()
    opening.join()
    closing.join()
    assert pool.processes == ()
    assert world.addresses == {}


def test_the_site_process_ends_when_the_harness_is_killed(forum_golden: Golden) -> None:
    code = (
        "import time; from browserenv.worlds.embedded import EmbeddedWorld; w = EmbeddedWorld(['forum'], size='small');"
        "w.open(); print(w.process.process_id, w.process.folder, flush=True); time.sleep(600)"
    )
    harness = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert harness.stdout is not None
    process_id, folder = harness.stdout.readline().split()
    harness.kill()
    harness.wait()
    harness.stdout.close()
    deadline = time.monotonic() + 20
    while Path(f"/proc/{process_id}").exists() and time.monotonic() < deadline:
        os.sched_yield()
    assert not Path(f"/proc/{process_id}").exists()
    assert not Path(folder).exists()
