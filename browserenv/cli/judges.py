"""``browserenv judges``: how far the judge's model can be believed, and a stand-in for people without one."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Annotated

import typer
import yaml
from rich.console import Console
from rich.table import Table

from ..errors import BrowserenvError, UnknownNameError, nearest
from ..judges.calibrate import FOLDER, Agreement, Item, agreement, items, judged
from ..judges.endpoint import EndpointError
from ..judges.jury import Jury, jury_from, lacking
from ..judges.local_endpoint import BEHAVIOURS, LocalEndpoint
from ..judges.verdict import Verdict
from .progress import tracked
from .serving import until_ended

N_TRIED = 5

app = typer.Typer(help="The model that judges ask.", no_args_is_help=True)


@app.command()
def calibrate(
    folder: Annotated[Path, typer.Option(help="folder of labelled items; by default those that come with it")] = FOLDER,
    show: Annotated[bool, typer.Option("--show", help="list each item on which judge and label differ")] = False,
) -> None:
    """Ask the configured model about labelled answers; print agreement, false passes, false fails and kappa.

    Exit code 1 when an item could not be judged; where none of the first five could, the others are not asked about.
    """
    jury = _jury()
    try:
        labelled = _items(folder)
        if not labelled:
            raise BrowserenvError(f"no labelled items in {folder}; give a folder of YAML files such as {FOLDER}")
        results = list(_with_bar(labelled, jury))
    finally:
        jury.close()
    _print(results, jury)
    if show:
        _list_differences(results)
    if len(results) < len(labelled):
        print(f"stopped: none of the first {len(results)} of {len(labelled)} items could be judged")
    _exit(agreement(results), results)


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="port on loopback; 0 takes a free one")] = 8400,
    behaviour: Annotated[str, typer.Option(help="how to answer; any but good is a fault to try out")] = "good",
) -> None:
    """Serve a stand-in for a model that compares word for word, until interrupted. No measure of an agent."""
    if behaviour not in BEHAVIOURS:
        known = ", ".join(BEHAVIOURS)
        raise UnknownNameError(f"no behaviour {behaviour!r}{nearest(behaviour, BEHAVIOURS) or ';'} there are: {known}")
    try:
        endpoint = LocalEndpoint(then=behaviour, port=port)
    except OSError as error:
        raise BrowserenvError(f"cannot listen on port {port}: {error.strerror}; give another --port") from None
    with endpoint, until_ended():
        print(f"export BROWSERENV_JUDGE_MODEL=literal BROWSERENV_JUDGE_URL={endpoint.url}", flush=True)
        threading.Event().wait()


def _jury() -> Jury:
    try:
        jury = jury_from(os.environ)
    except EndpointError as error:
        raise BrowserenvError(str(error)) from None
    if lacks := lacking(jury):
        raise BrowserenvError(lacks)
    assert jury is not None, "else it would lack a model"
    return jury


def _items(folder: Path) -> list[Item]:
    try:
        return items(folder)
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise BrowserenvError(f"cannot read the items in {folder}: {' '.join(str(error).split())[:300]}") from None


def _with_bar(labelled: list[Item], jury: Jury) -> list[tuple[Item, Verdict]]:
    """An endpoint that gives no verdict on the first few items is not asked about the others, at a minute each."""
    results: list[tuple[Item, Verdict]] = []
    for item in tracked(labelled, "asking the judge"):
        results += judged([item], jury)
        if len(results) == N_TRIED and not any(verdict.reward_valid for _, verdict in results):
            break
    return results


def _print(results: list[tuple[Item, Verdict]], jury: Jury) -> None:
    print(f"judge {jury.endpoint.model} at {jury.endpoint.address}   {jury.endpoint.n_samples} samples a question")
    table = Table("items", "n", "undecided", "agreement", "false pass", "false fail", "kappa", box=None, pad_edge=False)
    _row(table, "all", results)
    for kind in ("plain", "persuasion"):
        _row(table, kind, [result for result in results if result[0].kind == kind])
    for rubric in ("answer", "reason", "criterion"):
        _row(table, rubric, [result for result in results if result[0].check.rubric == rubric])
    Console(width=110).print(table)
    spent = jury.spent
    unmetered = f" (and {spent.n_unmetered} replies not metered)" if spent.n_unmetered else ""
    print(
        f"requests {spent.n_requests}   replies from the cache {spent.n_from_cache}   "
        f"tokens {spent.prompt_tokens} + {spent.completion_tokens}{unmetered}"
    )


def _row(table: Table, name: str, results: list[tuple[Item, Verdict]]) -> None:
    found = agreement(results)
    table.add_row(
        name,
        str(found.n),
        str(found.undecided),
        _counted(found.agreement, found.pass_as_pass + found.fail_as_fail, found.decided),
        _counted(found.false_pass, found.fail_as_pass, found.n_failing),
        _counted(found.false_fail, found.pass_as_fail, found.n_passing),
        "-" if found.kappa is None else f"{found.kappa:.2f}",
    )


def _counted(share: float | None, part: int, whole: int) -> str:
    return "-" if share is None else f"{share:.1%} ({part}/{whole})"


def _list_differences(results: list[tuple[Item, Verdict]]) -> None:
    for item, verdict in results:
        label = "pass" if item.passes else "fail"
        if str(verdict.outcome) != label:
            print(
                f"{item.name}  {label}, judged {verdict.outcome}: {verdict.reason}\n    {' '.join(item.answer.split())}"
            )


def _exit(found: Agreement, results: list[tuple[Item, Verdict]]) -> None:
    if found.undecided:
        why = next(verdict.reason for _, verdict in results if not verdict.reward_valid)
        print(f"{found.undecided} items could not be judged; the first: {why}")
        raise typer.Exit(1)
