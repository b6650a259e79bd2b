"""The entry point as a container runs it: a site at once, and the control plane on a port with a token."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from browserenv.errors import InfrastructureFault
from browserenv.sites.kit.golden import Golden
from browserenv.sites.kit.health import main as health
from browserenv.sites.kit.serve import TOKEN_VARIABLE
from browserenv.worlds.control import ControlClient

ROOT = Path(__file__).parents[3]
SERVE = [sys.executable, "-m", "sites.kit.serve"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def served(forum_golden: Golden, tmp_path: Path) -> Iterator[tuple[int, int]]:
    """A forum that serves as in a container: (port of the site, port of the control plane)."""
    control = free_port()
    command = [*SERVE, "--mount", "forum", str(tmp_path / "state"), str(forum_golden.folder), "0"]
    command += ["--control-port", str(control)]
    environment = {**os.environ, TOKEN_VARIABLE: "secret"}
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["ports"]["forum"], control
        process.kill()


def client(port: int, token: str | None) -> ControlClient:
    return ControlClient(http.client.HTTPConnection("127.0.0.1", port, timeout=20), token=token)


def test_the_control_port_answers_to_its_token_alone(served: tuple[int, int], forum_golden: Golden) -> None:
    _, port = served
    asked = client(port, "secret")
    assert asked.call("fingerprint", mount="forum")["fingerprint"] == forum_golden.fingerprint
    asked.close()
    for token in (None, "guess", ""):
        refused = client(port, token)
        with pytest.raises(InfrastructureFault, match="asks for its token"):
            refused.call("fingerprint", mount="forum")
        refused.close()


def test_a_healthy_site_is_told_from_one_that_does_not_answer(
    served: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert health("forum", str(served[0])) == 0
    assert health("forum", str(free_port())) == 1
    assert "forum does not answer on port" in capsys.readouterr().err


def test_a_control_port_without_a_token_is_refused() -> None:
    environment = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
    done = subprocess.run(
        [*SERVE, "--control-port", "0"], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"needs a token in the environment variable {TOKEN_VARIABLE}" in done.stderr
