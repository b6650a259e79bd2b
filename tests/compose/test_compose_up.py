"""What a person gets from the Compose tool alone."""

from __future__ import annotations

import http.client
import os
import secrets
import shutil
import socket
import subprocess
from collections.abc import Iterator
from typing import Any

import docker
import pytest

from browserenv.compose.service import COMPOSE_FILE, read_service
from browserenv.sites.kit import health
from browserenv.worlds.containers import wait_until_ready

UP_TIMEOUT_S = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def forum(engine: docker.DockerClient, small_images: list[str]) -> Iterator[Any]:
    """The forum's container, started by the Compose tool."""
    tool = ["docker-compose"] if shutil.which("docker-compose") else None
    if tool is None:
        if os.environ.get("BROWSERENV_REQUIRE_DOCKER") == "1":
            pytest.fail("no docker-compose on PATH; apt-get install docker-compose")
        pytest.skip("no docker-compose on PATH")
    project = f"browserenv-test-{secrets.token_hex(3)}"
    environment = {**os.environ, "BROWSERENV_SIZE": "small", "FORUM_PORT": str(free_port())}
    environment["CALENDAR_PORT"] = str(free_port())
    environment.pop("PYTHONPATH", None)  # Debian's tool is a Python program with a package named as our folder
    command = [*tool, "--file", str(COMPOSE_FILE), "--project-name", project]
    try:
        subprocess.run(
            [*command, "up", "--detach"], env=environment, check=True, capture_output=True, timeout=UP_TIMEOUT_S
        )
        (container,) = engine.containers.list(
            filters={"label": [f"com.docker.compose.project={project}", "com.docker.compose.service=forum"]}
        )
        wait_until_ready(container)
        container.reload()
        yield container
    finally:
        subprocess.run(
            [*command, "down", "--volumes", "--timeout", "5"], env=environment, check=True, capture_output=True
        )


def test_the_site_answers_on_loopback_alone(forum: Any) -> None:
    (place,) = forum.attrs["NetworkSettings"]["Ports"]["8080/tcp"]
    assert place["HostIp"] == "127.0.0.1"
    assert health.status("forum", int(place["HostPort"])) == 200
    assert list(forum.attrs["NetworkSettings"]["Ports"]) == ["8080/tcp"], "there is no control plane for a person"


def test_pages_keep_the_address_that_the_person_typed(forum: Any) -> None:
    (place,) = forum.attrs["NetworkSettings"]["Ports"]["8080/tcp"]
    connection = http.client.HTTPConnection("127.0.0.1", int(place["HostPort"]), timeout=20)
    try:
        connection.request("GET", "/submit", headers={"Host": f"forum.localhost:{place['HostPort']}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 302
        assert answer.headers["Location"].startswith("/login")
    finally:
        connection.close()


def test_the_limits_are_those_that_the_docker_backend_applies(forum: Any) -> None:
    options = read_service("forum").options
    host = forum.attrs["HostConfig"]
    assert forum.attrs["Config"]["User"] == options["user"]
    assert host["ReadonlyRootfs"] is options["read_only"]
    assert host["SecurityOpt"] == options["security_opt"]
    assert host["CapDrop"] == options["cap_drop"]
    assert host["PidsLimit"] == options["pids_limit"]
    assert host["Memory"] == host["MemorySwap"] == 1536 * 2**20
    assert host["Tmpfs"] == options["tmpfs"]
    check = forum.attrs["Config"]["Healthcheck"]
    assert check["Test"] == options["healthcheck"]["test"]
    assert check["Interval"] == options["healthcheck"]["interval"]


def test_the_health_check_passes_and_can_fail(forum: Any) -> None:
    check = ["python3", "-m", "sites.kit.health", "forum"]
    assert forum.exec_run([*check, "8080"]).exit_code == 0
    status, output = forum.exec_run([*check, "8081"])
    assert status == 1
    assert b"forum does not answer on port 8081" in output
