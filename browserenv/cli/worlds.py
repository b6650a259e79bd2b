"""``browserenv worlds``: what worlds have running on this machine, and removing what dead ones left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.table import Table

from ..compose.engine import connect
from ..errors import BrowserenvError
from ..worlds import remains
from ..worlds.containers import find_containers
from ..worlds.remains import Remain
from .progress import say
from .tables import show

app = typer.Typer(help="See what worlds have running, and remove what dead ones left.", no_args_is_help=True)


@app.command("list")
def list_worlds() -> None:
    """What belongs to a world, and whether its owner is still there."""
    with _found() as found:
        table = Table("world", "kind", "name", "site", "owner", "standing", box=None, pad_edge=False)
        for each in sorted(found, key=lambda remain: (remain.world_id, remain.site, remain.name)):
            table.add_row(each.world_id, each.kind, each.name, each.site, str(each.owner.process_id), each.standing)
        if found:
            show(table)
        else:
            print("no world has anything running")


@app.command()
def reap() -> None:
    """Remove what belongs to worlds whose owner is dead."""
    with _found() as found:
        for each in remains.reap(found):
            print(f"removed {each.kind} {each.name} of world {each.world_id}")
        n_others = sum(each.standing != "left" for each in found)
        print(f"{n_others} in use or elsewhere, left alone")


@contextmanager
def _found() -> Iterator[list[Remain]]:
    """What there is of every kind. A machine without a container engine has no containers, and says so."""
    try:
        client = connect()
    except BrowserenvError as error:
        say(f"containers were not looked for: {error}")
        yield []
        return
    try:
        yield list(find_containers(client))
    finally:
        client.close()
