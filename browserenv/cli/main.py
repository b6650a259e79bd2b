"""The command line: ``browserenv NOUN``. Exit codes: 0 done and passed, 1 done and not passed, 2 an error to mend."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from .. import __version__
from ..errors import BrowserenvError, InfrastructureFault
from ..sites.kit.golden import GoldenError
from ..tasks.errors import TaskError
from . import audit, bench, demo, doctor, images, judges, play, rejudge, run, sites, tasks, worlds

app = typer.Typer(
    name="browserenv",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"browserenv {__version__}")
        raise typer.Exit


@app.callback()
def browserenv(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="show the version and stop")
    ] = False,
) -> None:
    """A Gymnasium environment and benchmark harness for agents that work a web browser."""


app.command("run")(run.run)
app.command("play")(play.play)
app.command("audit")(audit.audit)
app.command("rejudge")(rejudge.rejudge)
app.command("doctor")(doctor.doctor)
app.add_typer(tasks.app, name="tasks")
app.add_typer(sites.app, name="sites")
app.add_typer(images.app, name="images")
app.add_typer(worlds.app, name="worlds")
app.add_typer(bench.app, name="bench")
app.add_typer(judges.app, name="judges")
app.add_typer(demo.app, name="demo")


def take_any_text() -> None:
    """Pages hold texts that a terminal may not be able to show, or nobody (half a character): these are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main() -> None:
    """Run the command line; an error that the user can mend is one line, a bug keeps its traceback."""
    take_any_text()
    try:
        app(color=False if os.environ.get("NO_COLOR") else None)  # https://no-color.org
    except (BrowserenvError, TaskError, GoldenError, InfrastructureFault) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
