"""Golden states: built once from the seed data, cached under the user's cache folder, never written to again."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import registry
from .files import DATABASE, RECORD, state_digest
from .state import Row, State, fingerprint, install_tracking

SITES_FOLDER = Path(__file__).resolve().parent.parent

MAY_NOT_WRITE = (errno.EACCES, errno.EPERM, errno.EROFS)

Log = Callable[[str], None]


class GoldenError(Exception):
    """A golden state that could not be built; one line with the mend."""


@dataclass(frozen=True)
class Golden:
    """A finished golden state. ``digest`` is that of its bytes, see ``files.py``."""

    site: str
    size: str
    seed: int
    folder: Path
    digest: str
    counts: Mapping[str, int]
    build_s: float

    @property
    def name(self) -> str:
        """Size and generator, such as ``full-3f9c1a``."""
        return self.folder.name

    @property
    def fingerprint(self) -> str:
        """The fingerprint that a state has right after a reset to this golden."""
        return fingerprint(self.digest)


def cache_folder() -> Path:
    """``$BROWSERENV_CACHE``, else ``browserenv`` under the user's cache folder."""
    given = os.environ.get("BROWSERENV_CACHE")
    if given:
        return Path(given)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "browserenv"
    except RuntimeError:  # a user whom the machine does not know, as in some containers
        raise GoldenError("there is no home folder to cache in; set BROWSERENV_CACHE to a folder") from None


def golden_name(site: str, size: str, seed: int) -> str:
    """``size-xxxxxx``: six hex digits that stand for the generator's files, its version, the size and the seed."""
    manifest = registry.manifest(site)
    digest = hashlib.sha256(f"{manifest.generator_version} {size} {seed}".encode())
    for pattern in manifest.generator_files:
        for path in sorted(SITES_FOLDER.glob(pattern)):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(SITES_FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{size}-{digest.hexdigest()[:6]}"


def ensure(
    site: str,
    size: str = "full",
    seed: int = 0,
    *,
    cache: Path | None = None,
    progress: registry.Progress = lambda what, done, total: None,
    log: Log = lambda line: None,
) -> Golden:
    """The golden state of a site, from the cache or built now.

    A cached state whose bytes are not those that were built is thrown away and built again, and ``log`` is told.
    Two processes that ask at once build once. A cache that may only be read, such as one that others keep, is read.
    Raises ``GoldenError`` for an unknown size or a disk that refuses.
    """
    manifest = registry.manifest(site)
    if size not in manifest.sizes:
        raise GoldenError(f"no size {size!r} of site {site!r}; there are {', '.join(manifest.sizes)}")
    folder = (cache or cache_folder()) / "golden" / site / golden_name(site, size, seed)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.with_suffix(".lock")):
            _clear(folder)
            return _cached(site, size, seed, folder, log) or _build(site, size, seed, folder, progress)
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "errno", None) in MAY_NOT_WRITE and (found := _cached(site, size, seed, folder, log)):
            return found
        raise GoldenError(_explain(error, folder)) from error


def prepare_start(golden: Golden, setup: Mapping[str, list[Row]], folder: Path) -> str:
    """Build a start state, golden plus ``setup`` rows, in ``folder``; return the digest of its bytes.

    Raises ``sqlite3.Error`` or ``KeyError`` for a row that the site's schema refuses.
    """
    state = State(folder, golden.folder, registry.manifest(golden.site).collections)
    state.reset()
    state.insert_rows(setup)
    db = state.connect()
    try:
        db.execute("DELETE FROM _changes")
        db.execute("UPDATE _meta SET value = 0 WHERE key IN ('version', 'ticks')")
    finally:
        state.close()  # so that the connection below is the last one, which folds the log into the file
        db.close()
    return state_digest(folder)


def _cached(site: str, size: str, seed: int, folder: Path, log: Log) -> Golden | None:
    try:
        if not folder.exists():
            return None
        record: dict[str, Any] = json.loads((folder / RECORD).read_text())
        if state_digest(folder) == record["sha256"]:
            return Golden(site, size, seed, folder, record["sha256"], record["counts"], record["build_s"])
        fault = "its bytes are not those that were built"
    except (OSError, ValueError, KeyError) as error:
        fault = f"{type(error).__name__}: {error}"
    log(f"golden state {site} {folder.name} in the cache is corrupt ({fault}); building it again")
    return None  # it stays until the new one is there, for worlds that have it open


def _build(site: str, size: str, seed: int, folder: Path, progress: registry.Progress) -> Golden:
    manifest = registry.manifest(site)
    started_s = time.monotonic()
    half_built = Path(tempfile.mkdtemp(prefix=f"{folder.name}.building-", dir=folder.parent))
    try:
        database = half_built / DATABASE
        db = sqlite3.connect(database, isolation_level=None)
        try:
            db.execute("PRAGMA synchronous = OFF")
            registry.builder(site).build(db, size, seed, progress)
            install_tracking(db, manifest.collections)
            counts = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in manifest.collections}
            db.execute("PRAGMA journal_mode = WAL")
        finally:
            db.close()
        database.chmod(0o444)
        digest = state_digest(half_built)
        build_s = round(time.monotonic() - started_s, 1)
        record = {
            "site": site,
            "size": size,
            "seed": seed,
            "sha256": digest,
            "n_bytes": database.stat().st_size,
            "counts": counts,
            "build_s": build_s,
        }
        (half_built / RECORD).write_text(json.dumps(record, indent=1) + "\n")
        half_built.chmod(0o755)  # for all users of a cache that is shared
        _put_in_place(half_built, folder)
    except BaseException:
        shutil.rmtree(half_built, ignore_errors=True)
        raise
    return Golden(site, size, seed, folder, digest, counts, build_s)


def _clear(folder: Path) -> None:
    """Remove what builders left that were killed. The lock is held, so nobody builds now."""
    for kind in ("building", "corrupt"):
        for left in folder.parent.glob(f"{folder.name}.{kind}-*"):
            shutil.rmtree(left, ignore_errors=True)


def _put_in_place(new: Path, folder: Path) -> None:
    """Rename ``new`` to ``folder``, and throw away what was there."""
    if not folder.exists():
        new.rename(folder)
        return
    old = Path(tempfile.mkdtemp(prefix=f"{folder.name}.corrupt-", dir=folder.parent))
    folder.rename(old / folder.name)
    new.rename(folder)
    shutil.rmtree(old)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _explain(error: Exception, folder: Path) -> str:
    full = getattr(error, "errno", None) == errno.ENOSPC or "disk is full" in str(error)
    if full:
        return f"the disk that holds {folder.parent} is full; make room there or set BROWSERENV_CACHE to another folder"
    return f"could not build {folder.parent.name} in {folder.parent}: {error}; is the folder writable?"
