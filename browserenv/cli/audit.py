"""``browserenv audit``: try to fool the tasks' checkers, and prove that the perfect agent passes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..audit.certificate import KINDS, Certificate
from ..audit.findings import TaskAudit
from ..audit.suite import audit_suite, n_audits
from ..errors import BrowserenvError
from ..tasks.catalog import Catalog
from .tasks import task_id_of

SHOWN = 5


def audit(
    tasks: Annotated[list[str] | None, typer.Argument(help="ids of tasks or families; all unless named")] = None,
    seeds: Annotated[str, typer.Option(help="seeds of the draws, first:last+1, such as 0:5")] = "0:5",
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "small",
    out: Annotated[Path | None, typer.Option(help="write the certificate, as JSON, to this file")] = None,
) -> None:
    """Audit tasks: trivial agents, the oracle, mutants, damage, odd pages. Exit code 1 when a task is broken."""
    catalog = Catalog()
    ids = [task_id_of(name) for name in tasks or catalog.ids()]
    numbers = seeds_of(seeds)
    columns = (TextColumn("auditing {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bars:
        bar = bars.add_task("...", total=n_audits(catalog, ids, numbers))

        def note(found: TaskAudit) -> None:
            bars.update(bar, description=f"{found.task_id} {found.seed}", advance=1)
            for problem in found.problems:
                bars.console.print(f"{_name(found)}: {problem.kind} {problem.name}: {problem.detail}", markup=False)

        certificate = audit_suite(catalog, ids, numbers, size=size, on_audit=note)
    show(certificate)
    if out is not None:
        certificate.write(out)
        print(f"certificate {certificate.digest[:12]} in {out}")
    if certificate.broken:
        raise typer.Exit(1)


def seeds_of(text: str) -> range:
    """``0:5`` as 0, 1, 2, 3, 4; ``7`` as 7 alone. Raises ``BrowserenvError``."""
    first, mark, end = text.partition(":")
    try:
        numbers = range(int(first), int(end) if mark else int(first) + 1)
    except ValueError:
        numbers = range(0)
    if not numbers or numbers[0] < 0:
        raise BrowserenvError(f"seeds cannot be {text!r}; write first:end, such as 0:5, from 0 on")
    return numbers


def show(certificate: Certificate) -> None:
    """The table: good trials of all, by task and kind."""
    table = Table("task", "seeds", *KINDS, "s", box=None, pad_edge=False)
    for task_id, audits in certificate.by_family().items():
        cells = [_share(sum(a.count(kind)[0] for a in audits), sum(a.count(kind)[1] for a in audits)) for kind in KINDS]
        name = task_id if not any(audit.is_broken for audit in audits) else f"[red]{task_id}[/red]"
        table.add_row(name, str(len(audits)), *cells, f"{sum(audit.elapsed_s for audit in audits):.0f}")
    totals = [_share(*certificate.count(kind)) for kind in KINDS]
    seconds = f"{sum(audit.elapsed_s for audit in certificate.audits):.0f}"
    table.add_row("all", str(len(certificate.audits)), *totals, seconds, style="bold")
    Console(soft_wrap=True).print(table)
    good, total = certificate.count("mutant")
    rate = f"{good / total:.1%}" if total else "none"
    print(f"mutants killed {rate}   broken {', '.join(sorted({a.task_id for a in certificate.broken})) or 'none'}")


def _share(good: int, total: int) -> str:
    return f"{good}/{total}" if good == total else f"[red]{good}/{total}[/red]"


def _name(found: TaskAudit) -> str:
    return found.task_id if found.seed is None else f"{found.task_id} seed {found.seed}"
