"""The docker world against a real engine: same states as embedded, nothing passes over a reset, faults are bounded."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import socketserver
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import docker
import pytest

from browserenv.compose.engine import SOCKET
from browserenv.errors import BrowserenvError, InfrastructureFault
from browserenv.sites.kit.golden import Golden
from browserenv.worlds.base import Cookie, World
from browserenv.worlds.containers import LABEL, find_containers, wait_until_ready
from browserenv.worlds.docker import DockerWorld
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.owner import Owner
from browserenv.worlds.trial import try_out

USER = "MarvelsGrantMan136"
LIMITS = ("ReadonlyRootfs", "SecurityOpt", "CapDrop", "Memory", "MemorySwap", "PidsLimit")
SETUP = {
    "forum": {
        "forums": [
            {
                "id": 900_001,
                "name": "quiet_corner",
                "title": "Quiet corner",
                "description": "A place to read",
                "sidebar": "Be quiet",
                "created_at": "2023-10-01T10:00:00+00:00",
            }
        ]
    }
}
PAGES = (
    "/",
    "/all/new",
    "/forums",
    "/f/books",
    "/f/books/new",
    f"/user/{USER}",
    "/create_forum",
    "/login",
    "/search?q=book",
    "/no/such/page",
)


def page(world: World, path: str, cookies: list[Cookie] | None = None) -> tuple[int, str, bytes]:
    """Status, media type and bytes of a page; redirects are not followed."""
    address = world.addresses["forum"]
    header = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies or [])
    connection = http.client.HTTPConnection(address.ip, address.port, timeout=20)
    try:
        connection.request("GET", path, headers={"Host": address.host, "Cookie": header})
        answer = connection.getresponse()
        return answer.status, answer.headers.get_content_type(), answer.read()
    finally:
        connection.close()


def ids_of(client: docker.DockerClient, world: DockerWorld) -> set[str]:
    """Containers of a world that the engine knows."""
    found = client.containers.list(all=True, filters={"label": f"{LABEL}={world.world_id}"}, ignore_removed=True)
    return {str(container.id) for container in found}


@pytest.fixture(scope="module")
def embedded(forum_image: str) -> Iterator[EmbeddedWorld]:
    world = EmbeddedWorld(["forum"], size="small")
    world.open()
    yield world
    world.close()


@pytest.fixture(scope="module")
def world(forum_image: str) -> Iterator[DockerWorld]:
    """An open docker world with the small forum; tests begin with a reset."""
    world = DockerWorld(["forum"], size="small")
    world.open()
    yield world
    world.close()


@pytest.mark.parametrize("setup", [{}, SETUP], ids=["golden", "with rows"])
def test_both_backends_start_from_the_same_state(
    world: DockerWorld, embedded: EmbeddedWorld, setup: dict[str, Any]
) -> None:
    assert world.reset(setup) == embedded.reset(setup)
    assert world.moment().versions == {"forum": 0}
    assert world.diff() == {"forum": {}}
    assert world.moment().clock == embedded.moment().clock == world.start_time
    assert world.facts == embedded.facts


def test_setup_rows_are_there_and_count_as_no_change(world: DockerWorld) -> None:
    world.reset(SETUP)
    assert [row["title"] for row in world.rows("forum", "forums", {"name": "quiet_corner"})] == ["Quiet corner"]
    assert page(world, "/f/quiet_corner")[0] == 200
    world.reset({})
    assert world.rows("forum", "forums", {"name": "quiet_corner"}) == []


def test_setup_rows_that_do_not_fit_are_named_and_the_world_goes_on(world: DockerWorld) -> None:
    with pytest.raises(BrowserenvError, match=r"setup rows do not fit forum: .*colour"):
        world.reset({"forum": {"forums": [{"colour": "red"}]}})
    world.reset({})
    assert page(world, "/")[0] == 200


def test_the_same_write_gives_the_same_diff(world: DockerWorld, embedded: EmbeddedWorld) -> None:
    diffs = []
    for each in (world, embedded):
        each.reset({})
        try_out(each, "forum")
        diffs.append((each.diff(), each.moment().versions, each.moment().clock))
    assert diffs[0] == diffs[1]
    assert diffs[0][0]["forum"]["users"]["updated"]


@pytest.mark.parametrize("setup", [{}, SETUP], ids=["golden", "with rows"])
def test_a_state_is_kept_and_put_back_also_in_the_other_backend(
    world: DockerWorld, embedded: EmbeddedWorld, setup: dict[str, Any]
) -> None:
    for each in (world, embedded):
        each.reset(setup)
    try_out(world, "forum")
    kept, cookies, changes = world.snapshot(), list(world.login("forum", USER)), world.diff()
    world.rows("forum", "users", {"name": USER})
    try_out(world, "forum")
    assert world.moment().versions != {"forum": 0}
    for each in (world, embedded):
        each.restore(kept)
        assert (each.diff(), each.snapshot()["forum"].fingerprint) == (changes, kept["forum"].fingerprint)
        assert page(each, "/create_forum", cookies)[0] == 200, "the login holds"
    other = world.another()
    assert isinstance(other, DockerWorld) and other.world_id != world.world_id
    embedded.reset({})


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("user", [None, USER])
def test_pages_are_the_same_byte_by_byte(
    world: DockerWorld, embedded: EmbeddedWorld, path: str, user: str | None
) -> None:
    found = []
    for each in (world, embedded):
        if each.moment().versions != {"forum": 0} or each.diff() != {"forum": {}}:
            each.reset({})
        found.append(page(each, path, list(each.login("forum", user)) if user else None))
    assert found[0] == found[1]
    redirects = {("/create_forum", None), ("/login", USER)}
    assert found[0][0] == (404 if path == "/no/such/page" else 302 if (path, user) in redirects else 200)


def test_a_reset_throws_container_and_state_away(world: DockerWorld, engine: docker.DockerClient) -> None:
    start = world.reset({})
    old, address = world.replicas["forum"].container_id, world.addresses["forum"]
    cookies = list(world.login("forum", USER))
    try_out(world, "forum")
    assert world.moment().versions["forum"] > 0
    assert world.reset({}) == start
    assert world.moment().versions == {"forum": 0}
    assert world.diff() == {"forum": {}}
    assert world.addresses["forum"] == address, "the browser's resolver rules hold on"
    assert world.replicas["forum"].container_id != old
    assert page(world, "/create_forum", cookies)[0] == 302, "a cookie of the last episode is worth nothing"
    world.wait_until_ready()  # the next one lies where the old one lay
    assert old not in ids_of(engine, world)


def test_resets_leave_the_network_of_the_machine_alone(world: DockerWorld, engine: docker.DockerClient) -> None:
    """Chromium drops every request under way when an interface comes or goes, so containers join networks there are."""
    networks = set()
    for _ in range(4):
        world.reset({})
        container = engine.containers.get(world.replicas["forum"].container_id)
        networks.add(container.attrs["HostConfig"]["NetworkMode"])
    assert len(networks) == 2
    assert {network.partition(":")[0] for network in networks} == {"container"}


def test_a_killed_container_is_a_fault_and_the_next_reset_is_clean(
    world: DockerWorld, engine: docker.DockerClient
) -> None:
    start = world.reset({})
    engine.containers.get(world.replicas["forum"].container_id).kill()
    for ask in (world.diff, world.moment):
        with pytest.raises(InfrastructureFault, match="world: no answer to"):
            ask()
    with pytest.raises((http.client.HTTPException, OSError)):
        page(world, "/")
    assert world.reset({}) == start
    assert page(world, "/")[0] == 200


def in_waiting(world: DockerWorld) -> str:
    """The container that the next reset is to swap in."""
    prepared = world._standbys["forum"]._next
    assert prepared is not None
    return prepared.result().container_id


def test_a_reset_swaps_in_the_container_in_waiting(world: DockerWorld) -> None:
    world.reset({})
    for _ in range(2):
        waiting = in_waiting(world)
        world.reset({})
        assert world.replicas["forum"].container_id == waiting


def test_a_killed_container_in_waiting_is_replaced(world: DockerWorld, engine: docker.DockerClient) -> None:
    start = world.reset({})
    waiting = in_waiting(world)
    engine.containers.get(waiting).kill()
    assert world.reset({}) == start
    assert world.replicas["forum"].container_id != waiting
    assert page(world, "/")[0] == 200


def test_without_a_standby_a_reset_is_as_clean(forum_image: str, engine: docker.DockerClient) -> None:
    world = DockerWorld(["forum"], size="small", standby=False)
    try:
        world.open()
        start = world.reset({})
        try_out(world, "forum")
        assert world.reset({}) == start
        assert world.diff() == {"forum": {}}
    finally:
        world.close()
        world.close()
    assert ids_of(engine, world) == set()
    with pytest.raises(InfrastructureFault, match="the world is not open"):
        world.reset({})


def test_a_world_that_is_closed_while_it_opens_leaves_nothing(engine: docker.DockerClient, forum_image: str) -> None:
    """As after an interrupt, when the thread that opens it goes on."""
    world = DockerWorld(["forum"], size="small")
    opening = threading.Thread(target=world.open)
    opening.start()
    while not ids_of(engine, world):
        os.sched_yield()
    world.close()
    opening.join()
    assert ids_of(engine, world) == set()


def test_a_world_that_is_closed_before_its_data_is_there_does_not_open(
    engine: docker.DockerClient, forum_image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = DockerWorld(["forum"], size="small")
    ensure = world._ensure

    def ensure_and_close(site: str) -> Golden:
        world.close()
        return ensure(site)

    monkeypatch.setattr(world, "_ensure", ensure_and_close)
    with pytest.raises(InfrastructureFault, match="world: the world was closed while it was being opened"):
        world.open()
    assert ids_of(engine, world) == set()


def test_the_control_plane_asks_for_its_token_and_is_no_page(world: DockerWorld) -> None:
    world.reset({})
    connection = world.replicas["forum"].control._connection
    url = f"http://127.0.0.1:{connection.port}/moment"
    for header in ({}, {"Authorization": "Bearer guess"}):
        request = urllib.request.Request(url, json.dumps({"mount": "forum"}).encode(), header)
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request, timeout=20)
        with caught.value as refused:
            assert refused.code == 401
    assert page(world, "/moment")[0] == 404, "the site's port knows no operations"


def test_the_limits_of_the_compose_file_hold_in_the_running_container(
    world: DockerWorld, engine: docker.DockerClient
) -> None:
    world.reset({})
    container = engine.containers.get(world.replicas["forum"].container_id)
    host = container.attrs["HostConfig"]
    assert host["ReadonlyRootfs"] is True
    assert host["SecurityOpt"] == ["no-new-privileges:true"]
    assert host["CapDrop"] == ["ALL"]
    assert host["Memory"] == host["MemorySwap"] == 1536 * 2**20
    assert host["PidsLimit"] == 128
    berth = engine.containers.get(host["NetworkMode"].removeprefix("container:"))
    assert {key: berth.attrs["HostConfig"][key] for key in LIMITS} == {key: host[key] for key in LIMITS}
    places = [place for bound in berth.attrs["NetworkSettings"]["Ports"].values() for place in bound]
    assert len(places) == 2
    assert {place["HostIp"] for place in places} == {"127.0.0.1"}


@pytest.mark.parametrize(
    ("command", "passes"),
    [
        ("test $(id -u) = 10001", True),
        ("touch /state/file && rm /state/file", True),
        ("touch /opt/file", False),
        ("touch /golden/file", False),
        ("touch /file", False),
        ("grep -q 'NoNewPrivs:\t1' /proc/1/status", True),
        ("grep -q 'CapEff:\t0000000000000000' /proc/1/status", True),
        ("grep -q BROWSERENV_CONTROL_TOKEN /golden/golden.json", False),
    ],
)
def test_inside_the_container(world: DockerWorld, engine: docker.DockerClient, command: str, passes: bool) -> None:
    container = engine.containers.get(world.replicas["forum"].container_id)
    status, output = container.exec_run(["sh", "-c", command])
    assert (status == 0) == passes, output


def test_a_container_that_is_never_ready_is_a_fault(engine: docker.DockerClient, forum_image: str) -> None:
    container = engine.containers.run(forum_image, entrypoint=["sleep", "infinity"], detach=True)
    try:
        with pytest.raises(InfrastructureFault, match=r"world: container .* was not ready after 0\.5 s"):
            wait_until_ready(container, timeout_s=0.5)
    finally:
        container.remove(force=True)


def test_no_image_is_an_error_with_the_command_that_builds_it(engine: docker.DockerClient, forum_image: str) -> None:
    world = DockerWorld(["forum"], size="small", golden_seed=77)
    try:
        with pytest.raises(BrowserenvError, match="browserenv images build --size small forum"):
            world.open()
    finally:
        world.close()


def test_no_engine_is_an_error_with_the_mend(forum_golden: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/no.sock")
    world = DockerWorld(["forum"], size="small")
    with pytest.raises(BrowserenvError, match=r"no container engine answers at unix://.*apt-get install docker\.io"):
        world.open()
    world.close()


class EnginePipe(socketserver.BaseRequestHandler):
    """Passes an engine's socket on at a port, so that a test can take it away."""

    def handle(self) -> None:
        with socket.socket(socket.AF_UNIX) as engine:
            engine.connect(SOCKET.removeprefix("unix://"))
            back = threading.Thread(target=pump, args=(engine, self.request))
            back.start()
            pump(self.request, engine)
            back.join()


def pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)


class EngineServer(socketserver.ThreadingTCPServer):
    """Listens at a port for as long as the engine is "there"; closing ends what is open, as a stopped engine does."""

    allow_reuse_address = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), EnginePipe)
        self.port = int(self.server_address[1])
        self.open: list[socket.socket] = []
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.append(request)
        super().process_request(request, client_address)

    def stop(self) -> None:
        self.shutdown()
        for request in self.open:
            with contextlib.suppress(OSError):
                request.shutdown(socket.SHUT_RDWR)
        self.server_close()
        self.thread.join()


def test_an_engine_that_goes_is_a_fault_of_the_world_and_what_runs_goes_on(
    forum_image: str, engine: docker.DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    server = EngineServer()
    monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{server.port}")
    world = DockerWorld(["forum"], size="small", standby=False, log=told.append)
    try:
        world.open()
        start = world.reset({})
        server.stop()
        assert world.diff() == {"forum": {}}, "the site does not need the engine"
        with pytest.raises(InfrastructureFault, match="world: the container engine could not start"):
            world.reset({})
        world.close()
        assert any("browserenv worlds reap" in line for line in told), "what could not be removed is told of"
        with pytest.raises(InfrastructureFault, match="world: no container engine answers"):
            world.open()
        world.close()
        server = EngineServer(server.port)
        world.open()
        assert world.reset({}) == start
        world.close()
        assert ids_of(engine, world) == set(), "what could not be removed before is removed now"
    finally:
        world.close()
        server.stop()


def test_containers_carry_their_owner(world: DockerWorld, engine: docker.DockerClient) -> None:
    world.reset({})
    mine = [remain for remain in find_containers(engine) if remain.world_id == world.world_id]
    assert mine
    assert {(remain.site, remain.owner, remain.standing) for remain in mine} == {("forum", Owner.present(), "in use")}
