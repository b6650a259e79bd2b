"""Leases: who owns the folder of a site process or of a docker world, so that what a dead owner left can be removed.

A site process ends by itself when its owner does. What can stay behind all the same is a process that was stopped at
that moment, and a folder that nobody removed. A lease lies in the folder and names its owner and its site process.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from .owner import Owner, start_ticks, this_machine
from .remains import Remain, reap

PREFIX = "browserenv-"
LEASE = "lease.json"


@dataclass(frozen=True)
class Lease:
    """What the owner of ``folder`` wrote; ``process`` is the site process that serves from it, once it is started."""

    folder: Path
    owner: Owner
    process: Owner | None

    def end(self) -> None:
        """End the site process, if it still runs, and remove the folder."""
        if self.process is not None and self.process.is_here and not self.process.is_dead:
            os.kill(self.process.process_id, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)  # another reaper may be at it, too


def take_lease(folder: Path, process_id: int | None = None) -> Lease:
    """Write, or write anew, this process's lease of ``folder``; ``process_id`` is the site process in it."""
    process = None if process_id is None else Owner(process_id, start_ticks(process_id), this_machine())
    lease = Lease(folder, Owner.present(), process)
    record = {"owner": asdict(lease.owner), "process": process and asdict(process)}
    half = folder / f"{LEASE}.new"
    half.write_text(json.dumps(record))
    half.rename(folder / LEASE)
    return lease


def find_leases(within: Path | None = None) -> list[Lease]:
    """The leases of all worlds' folders in this machine's temporary folder (or ``within`` another one)."""
    folders = sorted((within or Path(tempfile.gettempdir())).glob(f"{PREFIX}*"))
    return [lease for folder in folders if (lease := _read(folder)) is not None]


def find_folders(within: Path | None = None) -> Iterator[Remain]:
    """The leased folders as what worlds have lying about."""
    for lease in find_leases(within):
        folder = lease.folder
        yield Remain("folder", str(folder), folder.name.removeprefix(PREFIX), "", lease.owner, partial(lease.end))


def reap_folders(within: Path | None = None) -> list[Remain]:
    """End the site processes of dead owners and remove their folders; returns what was removed."""
    return reap(list(find_folders(within)))


def _read(folder: Path) -> Lease | None:
    """None for a folder without a lease, or of another user: it is not ours to judge."""
    try:
        record = json.loads((folder / LEASE).read_text())
        process = record["process"] and Owner(**record["process"])
        return Lease(folder, Owner(**record["owner"]), process)
    except (OSError, ValueError, KeyError, TypeError):
        return None
