"""``browserenv tasks expand``, ``new`` and ``lint``: for people who write tasks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TextIO

import typer

from ..errors import BrowserenvError
from ..gymnasium_env import BrowserEnv
from ..tasks.catalog import PACKAGED, Catalog
from ..tasks.expand import InexpressibleError, expand, format_named
from ..tasks.lint import Complaint, lint, lint_task
from ..tasks.splits import split_seeds
from ..tasks.starter import starter, starter_file
from ..worlds.golden_reader import reader_of
from .files import writing
from .progress import say

Size = Annotated[str, typer.Option(help="size of the seed data that facts are drawn from: small or full")]
Folder = Annotated[Path, typer.Option(help="folder of the task files, one folder a site")]


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


def expand_family(
    family: Annotated[str, typer.Argument(help="id of the family, such as forum.vote-post")],
    seeds: Annotated[str, typer.Option(help="seeds of the draws, first:end, such as 0:100")] = "0:100",
    split: Annotated[str | None, typer.Option(help="the first --n seeds of train, dev or test instead")] = None,
    n: Annotated[int, typer.Option(help="how many seeds of the split")] = 100,
    out: Annotated[Path | None, typer.Option(help="write to this file, not to standard output")] = None,
    format_name: Annotated[str, typer.Option("--format", help="browserenv or webarena")] = "browserenv",
    size: Size = "full",
) -> None:
    """Write a family's tasks for many seeds, one JSON object a line. Exit code 1 when the form can say none of them."""
    catalog = Catalog()
    catalog.family(family)
    numbers = split_seeds(split, n) if split else seeds_of(seeds)
    form = format_named(format_name)
    digests, n_written, left_out = set(), 0, ""
    with _sink(out) as file:
        for task in expand(catalog, family, numbers, reader_of(size)):
            try:
                file.write(json.dumps(form(task), ensure_ascii=False) + "\n")
            except InexpressibleError as error:
                left_out = left_out or str(error)
                continue
            digests.add(task.digest)
            n_written += 1
    say(
        f"{n_written} of {len(numbers)} tasks written, {len(digests)} different" + (f"; {left_out}" if left_out else "")
    )
    if n_written == 0:
        raise typer.Exit(1)


def new_family(
    family: Annotated[str, typer.Argument(help="id of the new family, site.name")],
    folder: Folder = Path(),
) -> None:
    """Write a commented file for a new family, which loads as it is and is yours to change."""
    text, path = starter(family), folder / starter_file(family)
    if path.exists():
        raise BrowserenvError(f"{path} is there already; choose another name or edit it")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{path}: change it, then 'browserenv tasks lint {family} --folder {folder}'")


def lint_families(
    families: Annotated[list[str] | None, typer.Argument(help="ids of families; all unless named")] = None,
    folder: Folder = PACKAGED,
    size: Size = "small",
    pages: Annotated[bool, typer.Option("--pages", help="open the start pages too, in a world")] = False,
) -> None:
    """Look for what a task should not have. Exit code 1 when there is anything."""
    catalog = Catalog(folder)
    catalog.require_files()
    complaints = list(_complaints(catalog, families or list(catalog.files), size))
    if pages:
        complaints += _start_pages(catalog, families or list(catalog.files), size)
    for complaint in complaints:
        print(complaint)
    print(f"{len(families or catalog.files)} families, {len(complaints)} complaints")
    if complaints:
        raise typer.Exit(1)


def _complaints(catalog: Catalog, families: Iterable[str], size: str) -> Iterator[Complaint]:
    today, state = datetime.now(UTC).date(), reader_of(size)
    for family_id in families:
        yield from lint(catalog.family(family_id), today)
        yield from lint_task(catalog.task(family_id, 0, state))


def _start_pages(catalog: Catalog, families: Iterable[str], size: str) -> list[Complaint]:
    """The start pages that no page answers at."""
    found = []
    for family_id in families:
        env = BrowserEnv(family_id, catalog=catalog, size=size, observe=("axtree",), log=say)
        try:
            observation, _ = env.reset(seed=0)
            titles = zip(observation["open_pages_urls"], observation["open_pages_titles"], strict=False)
            bad = [url for url, title in titles if "not found" in title.lower() or url.startswith("chrome-error")]
            found += [Complaint(family_id, "start", f"nothing is at {url}; mend the address") for url in bad]
        finally:
            env.close()
    return found


@contextmanager
def _sink(path: Path | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdout
    else:
        with writing(path), path.open("w", encoding="utf-8") as file:
            yield file
