"""``browserenv demo``: lessons played through the real environment, for anyone to see."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..demo.leak import N_RUNS, Start, Tally, play_lesson
from ..demo.stage import Stage, make_stage
from ..demo.strip import lines
from ..sites.kit import golden
from ..worlds.embedded import EmbeddedWorld
from .files import require_writable, writing
from .progress import building, say

app = typer.Typer(help="Lessons, played through the real environment.", no_args_is_help=True)


@app.callback()
def demo() -> None:
    """Lessons, played through the real environment."""


@app.command("leak")
def leak(
    site: Annotated[
        str, typer.Option(help="calendar (state in the browser) or forum (state on the server)")
    ] = "calendar",
    png: Annotated[Path | None, typer.Option(help="where the chart goes; leak-SITE.png by default")] = None,
) -> None:
    """What a world that is not reset and a checker that does not read changes do to a score: twenty runs, four ways."""
    from ..demo.chart import draw_chart  # noqa: PLC0415  matplotlib, which no other command needs, loads slowly

    stage = make_stage(site)
    path = png or Path(f"leak-{site}.png")
    require_writable(path)
    tallies = _play(stage)
    print(f"{N_RUNS} runs of: {stage.task.intent}   {site}")
    for line in lines(tallies):
        print(line)
    with writing(path):
        draw_chart(tallies, f"{site.capitalize()}: what a leak and a blind checker do to a score", path)
    print(f"chart: {path}")


def _play(stage: Stage) -> list[Tally]:
    with building() as built:
        golden.ensure(stage.site, stage.size, progress=built, log=say)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bars = {start: progress.add_task(str(start), total=N_RUNS) for start in Start}
        return play_lesson(
            stage,
            lambda: EmbeddedWorld([stage.site], size=stage.size, log=say),
            lambda start, number: progress.update(bars[Start(start)], completed=number),
        )
