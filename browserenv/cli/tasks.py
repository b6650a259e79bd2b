"""``browserenv tasks``: what can be asked."""

from __future__ import annotations

from typing import Annotated

import typer
import yaml
from rich.markup import escape
from rich.table import Table

from ..tasks.catalog import Catalog, plain_id
from ..worlds.golden_reader import reader_of
from . import authoring, tables
from .import_tasks import import_tasks

app = typer.Typer(help="What can be asked: families and their instances.", no_args_is_help=True)
app.command("expand")(authoring.expand_family)
app.command("new")(authoring.new_family)
app.command("lint")(authoring.lint_families)
app.command("import")(import_tasks)


@app.command("list")
def list_tasks() -> None:
    """Every id that gym.make takes after 'browserenv/', with its sites and its intent."""
    catalog = Catalog()
    table = Table("id", "sites", "intent", box=None, pad_edge=False)
    for task_id in catalog.ids():
        family = catalog.family(task_id)
        is_fixed = task_id in catalog.instances
        intent = family.intent if family.needs_state and not is_fixed else catalog.task(task_id).intent
        table.add_row(
            f"task-{task_id}" if is_fixed else task_id,
            ", ".join(family.sites),
            escape(" ".join(intent.split())) + ("" if is_fixed else " [dim](drawn by seed)[/dim]"),
        )
    tables.show(table)


@app.command()
def show(
    task: Annotated[str, typer.Argument(help="id of a task, such as task-580 or forum.create-forum")],
    seed: Annotated[int, typer.Option(help="seed of the draw, for a family")] = 0,
    size: Annotated[str, typer.Option(help="size of the seed data that facts are drawn from")] = "small",
) -> None:
    """One task in full, as it is asked and judged, with its slots filled."""
    found = Catalog().task(plain_id(task), seed, reader_of(size))
    content = found.model_dump(mode="json", exclude_none=True)
    print(yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110), end="")
    print(f"digest: {found.digest}")
