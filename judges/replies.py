"""Replies: what a model said, kept by the content of the question, so that judging again asks nobody."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError


class Reply(BaseModel):
    """One reply. ``prompt_tokens`` and ``completion_tokens`` are None where the server did not tell;
    ``n_requests`` counts the asking that it took, unreadable replies included."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    text: str
    prompt_tokens: int | None = Field(default=None, ge=0)
    completion_tokens: int | None = Field(default=None, ge=0)
    n_requests: int = 1


_REPLIES = TypeAdapter(tuple[Reply, ...])


class Replies:
    """Replies by the digest of their question, in memory and, with a folder, on the disk.

    Only replies that were ballots are kept. A file that cannot be read counts as absent and is written anew.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._known: dict[str, tuple[Reply, ...]] = {}

    def get(self, key: str) -> tuple[Reply, ...]:
        if key not in self._known and self.folder is not None:
            self._known[key] = _read(self._path(key))
        return self._known.get(key, ())

    def put(self, key: str, replies: Iterable[Reply]) -> None:
        """Raises ``OSError`` when the disk does not take it."""
        self._known[key] = tuple(replies)
        if self.folder is not None:
            _write(self._path(key), _REPLIES.dump_json(self._known[key]))

    def recall(self, evidence: Any) -> None:
        """Take in the replies that a stored verdict's evidence holds, its group's members' among them."""
        if isinstance(evidence, list):
            for inner in evidence:
                self.recall(inner.get("evidence") if isinstance(inner, Mapping) else None)
        if not isinstance(evidence, Mapping):
            return
        key, replies = evidence.get("key"), evidence.get("replies")
        if isinstance(key, str) and isinstance(replies, list):
            self._known[key] = _REPLIES.validate_python(replies, strict=False)

    def _path(self, key: str) -> Path:
        assert self.folder is not None, "only a cache with a folder has paths"
        return self.folder / key[:2] / f"{key}.json"


def _read(path: Path) -> tuple[Reply, ...]:
    try:
        return _REPLIES.validate_json(path.read_bytes(), strict=False)
    except (FileNotFoundError, ValidationError):
        return ()


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all, whoever else writes at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".reply-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
