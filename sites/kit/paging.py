"""Long lists page by page, by the last row shown, so that a page costs the same however deep it lies."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import abort, request

PAGE_SIZE = 25


@dataclass(frozen=True)
class Key:
    """Where a page begins: after the row with these values of the order's columns, as ``next[column]=value``.

    ``columns`` are the order's columns with the type of their values; all orders run downwards.
    """

    columns: Mapping[str, type]

    def after(self) -> list[Any] | None:
        """The values that the present address gives, or None on a first page; refuses a malformed one with 400."""
        texts = [request.args.get(f"next[{name}]") for name in self.columns]
        if all(text is None for text in texts):
            return None
        try:
            return [_value(kind, text or "") for kind, text in zip(self.columns.values(), texts, strict=True)]
        except ValueError:
            abort(400, "This address does not name a page of the list. Start from its first page.")

    def condition(self, table: str) -> str:
        """SQL that holds for the rows after the given values: ``(t.a, t.b) < (?, ?)``."""
        columns = ", ".join(f"{table}.{name}" for name in self.columns)
        return f"({columns}) < ({', '.join('?' for _ in self.columns)})"

    def order(self, table: str) -> str:
        """SQL that sorts: ``t.a DESC, t.b DESC``."""
        return ", ".join(f"{table}.{name} DESC" for name in self.columns)

    def next_url(self, row: sqlite3.Row) -> str:
        """The address of the page after the one that ends with this row."""
        kept = {name: value for name, value in request.args.items() if not name.startswith("next[")}
        return f"{request.path}?{urlencode({**kept, **{f'next[{name}]': row[name] for name in self.columns}})}"


@dataclass(frozen=True)
class Page:
    """The rows of one page, and the addresses of the following and the first one, or None where there is no need."""

    rows: Sequence[sqlite3.Row]
    next_url: str | None = None
    first_url: str | None = None


def cut(rows: Sequence[sqlite3.Row], key: Key, size: int = PAGE_SIZE) -> Page:
    """A page of rows that were read with one more than fit, which tells whether another page follows."""
    kept = {name: value for name, value in request.args.items() if not name.startswith("next[")}
    first = request.path + (f"?{urlencode(kept)}" if kept else "")
    return Page(
        rows[:size],
        key.next_url(rows[size - 1]) if len(rows) > size else None,
        first if len(kept) < len(request.args) else None,
    )


def page_number() -> int:
    """The number in ``?page=``, from 1; for short lists only. Refuses a malformed one with 400."""
    text = request.args.get("page", "1")
    if not text.isascii() or not text.isdigit() or len(text) > 7 or not 1 <= int(text) <= 10_000:
        abort(400, "This address does not name a page of the list. Start from its first page.")
    return int(text)


def page_url(number: int) -> str:
    """The present address with another page number."""
    kept = {name: value for name, value in request.args.items() if name != "page"}
    return f"{request.path}?{urlencode({**kept, 'page': number})}"


def _value(kind: type, text: str) -> Any:
    value = kind(text)
    if kind is int and abs(value) >= 2**63:
        raise ValueError(text)
    return value
