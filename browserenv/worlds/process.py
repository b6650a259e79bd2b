"""A site process: the program that serves replica sites on this machine, with its control plane."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import sites
from ..errors import BrowserenvError, InfrastructureFault
from .control import ControlClient, NoAnswer, UnixConnection
from .leases import PREFIX, take_lease

START_TIMEOUT_S = 30.0
STOP_TIMEOUT_S = 5.0
CALL_TIMEOUT_S = 30.0
MOST_RESTARTS = 5
RESTARTS_WITHIN_S = 60.0
SOCKET = "control.sock"
LONGEST_SOCKET = 107 if sys.platform == "linux" else 103  # bytes


@dataclass
class _Mounted:
    """What it takes to serve a mount again. ``lost``: why that failed, or empty."""

    arguments: dict[str, Any]
    lost: str = ""


class SiteProcess:
    """One running site host with a private folder for its control socket and state folders, serving many worlds.

    It ends when this process ends, however that happens: its standard input is a pipe from here, and it leaves when
    that closes, removing the folder. When it dies by itself it is started again, and serves the same mounts from the
    same folders on the same ports: what was committed is there, requests that were under way are lost (``restarts``
    tells). One that hangs is ended, and so is started again.
    """

    def __init__(self, call_timeout_s: float = CALL_TIMEOUT_S) -> None:
        self.folder = _private_folder()
        self._log = (self.folder / "log").open("ab")
        self._call_timeout_s = call_timeout_s
        self._mounts: dict[str, _Mounted] = {}
        self._changed = threading.Condition()
        self._is_up, self._is_closed, self._given_up = False, False, ""
        self._n_restarts = 0
        self._restarted_s: deque[float] = deque(maxlen=MOST_RESTARTS)
        try:
            take_lease(self.folder)
            self._start()
        except OSError as error:
            self.close()
            raise InfrastructureFault("world", f"the site process could not be started: {error}") from error
        except BaseException:
            self.close()
            raise
        self._is_up = True
        self._watcher = threading.Thread(target=self._watch, name="browserenv-sites", daemon=True)
        self._watcher.start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs or is about to run again."""
        return not self._is_closed and not self._given_up

    def restarts(self) -> int:
        """How often it died so far. Waits until it is up; raises ``InfrastructureFault`` when it does not come."""
        deadline_s = time.monotonic() + START_TIMEOUT_S
        with self._changed:
            while not self._is_up or self._process.poll() is not None:
                if not self.is_alive:
                    raise InfrastructureFault("world", f"the site process is gone: {self._given_up or 'it was closed'}")
                if not self._changed.wait(deadline_s - time.monotonic()):
                    raise InfrastructureFault("world", f"the site process did not come back in {START_TIMEOUT_S:g} s")
            return self._n_restarts

    # --- what it is asked

    def mount(self, mount_id: str, **arguments: Any) -> int:
        """Serve a site (see the control plane's ``mount``); returns the port, which stays the same over restarts."""
        port = int(self.call("mount", mount_id, **arguments)["port"])
        self._mounts[mount_id] = _Mounted({**arguments, "port": port})
        return port

    def unmount(self, mount_id: str) -> None:
        """Serve a mount no longer."""
        self._mounts.pop(mount_id, None)
        self.call("unmount", mount_id)

    def call(self, operation: str, mount_id: str, **arguments: Any) -> dict[str, Any]:
        """Ask the control plane, once more when the process died meanwhile: every operation may be asked twice.

        Raises what ``ControlClient.call`` does.
        """
        self.restarts()
        process = self._process
        if (mounted := self._mounts.get(mount_id)) and mounted.lost:
            raise InfrastructureFault("world", mounted.lost)
        try:
            reply = self.control.call(operation, mount=mount_id, **arguments)
        except NoAnswer as fault:
            if not _has_died(process, fault):
                raise
            self.restarts()
            reply = self.control.call(operation, mount=mount_id, **arguments)
        if mounted:
            changed = {"reset": ("start", "secret"), "restore": ("secret",)}.get(operation, ())
            mounted.arguments |= {name: arguments[name] for name in changed if name in arguments}
        return reply

    # --- life and death

    def _start(self) -> None:
        # The sites are run as a program of their own, so that they load nothing of the harness.
        package = Path(next(iter(sites.__path__))).parent
        socket = self.folder / SOCKET
        # -P: a file or folder ``sites`` of the user's, in the folder where the harness was started, is not ours.
        command = [sys.executable, "-P", "-m", "sites.kit.serve", "--control", str(socket), "--leave-with-stdin"]
        path = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [*command, "--remove", str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            start_new_session=True,  # an interrupt at the terminal is for the harness, which then ends the sites
        )
        take_lease(self.folder, self._process.pid)
        self._wait_until_ready(self._process)
        self.control = ControlClient(UnixConnection(socket, self._call_timeout_s))

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        readable, _, _ = select.select([process.stdout], [], [], START_TIMEOUT_S)
        line = process.stdout.readline() if readable else b""
        if not line:
            raise InfrastructureFault("world", f"the site process did not start: {self.last_words()}")
        try:
            json.loads(line)
        except ValueError as error:
            said = line.decode(errors="replace").strip()
            raise InfrastructureFault("world", f"the site process said {said!r}, not that it is ready") from error

    def _watch(self) -> None:
        """Start the process again whenever it dies, until it is closed or dies too often."""
        while self._waited_for_death():
            failure = self._come_back()
            with self._changed:
                self._is_up, self._given_up = not failure, failure
                self._changed.notify_all()
                if failure or self._is_closed:
                    return  # ``close`` ends what was started just now

    def _waited_for_death(self) -> bool:
        """Whether the process died by itself; False when it is closed, which ends it, too."""
        self._process.wait()
        with self._changed:
            self._is_up = False
            self._n_restarts += 1
            return not self._is_closed

    def _come_back(self) -> str:
        """Start and mount again; returns why that is given up, or an empty string."""
        now_s = time.monotonic()
        if len(self._restarted_s) == MOST_RESTARTS and now_s - self._restarted_s[0] < RESTARTS_WITHIN_S:
            return f"it died {MOST_RESTARTS + 1} times within {RESTARTS_WITHIN_S:g} s: {self.last_words()}"
        self._restarted_s.append(now_s)
        try:
            _close_pipes(self._process)
            self.control.close()
            self._start()
            for mount_id, mounted in list(self._mounts.items()):
                self._mount_again(mount_id, mounted)
        except (InfrastructureFault, OSError, ValueError) as error:
            return str(error)
        return ""

    def _mount_again(self, mount_id: str, mounted: _Mounted) -> None:
        try:
            self.control.call("mount", mount=mount_id, resume=True, **mounted.arguments)
        except InfrastructureFault as fault:
            if isinstance(fault, NoAnswer):
                raise
            mounted.lost = f"the site did not come back on port {mounted.arguments['port']}: {fault.message}"

    def last_words(self) -> str:
        """The end of what the process wrote to standard error, in one line."""
        lines = (self.folder / "log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def close(self) -> None:
        """End the process and remove its folder; may be called twice."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        watcher = getattr(self, "_watcher", None)
        if watcher is not None and not self._is_up:
            watcher.join(START_TIMEOUT_S)  # it is starting the process again
        if process := getattr(self, "_process", None):
            _end(process)
        if watcher is not None:
            watcher.join(STOP_TIMEOUT_S)
        if control := getattr(self, "control", None):
            control.close()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _private_folder() -> Path:
    """Raises ``InfrastructureFault`` when the temporary folder takes none, or its name is too long for a socket's."""
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    except OSError as error:
        raise InfrastructureFault("world", f"the site process could not be started: {error}") from error
    n_bytes = len(os.fsencode(folder / SOCKET))
    if n_bytes > LONGEST_SOCKET:
        folder.rmdir()
        raise BrowserenvError(
            f"the temporary folder {tempfile.gettempdir()} is {n_bytes - LONGEST_SOCKET} bytes too long for the "
            "address of a socket in it; set TMPDIR to a shorter one"
        )
    return folder


def _has_died(process: subprocess.Popen[bytes], fault: NoAnswer) -> bool:
    """Whether a process that did not answer is gone; one that let the time run out is made to."""
    if fault.timed_out:
        process.kill()
    try:
        process.wait(1.0)
    except subprocess.TimeoutExpired:
        return False
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()  # the state is disposable: there is nothing to finish
    process.wait(STOP_TIMEOUT_S)
    _close_pipes(process)


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
