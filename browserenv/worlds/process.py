"""A site process: the program that serves replica sites on this machine, with its control plane."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .. import sites
from ..errors import InfrastructureFault
from .control import ControlClient, UnixConnection

START_TIMEOUT_S = 30.0
STOP_TIMEOUT_S = 5.0


class SiteProcess:
    """One running site host with a private folder for its control socket and state folders.

    It ends when this process ends, however that happens: its standard input is a pipe from here, and it leaves when
    that closes, removing the folder.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="browserenv-"))
        self._log = (self.folder / "log").open("wb")
        try:
            self._process = self._start()
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise
        self.control = ControlClient(UnixConnection(self._socket))

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def _socket(self) -> Path:
        return self.folder / "control.sock"

    def _start(self) -> subprocess.Popen[bytes]:
        # The sites are run as a program of their own, so that they load nothing of the harness.
        package = Path(next(iter(sites.__path__))).parent
        command = [sys.executable, "-m", "sites.kit.serve", "--control", str(self._socket), "--leave-with-stdin"]
        return subprocess.Popen(
            [*command, "--remove", str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
            start_new_session=True,  # an interrupt at the terminal is for the harness, which then ends the sites
        )

    def _wait_until_ready(self) -> None:
        assert self._process.stdout is not None
        readable, _, _ = select.select([self._process.stdout], [], [], START_TIMEOUT_S)
        line = self._process.stdout.readline() if readable else b""
        if not line:
            raise InfrastructureFault("world", f"the site process did not start: {self.last_words()}")
        json.loads(line)

    def last_words(self) -> str:
        """The end of what the process wrote to standard error, in one line."""
        self._log.flush()
        lines = (self.folder / "log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def close(self) -> None:
        """End the process and remove its folder; may be called twice."""
        process = getattr(self, "_process", None)
        if process is not None:
            _end(process)
        if control := getattr(self, "control", None):
            control.close()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()  # the state is disposable: there is nothing to finish
    process.wait(STOP_TIMEOUT_S)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
