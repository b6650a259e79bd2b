"""Replicas as containers: started from an image, asked over their control port, thrown away."""

from __future__ import annotations

import http.client
import json
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import docker
from docker.errors import APIError, NotFound
from docker.models.containers import Container

from ..compose.engine import faults
from ..compose.service import Service
from ..errors import InfrastructureFault
from ..sites.kit.serve import TOKEN_VARIABLE
from .berth import Berth, Berths
from .control import TIMEOUT_S, ControlClient
from .owner import Owner
from .patience import Patience
from .remains import Remain

T = TypeVar("T")
CONTROL_PORT = 9090
READY_S = 60.0
"""Bound of a container's start, in seconds."""

GOLDEN = "/golden"
"""Where an image keeps its golden state."""

LABEL = "browserenv.world"


class Replica:
    """One running container that serves one site; its state ends with it.

    ``port`` is the site's on 127.0.0.1, ``control`` the client of its control plane, whose token no one else knows.
    """

    def __init__(
        self, container: Container, site: str, port: int, control: ControlClient, leave: Callable[[], None]
    ) -> None:
        self._container = container
        self._leave = leave
        self.site = site
        self.port = port
        self.control = control

    @property
    def container_id(self) -> str:
        return str(self._container.id)

    def is_well(self) -> bool:
        """Whether it answers."""
        try:
            self.control.call("moment", mount=self.site)
        except InfrastructureFault:
            return False
        return True

    def remove(self) -> None:
        """Throw the container away with its state; it may be gone already. Raises ``InfrastructureFault``."""
        self.control.close()
        try:
            _remove(self._container)
        finally:
            self._leave()  # where it still lies there, the next one says that its port is taken


def make_berth(client: docker.DockerClient, service: Service, image: str, world_id: str) -> Berth:
    """A berth: a container of ``image`` that does nothing but hold a network. Raises ``InfrastructureFault``."""
    with faults(client, f"start {image}"):
        container = client.containers.create(
            image,
            entrypoint=["sleep", "infinity"],
            labels=_labels(world_id, service.name),
            stop_signal="SIGKILL",  # it heeds no other, and an engine that is stopped would wait for it
            ports={f"{port}/tcp": ("127.0.0.1", 0) for port in (service.port, CONTROL_PORT)},
            **{**service.options, "healthcheck": {"test": ["NONE"]}},
        )
        ports = _begun(container, _published)
    network = f"container:{container.id}"
    return Berth(network, ports[service.port], ports[CONTROL_PORT], partial(_remove, container))


def start_replica(client: docker.DockerClient, service: Service, image: str, world_id: str, berths: Berths) -> Replica:
    """Start a container of ``image`` in a free berth and wait until it serves. Raises ``InfrastructureFault``."""
    berth = berths.take()
    leave = partial(berths.leave, berth)
    token = secrets.token_urlsafe(24)
    try:
        container = _start(client, service, image, token, labels=_labels(world_id, service.name), berth=berth)
    except BaseException:
        leave()
        raise
    connection = http.client.HTTPConnection("127.0.0.1", berth.control_port, timeout=TIMEOUT_S)
    return Replica(container, service.name, berth.port, ControlClient(connection, token=token), leave)


def _start(
    client: docker.DockerClient, service: Service, image: str, token: str, *, labels: dict[str, str], berth: Berth
) -> Container:
    with faults(client, f"start {image}"):
        container = client.containers.create(
            image,
            [*service.command, "--control-port", str(CONTROL_PORT)],
            environment={TOKEN_VARIABLE: token},
            labels=labels,
            network_mode=berth.network,
            **service.options,
        )
        _begun(container, partial(wait_until_ready, timeout_s=client.api.timeout))
    return container


def _begun(container: Container, wait: Callable[[Container], T]) -> T:
    """Start a container and return what ``wait`` gives; where one of them fails, no container is left."""
    try:
        container.start()
        return wait(container)
    except BaseException:
        _remove(container)
        raise


def find_containers(client: docker.DockerClient) -> Iterator[Remain]:
    """All containers of worlds, whoever owns them. Raises ``InfrastructureFault``."""
    with faults(client, "list containers"):
        found = client.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
    for container in found:
        labels = container.labels
        owner = Owner(int(labels[f"{LABEL}.owner"]), labels[f"{LABEL}.owner-started"], labels[f"{LABEL}.owner-machine"])
        yield Remain(
            "container",
            str(container.name),
            labels[LABEL],
            labels[f"{LABEL}.site"],
            owner,
            partial(_remove, container),
        )


def _labels(world_id: str, site: str) -> dict[str, str]:
    owner = Owner.present()
    return {
        LABEL: world_id,
        f"{LABEL}.site": site,
        f"{LABEL}.owner": str(owner.process_id),
        f"{LABEL}.owner-started": owner.started,
        f"{LABEL}.owner-machine": owner.machine,
    }


def wait_until_ready(container: Container, timeout_s: float = READY_S) -> None:
    """Read what the program prints until it says that it serves.

    Raises ``InfrastructureFault`` when it ends first, or has not said so after ``timeout_s``.
    """
    lines: Any = container.logs(stream=True, follow=True, stderr=False)
    patience = Patience(timeout_s, lines.close)  # the SDK reads a stream without a limit of time
    try:
        with patience:
            for line in lines:
                if json.loads(line).get("ready"):
                    return
    finally:
        lines._response.close()  # the SDK's own close() leaves the descriptor open
    if patience.is_over:
        raise InfrastructureFault("world", f"container {container.name} was not ready after {timeout_s:g} s")
    words = container.logs(tail=1).decode(errors="replace").strip()
    raise InfrastructureFault("world", f"container {container.name} ended at once: {words or 'it said nothing'}")


def _published(container: Container) -> dict[int, int]:
    """Ports on 127.0.0.1 by the port inside the container."""
    container.reload()
    bound: dict[str, Any] = container.attrs["NetworkSettings"]["Ports"]
    return {int(inside.partition("/")[0]): int(places[0]["HostPort"]) for inside, places in bound.items() if places}


def _remove(container: Container) -> None:
    with faults(container.client, f"remove container {container.name}"):
        try:
            container.remove(force=True, v=True)
        except NotFound:
            return
        except APIError as error:
            if "already in progress" not in str(error):
                raise
