"""A site process that dies comes back by itself, with what its worlds had, where they had it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from browserenv.errors import BrowserenvError, InfrastructureFault
from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.golden import Golden
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.pool import SitePool
from browserenv.worlds.process import MOST_RESTARTS, SiteProcess
from browserenv.worlds.visitor import Visitor

USER = "MarvelsGrantMan136"


@pytest.fixture
def pool(forum_golden: Golden) -> Iterator[SitePool]:
    with SitePool() as pool:
        yield pool


def open_worlds(pool: SitePool, n: int) -> list[EmbeddedWorld]:
    worlds = [EmbeddedWorld(["forum"], size="small", reset_by="rollback", pool=pool) for _ in range(n)]
    for world in worlds:
        world.open()
        world.reset({})
    return worlds


def write(world: EmbeddedWorld, text: str) -> Visitor:
    visitor = Visitor(world, "forum", world.login("forum", USER))
    visitor.submit(f"/user/{USER}/edit_biography", {"user_biography[biography]": text})
    return visitor


def kill_and_wait(process: SiteProcess, number: int = signal.SIGKILL) -> None:
    before = process.restarts()
    os.kill(process.process_id, number)
    while process.restarts() == before:
        os.sched_yield()


def test_after_a_kill_every_world_has_its_state_its_port_and_its_logins(pool: SitePool) -> None:
    worlds = open_worlds(pool, 3)
    (process,) = pool.processes
    visitors = [write(world, f"world {number}") for number, world in enumerate(worlds[:2])]
    before = [(world.addresses, world.diff(), world.moment().versions, world.moment().clock) for world in worlds]
    dead = process.process_id
    kill_and_wait(process)
    assert process.process_id != dead
    assert [
        (world.addresses, world.diff(), world.moment().versions, world.moment().clock) for world in worlds
    ] == before
    for number, visitor in enumerate(visitors):
        page = visitor.get(f"/user/{USER}")
        assert f"world {number}".encode() in page
        assert b"Log out" in page  # the session of before: the mount's secret is the same


def test_after_a_kill_the_next_reset_replaces_and_is_right(pool: SitePool) -> None:
    (world,) = open_worlds(pool, 1)
    start = world.reset({})
    assert start.ways == {"forum": "rollback"}
    write(world, "x")
    kill_and_wait(pool.processes[0])
    again = world.reset({})
    assert (again, again.ways) == (start, {"forum": "replace"})
    assert world.diff() == {"forum": {}}


def test_a_start_state_with_setup_rows_survives_a_kill(pool: SitePool) -> None:
    (world,) = open_worlds(pool, 1)
    row = {"name": "noise_1", "password_hash": "", "created_at": "2023-01-01T00:00:00+00:00"}
    world.reset({"forum": {"users": [row]}})
    kill_and_wait(pool.processes[0])
    assert world.diff() == {"forum": {}}
    assert len(world.rows("forum", "users", {"name": "noise_1"})) == 1


def test_a_hanging_process_is_ended_and_comes_back(forum_golden: Golden) -> None:
    with SitePool(make=lambda: SiteProcess(call_timeout_s=6.0)) as pool:
        first, second = open_worlds(pool, 2)
        write(first, "kept")
        before = first.diff()
        os.kill(pool.processes[0].process_id, signal.SIGSTOP)
        assert second.moment().versions == {"forum": 0}  # asked again after the limit of six seconds
        assert first.diff() == before
        assert first.restarts() == 1


def test_a_process_that_dies_again_and_again_is_given_up(pool: SitePool) -> None:
    (world,) = open_worlds(pool, 1)
    (process,) = pool.processes
    for _ in range(MOST_RESTARTS):
        kill_and_wait(process)
    os.kill(process.process_id, signal.SIGKILL)
    with pytest.raises(InfrastructureFault, match="it died 6 times"):
        while True:
            world.moment()
    world.close()
    world.open()  # from the pool, which starts another process
    assert world.reset({}).ways == {"forum": "rollback"}
    assert process not in pool.processes


def test_a_port_taken_while_the_process_was_down_is_a_fault_of_that_world_alone(pool: SitePool) -> None:
    first, second = open_worlds(pool, 2)
    address = first.addresses["forum"]
    (process,) = pool.processes
    with closing(socket.socket()) as thief:
        os.kill(process.process_id, signal.SIGSTOP)
        # A stopped process keeps its port, so the thief shares it by both asking to, as Linux lets them.
        thief.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        os.kill(process.process_id, signal.SIGKILL)
        _bind_as_soon_as_free(thief, address.port)
        assert second.moment().versions == {"forum": 0}
        with pytest.raises(InfrastructureFault, match=f"did not come back on port {address.port}"):
            first.moment()
    first.close()
    first.open()
    assert first.reset({}) == second.reset({})


def _bind_as_soon_as_free(thief: socket.socket, port: int) -> None:
    while True:
        try:
            thief.bind(("127.0.0.1", port))
            thief.listen()
        except OSError:
            continue
        return


def test_a_state_file_cut_short_is_a_fault_and_the_next_reset_is_right(pool: SitePool) -> None:
    broken, other = open_worlds(pool, 2)
    start = broken.reset({})
    write(other, "kept")
    write(broken, "x")
    with broken.database("forum").open("r+b") as file:
        file.truncate(3 * 4096)
    with pytest.raises(InfrastructureFault):
        broken.diff()
    assert other.diff()["forum"]["users"]["updated"]
    assert broken.reset({}) == start
    assert broken.diff() == {"forum": {}}


def test_worlds_share_a_process_up_to_its_room_and_the_last_one_ends_it(forum_golden: Golden) -> None:
    with SitePool(worlds_per_process=2) as pool:
        worlds = open_worlds(pool, 3)
        first, second = pool.processes
        assert {world.process for world in worlds} == {first, second}
        worlds[2].close()
        assert list(pool.processes) == [first]
        assert not Path(f"/proc/{second.process_id}").exists()
        folder = worlds[0].database("forum").parent.parent
        worlds[0].close()
        assert not folder.exists()
        assert worlds[1].moment().versions == {"forum": 0}
        worlds[1].close()
        assert list(pool.processes) == []
        assert not first.folder.exists()


def test_closing_while_it_comes_back_leaves_nothing(forum_golden: Golden) -> None:
    process = SiteProcess()
    os.kill(process.process_id, signal.SIGKILL)
    process.close()
    assert not Path(f"/proc/{process.process_id}").exists()
    assert not process.folder.exists()
    with pytest.raises(InfrastructureFault, match="the site process is gone: it was closed"):
        process.restarts()


def test_the_state_is_in_the_leased_folder(pool: SitePool) -> None:
    (world,) = open_worlds(pool, 1)
    assert world.database("forum").name == DATABASE
    assert world.database("forum").is_relative_to(pool.processes[0].folder)


def test_pages_of_many_parts_fill_no_log(pool: SitePool) -> None:
    """It would grow with every page, and hide why a process died."""
    (world,) = open_worlds(pool, 1)
    process = world.process
    os.kill(process.process_id, signal.SIGSTOP)
    port = world.addresses["forum"].port
    asking = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(20)]
    for each in asking:
        each.sendall(b"GET /forums HTTP/1.0\r\nHost: forum.localhost\r\n\r\n")
    os.kill(process.process_id, signal.SIGCONT)
    for each in asking:
        with each:
            assert each.recv(65536).startswith(b"HTTP/1.0 200")
    assert process.last_words() == "it said nothing"


# --- the machine that it starts on


def test_a_package_of_the_user_s_with_the_same_name_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sites.py").write_text("raise RuntimeError('not ours')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with closing(SiteProcess()) as process:
        assert process.is_alive


def test_packages_that_only_the_user_s_path_has_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.stderr.write('found on the path')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with closing(SiteProcess()) as process:
        assert process.last_words().startswith("found on the path")


def test_one_that_says_something_else_at_its_start_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('welcome')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(InfrastructureFault, match="said 'welcome', not that it is ready"):
        SiteProcess()


def test_a_python_that_cannot_be_run_is_a_fault(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, forum_golden: Golden
) -> None:
    short = tmp_path_factory.mktemp("t")
    monkeypatch.setattr(sys, "executable", str(short / "python"))
    monkeypatch.setattr(tempfile, "tempdir", str(short))
    with pytest.raises(InfrastructureFault, match=r"could not be started.*No such file"):
        SiteProcess()
    assert list(short.iterdir()) == []


def test_a_temporary_folder_that_is_too_long_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with pytest.raises(BrowserenvError, match=r"bytes too long .* set TMPDIR to a shorter one") as caught:
        SiteProcess()
    assert not isinstance(caught.value, InfrastructureFault)
    assert list(folder.iterdir()) == []


def test_a_proxy_of_the_user_s_is_not_asked(pool: SitePool, monkeypatch: pytest.MonkeyPatch) -> None:
    (world,) = open_worlds(pool, 1)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert b"</html>" in Visitor(world, "forum").get("/forums")
