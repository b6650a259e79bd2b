"""Tables on standard output: as wide as the terminal, and wide enough for every cell where output is piped."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

PIPED_WIDTH = 200


def show(table: Table) -> None:
    """Print a table. In a narrow terminal cells go on in the next line: an address that is cut off is no address."""
    for column in table.columns:
        column.overflow = "fold"
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH).print(table)
