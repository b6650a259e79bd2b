"""``browserenv images``: build the sites' container images for the docker backend and for Compose."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from ..compose.engine import connect
from ..compose.images import build_image
from ..compose.service import service_names
from ..errors import BrowserenvError, nearest
from .progress import say
from .sites import ensure

app = typer.Typer(help="Build the container images of the sites.", no_args_is_help=True)


@app.callback()
def images() -> None:
    """A group of commands, of which there is one so far."""


@app.command()
def build(
    sites: Annotated[list[str] | None, typer.Argument(help="names of sites; all when none is given")] = None,
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "full",
    base: Annotated[
        str | None, typer.Option(help="image to build on; python:3.11-slim, or built from Debian packages")
    ] = None,
) -> None:
    """Build the images of sites with their golden state inside, unless they are there."""
    known = service_names()
    for site in sites or known:
        if site not in known:
            raise BrowserenvError(f"no site {site!r} has an image{nearest(site, known)}; there are: {', '.join(known)}")
    client = connect()
    try:
        for site in sites or known:
            golden = ensure(site, size)
            with Console(stderr=True).status("") as status:
                built = build_image(
                    client, golden, base=base, say=say, step=lambda doing: status.update(f"building {doing}")
                )
            took = f"built in {built.build_s:.0f} s" if built.build_s else "is there"
            print(f"{site:<10} {built.name:<44} {built.n_mb:>5.0f} MB   {took}   fingerprint {golden.fingerprint[:8]}")
    finally:
        client.close()
