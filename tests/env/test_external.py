"""The external backend: a forum that runs elsewhere, original checks alone, and what is missing is said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.errors import BrowserenvError, InfrastructureFault
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.sites.kit import registry
from browserenv.sites.kit.host import SiteHost
from browserenv.worlds.external import ExternalWorld
from browserenv.worlds.external_sites import ADDRESS_VARIABLE, FILE_VARIABLE, read_sites

LOGIN = {"page": "/login", "fields": {"_username": "MarvelsGrantMan136", "_password": "test1234"}}


@pytest.fixture(scope="module")
def served(forum_golden: Any) -> Iterator[str]:
    """The address of a forum that another program serves."""
    command = [sys.executable, "-m", "browserenv.cli.main", "sites", "serve", "forum", "--size", "small", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http://"))
        process.terminate()


def hosts(env: BrowserEnv) -> dict[str, str]:
    return {site: address.origin for site, address in env.core.world.addresses.items()}


@pytest.mark.parametrize("host", ["stable", "own"])
def test_original_checks_are_judged_in_full(served: str, host: str, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    site = {"url": served, "host": host, "login": LOGIN, "reset": f"echo again >> {ran}"}
    env = BrowserEnv("580", backend="external", addresses={"forum": site}, checks="original", observe=("axtree",))
    try:
        env.open()
        origin = hosts(env)["forum"]
        assert origin == ("http://forum.localhost" if host == "stable" else served)
        if host == "stable":  # the site keeps what was done, so that the second way finds the forum there
            assert play(env, make_agent("noop", env.task_for(0), hosts(env)), seed=0).reward == 0.0
            played = play(env, make_agent("oracle", env.task_for(0), hosts(env)), seed=0)
            assert played.reward == 1.0
            assert [verdict["judge"] for verdict in played.info["checks"]] == ["page", "page"]
        observation, info = env.reset(seed=0)
        assert observation["url"] == f"{origin}/"
        assert "MarvelsGrantMan136" in observation["axtree"]
        assert set(info["world_lacks"]) == {"diff", "fingerprint", "rows", "clock", "snapshot"}
        assert info["fingerprints"] == {}
        assert env.conditions["backend"] == "external"
        assert set(env.conditions["world_lacks"]) == set(info["world_lacks"])
        assert len(ran.read_text().splitlines()) == (3 if host == "stable" else 1)
        observation, *_ = env.step('goto("http://127.0.0.1:9/")')
        assert "outside this world" in observation["last_action_error"]
        with pytest.raises(BrowserenvError, match="has no snapshots"):
            env.snapshot()
    finally:
        env.close()


def test_a_task_whose_checks_read_state_is_refused_by_name(served: str) -> None:
    env = BrowserEnv("580", backend="external", addresses={"forum": served})
    try:
        with pytest.raises(BrowserenvError, match=r"the expected change of forum; play it with checks='original'"):
            env.reset(seed=0)
    finally:
        env.close()


def test_a_site_that_does_not_answer_is_a_fault_of_the_site() -> None:
    with pytest.raises(InfrastructureFault, match=r"forum at http://127.0.0.1:1 does not answer"):
        ExternalWorld(["forum"], addresses={"forum": "http://127.0.0.1:1"}).open()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("echo the disk is gone >&2; exit 3", "ended with 3: the disk is gone"),
        ("printf '\\377\\n' >&2; printf 'no \\377' >&2; exit 4", "ended with 4: no \ufffd"),
        ("sleep 60 & wait", "did not end within"),
    ],
)
def test_a_reset_command_that_fails_is_a_fault_of_the_world(served: str, command: str, said: str) -> None:
    site = {"url": served, "reset": command, "reset_timeout_s": 0.5}
    world = ExternalWorld(["forum"], addresses={"forum": site})
    world.open()
    began_s = time.monotonic()
    with pytest.raises(InfrastructureFault, match=said) as caught:
        world.reset({})
    assert caught.value.part == "world"
    assert time.monotonic() - began_s < 30


def test_a_reset_command_may_start_the_site_in_the_background(served: str, tmp_path: Path) -> None:
    note = tmp_path / "started"
    site = {"url": served, "reset": f"sleep 60 & echo $! > {note}; read nothing || true", "reset_timeout_s": 20.0}
    world = ExternalWorld(["forum"], addresses={"forum": site})
    world.open()
    began_s = time.monotonic()
    assert world.reset({}).ways == {"forum": "command"}
    assert time.monotonic() - began_s < 15
    os.kill(int(note.read_text()), signal.SIGKILL)  # it goes on until it is ended


def test_without_a_reset_and_a_login_that_is_said(served: str) -> None:
    world = ExternalWorld(["forum"], addresses={"forum": served})
    world.open()
    assert "state passes from episode to episode" in world.lacks["reset"]
    assert "visited as nobody" in world.lacks["login"]
    assert world.login("forum", "anyone") == []
    assert world.reset({}).ways == {"forum": "none"}
    assert any("lacks      reset" in line for line in world.describe())
    with pytest.raises(BrowserenvError, match="adds rows to forum"):
        world.reset({"forum": {"forums": [{"name": "x"}]}})


def test_a_wrong_login_is_a_fault_and_a_storage_state_is_taken(served: str, tmp_path: Path) -> None:
    wrong = {"page": "/login", "fields": {"_username": "MarvelsGrantMan136", "_password": "wrong"}}
    stored = tmp_path / "state.json"
    stored.write_text('{"cookies": [{"name": "a", "value": "b", "domain": "elsewhere", "path": "/"}], "origins": []}')
    worlds = [
        ExternalWorld(["forum"], addresses={"forum": {"url": served, **said}})
        for said in ({"login": wrong}, {"storage_state": str(stored)})
    ]
    for world in worlds:
        world.open()
    with pytest.raises(InfrastructureFault, match="login"):
        worlds[0].login("forum", "x")
    assert worlds[1].login("forum", "x") == [{"name": "a", "value": "b", "domain": "forum.localhost", "path": "/"}]


def as_other_sites_do(app: Any) -> Any:
    """The forum with a cookie for every visitor, which sends who cannot log in back to the login page."""

    def serve(environ: dict[str, Any], start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            visit = ("Set-Cookie", "visit=1; Path=/")
            if environ["REQUEST_METHOD"] == "POST" and status.startswith("200"):
                return start_response("302 Found", [("Location", "/login"), visit], exc_info)
            return start_response(status, [*headers, visit], exc_info)

        return app(environ, start)

    return serve


@pytest.mark.parametrize("password", ["test1234", "wrong"])
def test_a_wrong_login_is_a_fault_also_where_every_visitor_gets_a_cookie(
    forum_golden: Any, tmp_path: Path, password: str
) -> None:
    host = SiteHost(apps={"forum": as_other_sites_do(registry.application("forum").create_app())})
    port = host.mount("forum", "forum", tmp_path, forum_golden.folder, secret="s")
    login = {**LOGIN, "fields": {"_username": "MarvelsGrantMan136", "_password": password}}
    world = ExternalWorld(["forum"], addresses={"forum": {"url": f"http://127.0.0.1:{port}", "login": login}})
    try:
        world.open()
        if password == "wrong":
            with pytest.raises(InfrastructureFault, match="asked to log in again") as caught:
                world.login("forum", "x")
            assert caught.value.part == "site"
        else:
            assert [cookie["name"] for cookie in world.login("forum", "x")] == ["visit", "forum_session"]
    finally:
        host.close()


def test_addresses_come_from_the_environment_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sites.yaml"
    file.write_text("forum: {url: 'http://one:81', host: own}\ncalendar: http://two\n")
    environ = {FILE_VARIABLE: str(file), f"{ADDRESS_VARIABLE}CALENDAR": "http://three:82"}
    found = read_sites(["forum", "calendar"], None, environ)
    assert [(site.host_name, site.port, site.host) for site in found.values()] == [
        ("one", 81, "own"),
        ("three", 82, "stable"),
    ]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (None, r"no address of forum: give addresses=.* or BROWSERENV_EXTERNAL_FORUM"),
        ("https://host", r"external site forum: url: .*'https://host' is not http://host"),
        ("http://host/path", "is not http://host"),
        ("http://host:99999", "external site forum: url: .*Port out of range"),
        ({"url": "http://host", "reste": "x"}, r"external site forum: reste: Extra inputs"),
    ],
)
def test_wrong_addresses_are_one_line(said: Any, error: str) -> None:
    with pytest.raises(BrowserenvError, match=error):
        read_sites(["forum"], {"forum": said} if said else {}, dict.fromkeys(os.environ, ""))
