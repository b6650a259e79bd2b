"""Start states: golden plus a task's setup rows, built once for each set of rows."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from ..errors import BrowserenvError
from ..sites.kit import golden
from ..sites.kit.state import fingerprint
from .base import Row


def start_state(made: golden.Golden, rows: Mapping[str, list[Row]], folder: Path) -> tuple[Path, str]:
    """The folder of a start state, below ``folder`` unless it is the golden one, and the fingerprint that a reset to
    it must show. Raises ``BrowserenvError`` for rows that the site refuses.
    """
    if not rows:
        return made.folder, made.fingerprint
    name = hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:12]
    start, record = folder / f"start-{name}", folder / f"start-{name}.sha256"
    if not record.exists():
        try:
            record.write_text(golden.prepare_start(made, rows, start))
        except (sqlite3.Error, KeyError) as error:
            raise BrowserenvError(
                f"the task's setup rows do not fit {made.site}: {error}; mend them in the task"
            ) from error
    return start, fingerprint(record.read_text())
