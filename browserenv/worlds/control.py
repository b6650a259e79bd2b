"""The client of the sites' control plane, over a unix socket or a port of this machine."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from pathlib import Path
from typing import Any

from ..errors import InfrastructureFault

TIMEOUT_S = 30.0


class ControlRefusal(Exception):
    """The host understood an operation and will not do it, since its arguments name nothing that is there."""


class NoAnswer(InfrastructureFault):
    """The host cannot be reached, or (``timed_out``) did not answer in time."""

    def __init__(self, operation: str, error: Exception) -> None:
        super().__init__("world", f"no answer to {operation!r}: {_say(error)}")
        self.timed_out = isinstance(error, TimeoutError)


class UnixConnection(http.client.HTTPConnection):
    """An HTTP connection over a unix socket."""

    def __init__(self, path: Path, timeout_s: float = TIMEOUT_S) -> None:
        super().__init__("control", timeout=timeout_s)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


class ControlClient:
    """Asks one site host. Calls from several threads take turns.

    ``connection`` leads to the host, which may ask for ``token``; its timeout bounds each call. Raises ``NoAnswer``
    when the host does not answer, ``InfrastructureFault("world", ...)`` when it answers with an error of its own,
    ``ControlRefusal`` when the arguments are wrong.
    """

    def __init__(self, connection: http.client.HTTPConnection, token: str | None = None) -> None:
        self._connection = connection
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        self._turn = threading.Lock()

    def call(self, operation: str, **arguments: Any) -> dict[str, Any]:
        """The reply to an operation of the control plane (see ``sites/kit/control.py``)."""
        body = json.dumps(arguments)
        with self._turn:
            try:
                status, text = self._post(operation, body)
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                raise NoAnswer(operation, error) from error
        reply: dict[str, Any] = json.loads(text)
        if status == 400:
            raise ControlRefusal(str(reply.get("error", "")))
        if status != 200:
            raise InfrastructureFault("world", f"{operation!r} failed: {reply.get('error', text[:200])}")
        return reply

    def _post(self, operation: str, body: str) -> tuple[int, bytes]:
        try:
            return self._send(operation, body)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            # The host closes connections that were idle for long; every operation may be asked twice.
            self._connection.close()
            return self._send(operation, body)

    def _send(self, operation: str, body: str) -> tuple[int, bytes]:
        self._connection.request("POST", f"/{operation}", body, self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def close(self) -> None:
        self._connection.close()


def _say(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "timed out"
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
