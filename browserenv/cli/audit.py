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
from ..tasks.catalog import Catalog
from .authoring import seeds_of
from .progress import say
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
            bars.update(bar, description=_name(found), advance=1)
            if not console.is_terminal:
                mark = "broken" if found.is_broken else "whole"
                say(f"{mark:<7} {_name(found)}  {found.n_episodes} episodes  {found.elapsed_s:.0f} s")
            for problem in found.problems:
                bars.console.print(f"{_name(found)}: {problem.kind} {problem.name}: {problem.detail}", markup=False)

        certificate = audit_suite(catalog, ids, numbers, size=size, on_audit=note)
    show(certificate)
    if out is not None:
        certificate.write(out)
        print(f"certificate {certificate.digest[:12]} in {out}")
    if certificate.broken:
        raise typer.Exit(1)


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
