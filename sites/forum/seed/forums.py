"""The forums as `forums.toml` lists them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("forums.toml")


@dataclass(frozen=True)
class Forum:
    """``size`` is the forum's rank of size from 1 to 11; each step is about 1.4 times more submissions."""

    id: int
    name: str
    title: str
    about: str
    topic: str
    kinds: tuple[tuple[str, int], ...]
    size: int
    pictures: tuple[str, ...]


def read_forums(size: str) -> list[Forum]:
    """The forums of a size, ``small`` or ``full``, in the order of their ids."""
    listed = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    blocks = ("small",) if size == "small" else ("small", "full")
    entries = [item for block in blocks for item in listed[block].items()]
    return [_forum(number, name, entry) for number, (name, entry) in enumerate(entries, start=1)]


def _forum(number: int, name: str, entry: dict[str, Any]) -> Forum:
    kinds = tuple(
        (word.rstrip("0123456789"), int(word.lstrip("abcdefghijklmnopqrstuvwxyz"))) for word in entry["kinds"].split()
    )
    pictures = tuple(entry.get("pictures", "").split())
    return Forum(number, name, entry["title"], entry["about"], entry["topic"], kinds, entry["size"], pictures)
