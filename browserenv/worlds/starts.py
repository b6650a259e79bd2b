"""Start states: golden plus a task's setup rows, built once for each set of rows."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from ..errors import BrowserenvError, InfrastructureFault
from ..sites.kit import golden
from ..sites.kit.state import fingerprint
from .base import Row

MOST_KEPT = 4  # each is a whole state of its site
DISK_ERRORS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


def start_state(made: golden.Golden, rows: Mapping[str, list[Row]], folder: Path) -> tuple[Path, str]:
    """The folder of a start state, below ``folder`` unless it is the golden one, and the fingerprint that a reset to
    it must show. Only the ones used last are kept. Raises ``BrowserenvError`` for rows that the site refuses, and
    ``InfrastructureFault`` when the disk does.
    """
    if not rows:
        return made.folder, made.fingerprint
    name = hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:12]
    start, record = folder / f"start-{name}", folder / f"start-{name}.sha256"
    if not record.exists():
        try:
            record.write_text(golden.prepare_start(made, rows, start))
        except (sqlite3.Error, KeyError, OverflowError, OSError) as error:
            record.unlink(missing_ok=True)
            shutil.rmtree(start, ignore_errors=True)
            if _is_of_the_disk(error):
                raise InfrastructureFault("world", f"the start state of {made.site} is not built: {error}") from error
            raise BrowserenvError(
                f"the task's setup rows do not fit {made.site}: {error}; mend them in the task"
            ) from error
    record.touch()
    _forget_oldest(folder, record)
    return start, fingerprint(record.read_text())


def _is_of_the_disk(error: Exception) -> bool:
    return isinstance(error, OSError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in DISK_ERRORS


def _forget_oldest(folder: Path, in_use: Path) -> None:
    others = [record for record in folder.glob("start-*.sha256") if record != in_use]
    others.sort(key=lambda record: record.stat().st_mtime_ns)
    for record in others[: 1 - MOST_KEPT]:
        record.unlink()
        shutil.rmtree(record.with_suffix(""))
