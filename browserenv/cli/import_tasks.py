"""``browserenv tasks import``: the task files of other benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ..errors import BrowserenvError, nearest
from ..tasks.foreign import Addresses, Imported, Place
from ..tasks.imported import READERS, ImportedTasks, imports_folder
from . import tables
from .files import writing


def import_tasks(
    path: Annotated[Path, typer.Argument(help="a task file, or a folder of them")],
    form: Annotated[str, typer.Option("--format", help=f"one of {', '.join(READERS)}")],
    out: Annotated[Path | None, typer.Option(help="where to store them (default: $BROWSERENV_TASKS)")] = None,
    site: Annotated[
        list[str] | None,
        typer.Option(help="where an address of the files leads, such as http://localhost:9999=forum; may be repeated"),
    ] = None,
) -> None:
    """Read another benchmark's task files, store them, and say what could not be expressed.

    Each is then a task of its own: browserenv/webarena.580, browserenv/real.omnizon-10.
    """
    if form not in READERS:
        raise BrowserenvError(f"no format {form!r}{nearest(form, READERS) or ';'} there are {', '.join(READERS)}")
    imported = READERS[form](path, Addresses(dict(map(_place, site or ()))))
    folder = out or imports_folder()
    with writing(folder):
        folder = ImportedTasks(folder).write(imported)
    _show(imported)
    print(f"stored in {folder}")


def _place(text: str) -> tuple[str, Place]:
    address, mark, name = text.rpartition("=")
    if not mark or not address or not name:
        raise BrowserenvError(f"{text!r} names no site; write ADDRESS=SITE, such as http://localhost:9999=forum")
    site, _, prefix = name.partition("/")
    return address, Place(site, f"/{prefix}" if prefix else "")


def _show(imported: Imported) -> None:
    print(f"{imported.benchmark}: {len(imported.tasks)} tasks")
    kinds = Table("checks", "count", box=None, pad_edge=False)
    for kind, count in imported.n_checks.items():
        kinds.add_row(kind, f"{count:,}")
    tables.show(kinds)
    if imported.unsupported:
        missing = Table("unsupported", "count", "such as", box=None, pad_edge=False)
        for item in imported.unsupported:
            missing.add_row(item.item, f"{item.n:,}", ", ".join(item.examples))
        tables.show(missing)
