"""The container engine stops, dies and hangs for real: an engine of the test's own, beside the one that all others use.

Each time: a bounded end, a fault of the world and never of the agent, other worlds go on with their state, the next
episode is clean once the engine is back, and nothing is left.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import docker
import pytest

from browserenv.agents.lookup import make_agent
from browserenv.compose.base_image import NAME as BASE
from browserenv.errors import InfrastructureFault
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.worlds.base import World
from browserenv.worlds.docker import DockerWorld
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.trial import try_out
from tests.conftest import skip_or_fail

T = TypeVar("T")
HOSTS = {"forum": "http://forum.localhost"}
BOUND_S = 60.0
"""After which a call hangs, as far as these tests go; each takes a few seconds."""

START_S = 60.0
CONTROL_GROUPS = Path("/sys/fs/cgroup")
NETWORK = Path("/sys/class/net")


class PrivateEngine:
    """A ``dockerd`` with folders, control groups and a bridge of its own, which leaves the machine's rules alone."""

    def __init__(self) -> None:
        self.name = f"be-{secrets.token_hex(4)}"
        self.folder = Path(tempfile.mkdtemp(prefix="engine-"))
        self.address = f"unix://{self.folder}/socket"
        self.process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Make what it needs and start it."""
        (self.folder / "config.json").write_text("{}")
        for command in (("link", "add", self.name, "type", "bridge"), ("link", "set", self.name, "up")):
            subprocess.run(["ip", *command], check=True)
        subprocess.run(["ip", "address", "add", _subnet(), "dev", self.name], check=True)
        self.start()

    def start(self) -> None:
        """Start it, for the first time or again, and wait until it answers."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready, (self.folder / "log").open("ab") as log:
            (self.folder / "ready").unlink(missing_ok=True)
            # Of a killed one: where the machine's first process reaps no orphans, it would be taken for running.
            (self.folder / "exec/containerd/containerd.pid").unlink(missing_ok=True)
            ready.bind(str(self.folder / "ready"))
            environment = os.environ | {"NOTIFY_SOCKET": str(self.folder / "ready")}
            self.process = subprocess.Popen(self._command(), env=environment, stdout=log, stderr=log)
            with open(os.pidfd_open(self.process.pid), "rb") as ended:  # noqa: PTH123  readable when the process ends
                found, _, _ = select.select([ready.fileno(), ended.fileno()], [], [], START_S)
            assert found == [ready.fileno()], f"dockerd does not start: {(self.folder / 'log').read_text()[-1000:]}"

    def _command(self) -> list[str]:
        folder = self.folder
        return [
            *("setpriv", "--pdeathsig", "TERM"),  # a test that is killed leaves no engine
            *("dockerd", "--host", self.address, "--config-file", f"{folder}/config.json"),
            *("--data-root", f"{folder}/data", "--exec-root", f"{folder}/exec", "--pidfile", f"{folder}/pid"),
            *("--containerd-namespace", self.name, "--containerd-plugins-namespace", f"{self.name}-plugins"),
            *("--exec-opt", "native.cgroupdriver=cgroupfs", "--cgroup-parent", f"/{self.name}"),
            # Never --bridge=none: an engine that has no bridge removes the other one's.
            *("--bridge", self.name, "--iptables=false", "--ip6tables=false", "--ip-forward=false", "--ip-masq=false"),
        ]

    def send(self, kind: signal.Signals) -> None:
        assert self.process is not None, "it was started"
        self.process.send_signal(kind)

    def end(self, kind: signal.Signals) -> None:
        self.send(kind)
        assert self.process is not None
        self.process.wait(BOUND_S)

    def client(self) -> docker.DockerClient:
        return docker.DockerClient(self.address)

    def containers(self) -> list[str]:
        with contextlib.closing(self.client()) as client:
            return [str(found.name) for found in client.containers.list(all=True, ignore_removed=True)]

    def take_image(self, source: docker.DockerClient, name: str) -> None:
        with contextlib.closing(self.client()) as client:
            client.images.load(source.images.get(name).save(named=name))  # type: ignore[arg-type]  # bytes by pieces

    def programs(self) -> set[int]:
        """What runs for its containers: the programs in them and those that watch over them or pass their ports on."""
        inside = {int(line) for file in self._groups("cgroup.procs") for line in file.read_text().split()}
        return inside | {found for found in _processes() if b"containerd-shim" in _words(found) and self._owns(found)}

    def mounts(self) -> list[str]:
        """What is mounted for containers; the engine mounts its own data folder too."""
        places = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
        return [place for place in places if place.startswith(f"{self.folder}/") and place != f"{self.folder}/data"]

    def close(self) -> None:
        """End it and all that it started, and remove all that it made, in whatever state it is."""
        if self.process is not None and self.process.poll() is None:
            self.send(signal.SIGCONT)
            self.send(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(BOUND_S)
            self.process.kill()
            self.process.wait()
        while left := self.programs() | {found for found in _processes() if self._owns(found)}:
            for process_id in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process_id, signal.SIGKILL)
        for place in [*reversed(self.mounts()), f"{self.folder}/data"]:
            subprocess.run(["umount", "--lazy", place], check=False, capture_output=True)
        shutil.rmtree(self.folder)
        for group in sorted({file.parent for file in self._groups("cgroup.procs")}, reverse=True):
            group.rmdir()
        if (NETWORK / self.name).exists():
            subprocess.run(["ip", "link", "delete", self.name], check=True)

    def _owns(self, process_id: int) -> bool:
        return str(self.folder).encode() in _words(process_id)

    def _groups(self, file: str) -> list[Path]:
        tops = [*CONTROL_GROUPS.glob(self.name), *CONTROL_GROUPS.glob(f"*/{self.name}")]
        return [found for top in tops for found in top.rglob(file)]


def _subnet() -> str:
    """Addresses for a bridge: 16 of those that are set aside for measurements (RFC 2544), others for each process."""
    number = os.getpid() % 8192
    return f"198.{18 + number // 4096}.{number // 16 % 256}.{number % 16 * 16 + 1}/28"


def _processes() -> Iterator[int]:
    return (int(place.name) for place in Path("/proc").iterdir() if place.name.isdigit())


def _words(process_id: int) -> bytes:
    try:
        return Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return b""


def _lacking() -> str:
    if sys.platform != "linux" or os.geteuid() != 0:
        return "an engine of the test's own needs Linux and root"
    missing = [name for name in ("dockerd", "ip", "setpriv") if shutil.which(name) is None]
    return f"an engine of the test's own needs {missing[0]}" if missing else ""


@pytest.fixture(scope="module")
def private(engine: docker.DockerClient, forum_image: str) -> Iterator[PrivateEngine]:
    """A running engine of the test's own, which has the small forum's image."""
    if lacking := _lacking():
        skip_or_fail(lacking)
    private = PrivateEngine()
    try:
        private.open()
        for name in (BASE, forum_image):
            private.take_image(engine, name)
        yield private
    finally:
        private.close()


class Played:
    """Task 580 in containers of the private engine, and two worlds elsewhere with states of their own."""

    def __init__(self, private: PrivateEngine, others: list[World]) -> None:
        self.private, self.others = private, others
        self.told: list[str] = []
        self.env = BrowserEnv("580", size="small", observe=("axtree",))
        self.world = DockerWorld(["forum"], size="small", log=self.told.append)
        self.env.core.world = self.world
        self.states = [world.diff() for world in others]
        self.threads = threading.enumerate()

    def begin(self) -> dict[str, str]:
        """Begin an episode; its fingerprints."""
        _, info = bounded(lambda: self.env.reset(seed=0))
        found: dict[str, str] = info["fingerprints"]
        return found

    def step(self) -> dict[str, Any]:
        """What an action that visits a page gives as ``info``."""
        *_, info = bounded(lambda: self.env.step('goto("http://forum.localhost/f/books")'))
        return info

    def assert_no_episode_begins(self) -> None:
        with pytest.raises(InfrastructureFault, match="world: no container engine answers"):
            self.begin()

    def assert_others_go_on(self) -> None:
        assert [world.diff() for world in self.others] == self.states
        for world in self.others:
            try_out(world, "forum")
        self.states = [world.diff() for world in self.others]

    def assert_next_is_clean(self, fingerprints: dict[str, str]) -> None:
        agent = make_agent("oracle", self.env.task_for(0), HOSTS)
        played = bounded(lambda: play(self.env, agent, seed=0))
        assert played.reward == 1.0
        assert played.start_info["fingerprints"] == fingerprints

    def assert_next_begins_clean(self, fingerprints: dict[str, str]) -> None:
        assert self.begin() == fingerprints
        assert self.world.diff() == {"forum": {}}
        assert self.step()["fault"] is None

    def assert_nothing_is_left(self) -> None:
        bounded(self.env.close)
        assert self.private.containers() == []
        assert self.private.programs() == set()
        assert self.private.mounts() == []
        assert not [thread for thread in threading.enumerate() if thread not in self.threads]


def bounded(work: Callable[[], T]) -> T:
    """The result of a call that must not hang."""
    done: Future[T] = Future()

    def settle() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001  raised again where the result is asked for
            done.set_exception(error)

    thread = threading.Thread(target=settle, daemon=True)
    thread.start()
    result = done.result(BOUND_S)
    thread.join()
    return result


@pytest.fixture(scope="module")
def others(engine: docker.DockerClient, forum_image: str) -> Iterator[list[World]]:
    """Two open worlds with changed states: one of processes, one on the engine that all use."""
    with contextlib.ExitStack() as opened:
        worlds: list[World] = [EmbeddedWorld(["forum"], size="small"), DockerWorld(["forum"], size="small")]
        for world in worlds:
            opened.callback(world.close)
            world.open()
            world.reset({})
            try_out(world, "forum")
        yield worlds


@pytest.fixture
def played(private: PrivateEngine, others: list[World], monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    if private.process is None or private.process.poll() is not None:
        private.start()
    monkeypatch.setenv("DOCKER_HOST", private.address)
    played = Played(private, others)
    yield played
    private.send(signal.SIGCONT)
    played.env.close()


pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_an_engine_that_ends_in_mid_episode(played: Played, kind: signal.Signals) -> None:
    start = played.begin()
    played.private.end(kind)
    info = played.step()
    assert (info["outcome"], info["reward_valid"], info["fault"]["part"]) == ("indeterminate", False, "world")
    played.assert_no_episode_begins()
    played.assert_others_go_on()
    bounded(played.env.close)
    assert any("browserenv worlds reap" in line for line in played.told), "what could not be removed is told of"
    played.private.start()
    played.assert_next_is_clean(start)
    played.assert_nothing_is_left()


def test_an_engine_that_dies_in_a_reset(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    start = played.begin()
    begin = played.world._begin

    def end_first(*of: Any) -> str:
        monkeypatch.undo()
        monkeypatch.setenv("DOCKER_HOST", played.private.address)
        played.private.end(signal.SIGKILL)
        return begin(*of)

    monkeypatch.setattr(played.world, "_begin", end_first)
    played.assert_no_episode_begins()
    played.assert_others_go_on()
    played.private.start()
    played.assert_next_begins_clean(start)
    played.assert_nothing_is_left()


def test_an_engine_that_hangs(played: Played) -> None:
    start = played.begin()
    played.world.wait_until_ready()
    with pytest.MonkeyPatch.context() as hurried:
        hurried.setattr(played.world, "_engine_timeout_s", 2)
        hurried.setattr(played.world._client.api, "timeout", 2)  # type: ignore[union-attr]
        played.private.send(signal.SIGSTOP)
        assert played.step()["fault"] is None, "a running site does not need the engine"
        assert played.begin() == start, "nor does a container in waiting"
        played.assert_no_episode_begins()
        played.assert_others_go_on()
        bounded(played.env.close)
    played.private.send(signal.SIGCONT)
    played.assert_next_is_clean(start)
    played.assert_nothing_is_left()
