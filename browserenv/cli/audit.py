"""``browserenv audit``: try to fool the tasks' checkers, and prove that the perfect agent passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..audit.certificate import file_digest, read_certificate, total
from ..audit.findings import KINDS, Entry, TaskAudit
from ..audit.standing import Standing, certificate_file
from ..audit.suite import audit_suite, conditions, n_audits
from ..tasks.catalog import PACKAGED, Catalog, plain_id
from ..tasks.suites import ALL, named_tasks
from .authoring import seeds_of
from .files import require_writable, writing
from .progress import say


def audit(
    tasks: Annotated[list[str] | None, typer.Argument(help="tasks, families or suites; all unless named")] = None,
    seeds: Annotated[str, typer.Option(help="seeds of the draws, first:end, such as 0:5")] = "0:5",
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "small",
    folder: Annotated[Path, typer.Option(help="folder of the task files, one folder a site")] = PACKAGED,
    out: Annotated[Path | None, typer.Option(help="keep what is found in this certificate, beside what it has")] = None,
    certify: Annotated[bool, typer.Option("--certify", help="keep it in the certificates beside the files")] = False,
    check: Annotated[bool, typer.Option("--check", help="play nothing: show the kept certificates")] = False,
) -> None:
    """Audit tasks: trivial agents, the oracle, mutants, damage, odd pages. Exit code 1 when a task is broken."""
    catalog = Catalog(folder)
    ids = named_tasks(catalog, [plain_id(name) for name in tasks or [ALL]])
    for task_id in ids:
        catalog.family(task_id)  # raises for a task that has no oracle to be audited by
    if check:
        _show_kept(catalog, ids)
        return
    keeper = _Keeper(catalog, size, out, certify)
    entries = []
    for found in _audited(catalog, ids, seeds_of(seeds), size):
        entries.append(found.entry())
        keeper.keep(entries[-1])
    show(entries)
    for path in keeper.paths:
        print(f"kept in {path}")
    if any(entry.is_broken for entry in entries):
        raise typer.Exit(1)


class _Keeper:
    """Puts each audit into its certificate at once, so that an audit that is interrupted loses one task."""

    def __init__(self, catalog: Catalog, size: str, out: Path | None, certify: bool) -> None:
        self._catalog = catalog
        self._out = out
        self._certify = certify
        if out is not None:
            require_writable(out)
        self._conditions = conditions(size)
        # Before anything is played: a file that changes meanwhile was not audited.
        self._digests = {family: file_digest(path) for family, path in catalog.files.items()}
        self.paths: dict[Path, None] = {}

    def keep(self, entry: Entry) -> None:
        family = self._catalog.family(entry.task_id).family
        beside = certificate_file(self._catalog, family) if self._certify else None
        for path in {self._out, beside} - {None}:
            assert path is not None
            certificate = read_certificate(path)
            certificate.add(family, self._digests[family], self._conditions, entry)
            with writing(path):
                certificate.write(path)
            self.paths[path] = None


def _audited(catalog: Catalog, ids: Sequence[str], seeds: range, size: str) -> Iterator[TaskAudit]:
    """The audits as they come, with a bar, and what each found wrong."""
    columns = (TextColumn("auditing {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bars:
        bar = bars.add_task("...", total=n_audits(catalog, ids, seeds))
        for found in audit_suite(catalog, ids, seeds, size=size):
            entry = found.entry()
            bars.update(bar, description=entry.label, advance=1)
            if not console.is_terminal:
                mark = "broken" if found.is_broken else "whole"
                say(f"{mark:<7} {entry.label}  {found.n_episodes} episodes  {found.elapsed_s:.0f} s")
            for problem in entry.problems:
                bars.console.print(f"{entry.label}: {problem}", markup=False)
            yield found


def _show_kept(catalog: Catalog, ids: Sequence[str]) -> None:
    """What the certificates say of some tasks, and which of them are not certified. Exit code 1 when one is not."""
    families = dict.fromkeys(catalog.family(task_id).family for task_id in ids)
    paths = dict.fromkeys(certificate_file(catalog, family) for family in families)
    entries = [entry for path in paths for entry in read_certificate(path).entries]
    show([entry for entry in entries if entry.task_id in ids])
    complaints = Standing(catalog).complaints(ids)
    for complaint in complaints:
        print(complaint)
    if complaints:
        raise typer.Exit(1)


def show(entries: Sequence[Entry]) -> None:
    """The table: good trials of all, by task and kind."""
    table = Table("task", "seeds", *KINDS, "s", box=None, pad_edge=False)
    grouped: dict[str, list[Entry]] = {}
    for entry in entries:
        grouped.setdefault(entry.task_id, []).append(entry)
    for task_id, audits in grouped.items():
        name = task_id if not any(each.is_broken for each in audits) else f"[red]{task_id}[/red]"
        table.add_row(name, *_cells(audits))
    table.add_row("all", *_cells(entries), style="bold")
    Console(soft_wrap=True, width=120).print(table)
    good, every = total(entries, "mutant")
    rate = f"{good / every:.1%}" if every else "none"
    broken = sorted({entry.task_id for entry in entries if entry.is_broken})
    print(f"mutants killed {rate}   broken {', '.join(broken) or 'none'}")


def _cells(entries: Sequence[Entry]) -> list[str]:
    shares = [_share(*total(entries, kind)) for kind in KINDS]
    return [str(len(entries)), *shares, f"{sum(entry.elapsed_s for entry in entries):.0f}"]


def _share(good: int, every: int) -> str:
    return f"{good}/{every}" if good == every else f"[red]{good}/{every}[/red]"
