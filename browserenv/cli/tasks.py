"""``browserenv tasks``: what can be asked."""

from __future__ import annotations

from typing import Annotated

import typer
import yaml
from rich.console import Console
from rich.table import Table

from ..tasks.catalog import Catalog
from .import_tasks import import_tasks

app = typer.Typer(help="What can be asked: families and their instances.", no_args_is_help=True)
app.command("import")(import_tasks)


@app.command("list")
def list_tasks() -> None:
    """Every id that gym.make takes after 'browserenv/', with its sites and its intent."""
    catalog = Catalog()
    table = Table("id", "sites", "intent", box=None, pad_edge=False)
    for task in catalog.tasks():
        name = f"task-{task.task_id}" if task.seed is None else task.task_id
        note = "" if task.seed is None else " [dim](drawn by seed)[/dim]"
        table.add_row(name, ", ".join(task.sites), task.intent + note)
    Console(soft_wrap=False).print(table)


@app.command()
def show(
    task: Annotated[str, typer.Argument(help="id of a task, such as task-580 or forum.create-forum")],
    seed: Annotated[int, typer.Option(help="seed of the draw, for a family")] = 0,
) -> None:
    """One task in full, as it is asked and judged, with its slots filled."""
    found = Catalog().task(task_id_of(task), seed)
    content = found.model_dump(mode="json", exclude_none=True)
    print(yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110), end="")
    print(f"digest: {found.digest}")


def task_id_of(name: str) -> str:
    """The catalog's id for what a person may type: ``580``, ``task-580`` or ``browserenv/task-580``."""
    return name.removeprefix("browserenv/").removeprefix("task-")
