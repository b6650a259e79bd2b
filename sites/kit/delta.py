"""A start state as what differs from the golden state, so that it can be carried to where only the golden is.

Bytes are carried, not rows: another build of SQLite would write the same rows as other bytes, and then fingerprints
could not be compared.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .golden import RECORD

BLOCK = 4096
"""Bytes; SQLite's page size, so that one changed page is one block."""

Delta = Mapping[str, Mapping[str, Any]]
"""By file name relative to the state folder: ``{"size": bytes, "blocks": {offset: base64}}``."""


def delta(golden: Path, start: Path) -> Delta:
    """What the files of ``start`` have that those of the same name in ``golden`` have not."""
    found = {}
    for path in sorted(path for path in start.rglob("*") if path.is_file()):
        name = path.relative_to(start).as_posix()
        before = (golden / name).read_bytes() if (golden / name).exists() else b""
        found[name] = _difference(before, path.read_bytes())
    return found


def apply_delta(golden: Path, changes: Delta, start: Path) -> None:
    """Build in ``start`` the state that ``changes`` were taken from. Raises ``ValueError`` for a name outside it."""
    for name, change in changes.items():
        path = start / name
        if not path.resolve().is_relative_to(start.resolve()) or name == RECORD:
            raise ValueError(f"{name!r} is no file of a state folder")
        content = bytearray((golden / name).read_bytes() if (golden / name).exists() else b"")
        size = int(change["size"])
        content[size:] = bytes(max(0, size - len(content)))
        for offset, block in change["blocks"].items():
            piece = base64.b64decode(block)
            content[int(offset) : int(offset) + len(piece)] = piece
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _difference(before: bytes, after: bytes) -> dict[str, Any]:
    blocks = {}
    for offset in range(0, len(after), BLOCK):
        piece = after[offset : offset + BLOCK]
        if piece != before[offset : offset + BLOCK]:
            blocks[str(offset)] = base64.b64encode(piece).decode()
    return {"size": len(after), "blocks": blocks}
