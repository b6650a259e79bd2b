"""Writing seed rows: what the sets of data share."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

SCHEMA = Path(__file__).parent / "schema.sql"


def insert(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    """Add a row; columns that it does not name take the schema's defaults."""
    columns = ", ".join(f'"{name}"' for name in row)
    db.execute(f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(row))})", list(row.values()))
