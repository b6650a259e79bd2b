"""What ``bench reset`` measures in containers: worlds on images of any golden state, and a bare start of one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import docker

from ..compose.engine import connect, faults
from ..compose.images import build_image
from ..compose.service import read_service
from ..errors import BrowserenvError
from ..sites.kit.golden import Golden
from ..worlds.containers import wait_until_ready
from ..worlds.docker import DockerWorld

BENCH = "bench"


class GivenWorld(DockerWorld):
    """A docker world on a golden state that is given, such as one grown for a measurement."""

    def __init__(self, golden: Golden, *, standby: bool, log: Callable[[str], None]) -> None:
        super().__init__([golden.site], size=golden.size, standby=standby, log=log)
        self._given = golden

    def _ensure(self, site: str) -> Golden:
        return self._given


def engine_or_none(say: Callable[[str], None]) -> docker.DockerClient | None:
    """The container engine; without one, docker is left out and ``say`` is told why."""
    try:
        return connect()
    except BrowserenvError as error:
        say(f"docker is left out: {error}")
        return None


def image_of(client: docker.DockerClient, golden: Golden, say: Callable[[str], None]) -> str:
    """The image of a golden state, built where it is missing."""
    return build_image(client, golden, say=say).name


@contextmanager
def image_for_now(client: docker.DockerClient, golden: Golden, say: Callable[[str], None]) -> Iterator[None]:
    """Have the image of a golden state that is made for a measurement, and remove it afterwards."""
    name = image_of(client, golden, say)
    try:
        yield
    finally:
        with faults(client, f"remove the image {name}"):
            client.images.remove(f"{name.partition(':')[0]}:{golden.size}")
            client.images.remove(name)


def bare_starts_ms(client: docker.DockerClient, image: str, site: str, rounds: int) -> Sequence[float]:
    """Times from asking the engine for a container until it serves, removed untimed: the floor of a docker reset."""
    elapsed: list[float] = []
    service = read_service(site)
    for _ in range(rounds):
        began_s = time.perf_counter()
        ports = {f"{service.port}/tcp": ("127.0.0.1", 0)}
        container = client.containers.run(image, [*service.command], detach=True, ports=ports, **service.options)
        wait_until_ready(container)
        elapsed.append((time.perf_counter() - began_s) * 1000)
        container.remove(force=True, v=True)
    return elapsed
