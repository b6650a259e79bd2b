"""What is slow to make is made once and kept in the user's cache folder."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..sites.kit.golden import cache_folder


def cached(name: str, make: Callable[[Path], None]) -> Path:
    """The file or folder ``images/name`` of the cache, made by ``make(path)`` unless it is there.

    ``name`` ends with a digest of all that the contents depend on. It is made beside its place and moved there whole,
    so what is there is complete; two processes that ask at once make once.
    """
    path = cache_folder() / "images" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left in path.parent.glob(f"{path.name}.making-*"):
            shutil.rmtree(left, ignore_errors=True)  # of a maker that was killed: the lock is held, nobody makes now
        if not path.exists():
            folder = Path(tempfile.mkdtemp(prefix=f"{path.name}.making-", dir=path.parent))
            try:
                make(folder / path.name)
                (folder / path.name).rename(path)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    return path
