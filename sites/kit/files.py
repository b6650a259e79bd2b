"""The files of a state folder: which of them are the state, how they are marked, digested and put in place.

A state folder holds the database and whatever else a site keeps (uploads, repositories). SQLite's write-ahead log and
its index lie beside the database while the site works; a start state has neither.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

DATABASE = "site.db"
LOG = f"{DATABASE}-wal"
LOG_INDEX = f"{DATABASE}-shm"
RECORD = "golden.json"
"""Lies beside a golden state and tells of it; no part of the state."""

Mark = tuple[int, ...]
Marks = dict[str, Mark]
"""By name relative to the state folder."""


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def state_files(folder: Path) -> dict[str, Path]:
    """The files that are the state, by name relative to ``folder``; the log is for the caller to ask after."""
    apart = (RECORD, LOG, LOG_INDEX)
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path for name, path in found.items() if name not in apart}


def state_digest(folder: Path) -> str:
    """Digest of a start state: the database's own SHA-256 where there is nothing beside it, else of all files."""
    digests = {name: file_digest(path) for name, path in state_files(folder).items()}
    if list(digests) == [DATABASE]:
        return digests[DATABASE]
    return hashlib.sha256(json.dumps(digests, sort_keys=True).encode()).hexdigest()


def mark(path: Path) -> Mark:
    """What changes when a file is replaced or written to: inode, size, times of the last write and change.

    Nothing but the kernel sets the time of the last change, so a file of the same mark has the same bytes.
    """
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def marks(folder: Path) -> Marks:
    """The marks of all files that are the state."""
    return {name: mark(path) for name, path in state_files(folder).items()}


def differing(before: Marks, now: Marks) -> list[str]:
    """The names of files that came, went or were written to."""
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def clear(folder: Path) -> None:
    """Remove all that is in a folder, which is made where it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for left_over in folder.iterdir():
        shutil.rmtree(left_over) if left_over.is_dir() else left_over.unlink()


def put_back(start: Path, folder: Path, names: Iterable[str]) -> None:
    """Make the named files of ``folder`` those of ``start``; one that is not there is removed."""
    for name in names:
        if (start / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(start / name, folder / name)
        else:
            (folder / name).unlink(missing_ok=True)
