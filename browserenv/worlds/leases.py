"""Leases: who owns the folder of an embedded site process, so that what a dead owner left can be told and removed.

A site process ends by itself when its owner does. What can stay behind all the same is a process that was stopped at
that moment, and a folder that nobody removed. A lease lies in the folder and names owner and site process by process id
and start time, since ids are given again.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

PREFIX = "browserenv-"
LEASE = "lease.json"
PROC = Path("/proc")


@dataclass(frozen=True)
class ProcessMark:
    """A process. ``started``: its start in clock ticks since the boot; None where there is no ``/proc``."""

    pid: int
    started: int | None

    @classmethod
    def of(cls, pid: int) -> ProcessMark:
        return cls(pid, _started(pid))

    @property
    def is_alive(self) -> bool:
        """Whether this very process still runs."""
        if self.started is not None:
            return _started(self.pid) == self.started
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def kill(self) -> None:
        """End it, if it is still the same one."""
        if self.is_alive:
            os.kill(self.pid, signal.SIGKILL)


@dataclass(frozen=True)
class Lease:
    """What the owner wrote: ``home`` is the machine, boot and process id space that the ids belong to."""

    folder: Path
    owner: ProcessMark
    process: ProcessMark | None
    home: tuple[str, str, str]

    @property
    def is_dead(self) -> bool:
        """Whether the owner is gone for certain; one of another machine or container is never taken for dead."""
        machine, boot, space = self.home
        here = _home()
        if machine != here[0]:
            return False
        if boot != here[1]:
            return True  # the machine was started anew since
        return space == here[2] and not self.owner.is_alive

    def __str__(self) -> str:
        state = "dead" if self.is_dead else "running"
        sites = f"sites {self.process.pid}" if self.process else "no sites yet"
        return f"embedded  {self.folder}  owner {self.owner.pid} {state}  {sites}"


def take_lease(folder: Path, process_id: int | None = None) -> Lease:
    """Write, or write anew, this process's lease of ``folder``; ``process_id`` is the site process in it."""
    process = None if process_id is None else ProcessMark.of(process_id)
    lease = Lease(folder, ProcessMark.of(os.getpid()), process, _home())
    record = {"owner": asdict(lease.owner), "process": process and asdict(process), "home": lease.home}
    half = folder / f"{LEASE}.new"
    half.write_text(json.dumps(record))
    half.rename(folder / LEASE)
    return lease


def embedded_leases(within: Path | None = None) -> list[Lease]:
    """The leases of all embedded site processes of this machine's temporary folder (or ``within`` another one)."""
    folders = sorted((within or Path(tempfile.gettempdir())).glob(f"{PREFIX}*"))
    return [lease for folder in folders if (lease := _read(folder)) is not None]


def reap_embedded(within: Path | None = None) -> list[Lease]:
    """End the site processes of dead owners and remove their folders; returns the leases that ended."""
    dead = [lease for lease in embedded_leases(within) if lease.is_dead]
    for lease in dead:
        if lease.process is not None and lease.home == _home():
            lease.process.kill()
        shutil.rmtree(lease.folder, ignore_errors=True)  # another reaper may be at it, too
    return dead


def _read(folder: Path) -> Lease | None:
    """None for a folder without a lease, or of another user: it is not ours to judge."""
    try:
        record = json.loads((folder / LEASE).read_text())
        process = record["process"] and ProcessMark(**record["process"])
        machine, boot, space = record["home"]
        return Lease(folder, ProcessMark(**record["owner"]), process, (machine, boot, space))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _started(pid: int) -> int | None:
    try:
        fields = (PROC / str(pid) / "stat").read_text("ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def _home() -> tuple[str, str, str]:
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        space = (PROC / "self/ns/pid").readlink().name
    except OSError:
        boot = space = ""
    return socket.gethostname(), boot, space
