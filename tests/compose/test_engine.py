from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import docker
import pytest
import requests

from browserenv.compose.engine import SilentEngine, connect, faults
from browserenv.errors import BrowserenvError, InfrastructureFault


@contextmanager
def listening(path: Path, *, hangs_up: bool) -> Iterator[None]:
    """Somebody listens at ``path`` and never says a word; or hangs up at once."""

    def hang_up() -> None:
        visitor, _ = listener.accept()
        visitor.recv(1000)
        visitor.close()

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        thread = threading.Thread(target=hang_up if hangs_up else lambda: None)
        thread.start()
        yield
        thread.join()


@pytest.mark.parametrize(
    ("hangs_up", "said"),
    [
        (False, r"\(timed out\); something listens there and is silent: restart it"),
        (True, r"\(it hung up\); install one"),
    ],
)
def test_an_engine_that_says_nothing_is_an_error_with_the_mend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hangs_up: bool, said: str
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/socket")
    with listening(tmp_path / "socket", hangs_up=hangs_up), pytest.raises(BrowserenvError, match=said):
        connect(timeout_s=1)


def test_an_engine_that_did_not_answer_is_not_asked_again(engine: docker.DockerClient) -> None:
    client = connect()
    try:
        with pytest.raises(SilentEngine, match="could not count: timed out"), faults(client, "count"):
            raise requests.ReadTimeout("Read timed out.")
        with pytest.raises(SilentEngine, match="was not asked to count"), faults(client, "count"):
            pytest.fail("it is asked")
    finally:
        client.close()


def test_an_engine_that_refuses_may_be_asked_again(engine: docker.DockerClient) -> None:
    client = connect()
    try:
        refused = pytest.raises(InfrastructureFault, match=r"could not find it: .*No such container")
        with refused as caught, faults(client, "find it"):
            client.containers.get("no-such-container")
        assert not isinstance(caught.value, SilentEngine)
        with faults(client, "greet"):
            assert client.ping()
    finally:
        client.close()
