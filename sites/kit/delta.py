"""A state as what differs from another one, so that it can be kept small, or carried to where only the other is.

Bytes are carried, not rows: another build of SQLite would write the same rows as other bytes, and then fingerprints
could not be compared.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .files import RECORD, state_files

BLOCK = 4096
"""Bytes; SQLite's page size, so that one changed page is one block."""

Delta = Mapping[str, Mapping[str, Any] | None]
"""By file name relative to the state folder: ``{"size": bytes, "blocks": {offset: base64}}``, None for no file."""


def delta(base: Path, folder: Path, names: Iterable[str] | None = None) -> Delta:
    """What the files of ``folder`` (those called ``names``, by default all) have that those in ``base`` have not."""
    found: dict[str, Mapping[str, Any] | None] = {}
    for name in state_files(folder) if names is None else names:
        before = (base / name).read_bytes() if (base / name).exists() else b""
        found[name] = _difference(before, (folder / name).read_bytes()) if (folder / name).exists() else None
    return found


def apply_delta(base: Path, changes: Delta, folder: Path) -> None:
    """Build in ``folder`` the files that ``changes`` were taken from. Raises ``ValueError`` for a name outside it."""
    for name, change in changes.items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()) or name == RECORD:
            raise ValueError(f"{name!r} is no file of a state folder")
        if change is None:
            path.unlink(missing_ok=True)
            continue
        content = bytearray((base / name).read_bytes() if (base / name).exists() else b"")
        size = int(change["size"])
        content[size:] = bytes(max(0, size - len(content)))
        for offset, block in change["blocks"].items():
            piece = base64.b64decode(block)
            content[int(offset) : int(offset) + len(piece)] = piece
        if path.exists() and path.read_bytes() == content:
            continue  # its mark stays, so that it may be rolled back to
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _difference(before: bytes, after: bytes) -> dict[str, Any]:
    blocks = {}
    for offset in range(0, len(after), BLOCK):
        piece = after[offset : offset + BLOCK]
        if piece != before[offset : offset + BLOCK]:
            blocks[str(offset)] = base64.b64encode(piece).decode()
    return {"size": len(after), "blocks": blocks}
