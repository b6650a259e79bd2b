"""The container engine, reached through its SDK."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import docker
import requests
from docker.errors import DockerException

from ..errors import BrowserenvError, InfrastructureFault

TIMEOUT_S = 60.0
"""Bound of each call, in seconds; of a stream, between two pieces."""

SOCKET = "unix:///var/run/docker.sock"
ENGINE_ERRORS = (DockerException, requests.RequestException)


def connect(timeout_s: float = TIMEOUT_S) -> docker.DockerClient:
    """A client of the engine at ``$DOCKER_HOST`` or its usual socket.

    Raises ``BrowserenvError`` with the mend when none answers.
    """
    try:
        _try_socket()
        client = docker.from_env(timeout=int(timeout_s))
    except (*ENGINE_ERRORS, OSError) as error:
        raise _no_engine(error) from error
    try:
        client.ping()
    except ENGINE_ERRORS as error:
        client.close()
        raise _no_engine(error) from error
    return client


def _address() -> str:
    return os.environ.get("DOCKER_HOST") or SOCKET


def _try_socket() -> None:
    """Raises ``OSError`` when nobody listens. The SDK would leave a descriptor open for each such try."""
    if _address().startswith("unix://"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(TIMEOUT_S)
            probe.connect(_address().removeprefix("unix://"))


def _no_engine(error: Exception) -> BrowserenvError:
    where = _address()
    return BrowserenvError(
        f"no container engine answers at {where} ({said(error)}); "
        "install one (Debian: apt-get install docker.io) and start it (systemctl start docker, or dockerd)"
    )


@contextmanager
def faults(doing: str) -> Iterator[None]:
    """Around calls of the SDK: an engine that fails is a fault of the world."""
    try:
        yield
    except ENGINE_ERRORS as error:
        raise InfrastructureFault("world", f"the container engine could not {doing}: {said(error)}") from error


def said(error: Exception) -> str:
    """An error of the SDK in one line: the innermost cause, which the SDK wraps several times."""
    text = str(getattr(error, "explanation", None) or error)
    for known in (
        "Connection refused",
        "No such file or directory",
        "Permission denied",
        "Read timed out",
        "no such host",
    ):
        if known in text:
            return known.lower()
    return " ".join(text.split())[:300] or type(error).__name__
