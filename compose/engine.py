"""The container engine, reached through its SDK."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

import docker
import requests
from docker.errors import DockerException
from docker.utils import kwargs_from_env

from ..errors import BrowserenvError, InfrastructureFault

TIMEOUT_S = 60.0
"""Bound of each call, in seconds."""

GREETING_S = 10.0
"""Bound of the first question, which an engine in order answers at once."""

SOCKET = "unix:///var/run/docker.sock"
ENGINE_ERRORS = (DockerException, requests.RequestException)


class SilentEngine(InfrastructureFault):
    """The engine is there and did not answer in time, now or before."""


class Engine(docker.DockerClient):
    """The client of an engine at ``address``.

    ``faults`` marks it as ``is_silent`` when the engine did not answer: each further call would wait as long, so none
    is made, and what needs many of them ends in time.
    """

    address = ""
    is_silent = False


def connect(timeout_s: float = TIMEOUT_S) -> Engine:
    """A client of the engine at ``$DOCKER_HOST`` or its usual socket, whose calls take ``timeout_s`` at most.

    Raises ``BrowserenvError`` with the mend when none answers, and when it does not within ``GREETING_S``.
    """
    address, greeting_s = os.environ.get("DOCKER_HOST") or SOCKET, min(timeout_s, GREETING_S)
    try:
        with _knock(address, greeting_s) as probe:
            if probe is not None:
                probe.sendall(b"GET /_ping HTTP/1.1\r\nHost: docker\r\nConnection: close\r\n\r\n")
                if not probe.recv(1):
                    raise ConnectionError("it hung up")
        client = Engine(timeout=ceil(greeting_s), **kwargs_from_env())  # asks for the engine's version
    except (*ENGINE_ERRORS, OSError) as error:
        raise _no_engine(address, error) from error
    client.address, client.api.timeout = address, ceil(timeout_s)
    return client


@contextmanager
def _knock(address: str, timeout_s: float) -> Iterator[socket.socket | None]:
    """Somebody listens there; else raises ``OSError``. The SDK would leave a descriptor open for each such try.

    None for an address that is not of this machine's file system.
    """
    if not address.startswith("unix://"):
        yield None
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(timeout_s)
        probe.connect(address.removeprefix("unix://"))
        yield probe


def _no_engine(address: str, error: Exception) -> BrowserenvError:
    mend = "install one (Debian: apt-get install docker.io) and start it (systemctl start docker, or dockerd)"
    if _is_silence(error):
        mend = "something listens there and is silent: restart it (systemctl restart docker)"
    return BrowserenvError(f"no container engine answers at {address} ({said(error)}); {mend}")


@contextmanager
def faults(client: docker.DockerClient | None, doing: str) -> Iterator[None]:
    """Around calls of a client: an engine that fails is a fault of the world.

    Raises ``InfrastructureFault``; ``SilentEngine`` when there was no answer, at once if there was none before.
    """
    if isinstance(client, Engine) and client.is_silent:
        raise SilentEngine("world", f"the container engine was not asked to {doing}: it did not answer before")
    try:
        if isinstance(client, Engine):
            with _knock(client.address, GREETING_S):
                pass
        yield
    except (*ENGINE_ERRORS, OSError) as error:
        fault = f"the container engine could not {doing}: {said(error)}"
        if not _is_silence(error):
            raise InfrastructureFault("world", fault) from error
        if isinstance(client, Engine):
            client.is_silent = True
        raise SilentEngine("world", fault) from error


def _is_silence(error: Exception) -> bool:
    return isinstance(error, TimeoutError) or "timed out" in str(error)


def said(error: Exception) -> str:
    """An error of the SDK in one line: the innermost cause, which the SDK wraps several times."""
    text = str(getattr(error, "explanation", None) or error)
    for known in (
        "Connection refused",
        "No such file or directory",
        "Permission denied",
        "timed out",
        "no such host",
    ):
        if known in text:
            return known.lower()
    return " ".join(text.split())[:300] or type(error).__name__
