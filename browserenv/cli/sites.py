"""``browserenv sites``: build, look at and serve the replica sites."""

from __future__ import annotations

import secrets
import sys
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.table import Table

from ..errors import BrowserenvError, nearest
from ..sites.kit import fetch as pages
from ..sites.kit import golden, registry
from ..sites.kit.host import SiteHost
from ..worlds.leases import PREFIX, take_lease
from .progress import building, say
from .serving import until_ended
from .tables import show

app = typer.Typer(help="Build, look at and serve the replica sites.", no_args_is_help=True)

Site = Annotated[str, typer.Argument(help="name of the site, such as 'forum'")]
Size = Annotated[str, typer.Option(help="size of the seed data: small or full")]


@app.command("list")
def list_sites() -> None:
    """The sites, their addresses and the accounts that anyone may use."""
    table = Table("site", "address", "sizes", "user", "password", box=None, pad_edge=False)
    for name in registry.SITE_NAMES:
        manifest = registry.manifest(name)
        for account in manifest.accounts:
            table.add_row(name, f"http://{manifest.host}", ", ".join(manifest.sizes), account.name, account.password)
    show(table)


@app.command()
def build(site: Site, size: Size = "full") -> None:
    """Build a site's seed data into the cache, unless it is there."""
    made = ensure(site, size)
    n_mb = (made.folder / "site.db").stat().st_size / 1e6
    print(f"{site}  {made.name}  {n_mb:.1f} MB  fingerprint {made.fingerprint[:8]}  {made.folder}")


@app.command()
def get(
    site: Site,
    path: Annotated[str, typer.Argument(help="path of the page, such as /f/books")],
    size: Size = "small",
    user: Annotated[str | None, typer.Option(help="log in as this user")] = None,
) -> None:
    """Print one page of a site without starting a server."""
    try:
        page = pages.fetch(ensure(site, size), path, user)
    except KeyError as error:
        raise BrowserenvError(f"no user {user!r} on {site}; 'browserenv sites list' shows accounts") from error
    sys.stdout.buffer.write(page.body)
    if page.status >= 400:
        print(f"{site} answered {page.status} to {path}", file=sys.stderr)
        raise typer.Exit(1)


@app.command()
def serve(
    site: Site,
    port: Annotated[int, typer.Option(min=0, max=65535, help="port on 127.0.0.1; 0 takes a free one")] = 8080,
    size: Size = "full",
) -> None:
    """Serve a site for a person, from a fresh copy of its golden state, until ended."""
    made = ensure(site, size)
    with TemporaryDirectory(prefix=PREFIX) as folder:
        take_lease(Path(folder))  # one that is killed leaves it, and is gone then
        host = SiteHost()
        try:
            bound = host.mount(site, site, Path(folder) / "state", made.folder, port=port, secret=secrets.token_hex(16))
        except OSError as error:
            raise BrowserenvError(f"cannot listen on port {port}: {error.strerror}; give another --port") from error
        with until_ended():
            for account in registry.manifest(site).accounts:
                who = f"log in as {account.name} / {account.password}" if account.password else account.note
                print(f"{site} {made.name} at http://127.0.0.1:{bound}   {who}")
            print("changes are thrown away at the end; stop with Ctrl-C", flush=True)
            threading.Event().wait()
        host.close()


def ensure(site: str, size: str) -> golden.Golden:
    """The golden state of a site, built with a progress bar when it is not cached."""
    if site not in registry.SITE_NAMES:
        known = ", ".join(registry.SITE_NAMES)
        raise BrowserenvError(f"no site {site!r}{nearest(site, registry.SITE_NAMES)}; there are: {known}")
    with building() as progress:
        return golden.ensure(site, size, progress=progress, log=say)
