"""``browserenv bench step``: the same deeds on the same page, in turns, by all contestants of one run."""

from __future__ import annotations

import json
import os
import platform
import statistics
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ..browser.processes import pss_mb, tree_of
from ..errors import BrowserenvError
from ..gymnasium_env import BrowserEnv
from ..worlds.pool import SitePool
from .contestants import BROWSERGYM, DEEDS, Bare, BrowserGym, Contestant, Ours
from .files import require_writable, writing
from .other_venv import python_with
from .progress import building, say
from .tables import show

TASK, SITE, USER = "580", "forum", "MarvelsGrantMan136"
BROWSERGYM_CORE = "browsergym-core==0.14.3"
PHASES = ("parse", "act", "settle", "state", "browser", "observe", "validate")
TO_REACH = {
    "bare": "ours at most 1.5 x",
    "browsergym, defaults": "at least 10 x ours",
    "browsergym, fastest": "at least 3 x ours",
}
Times = dict[str, dict[str, list[float]]]  # by contestant and deed, milliseconds


def step(
    rounds: Annotated[int, typer.Option(help="turns of each contestant at each deed")] = 15,
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "small",
    browsergym: Annotated[
        str, typer.Option(help="auto: install it into the cache folder; no; or a Python that has it")
    ] = "auto",
    out: Annotated[Path | None, typer.Option(help="file for the figures, as JSON")] = None,
) -> None:
    """Medians of noop, click, fill, a navigating click and reset, beside bare Playwright and BrowserGym."""
    if rounds < 1:
        raise BrowserenvError("bench step needs --rounds of at least 1")
    if out is not None:
        require_writable(out)
    with ExitStack() as stack:
        pool = stack.enter_context(SitePool())
        with building() as progress:
            env = BrowserEnv(TASK, size=size, pool=pool, reset_by="rollback", max_steps=10**6, progress=progress)
        stack.callback(env.close)
        env.open()
        ours = Ours(env)
        contestants = [ours, *_others(env, browsergym, stack)]
        times: Times = {each.name: {deed: [] for deed in DEEDS} for each in contestants}
        _take_turns(contestants, times, rounds)
        record = _record(contestants, ours, times) | {"one more world, MB": _one_more_world(env, pool, size)}
    record |= {"rounds": rounds, "size": size, "versions": _versions(browsergym != "no"), "cpus": os.cpu_count()}
    _print(record)
    if out is not None:
        with writing(out):
            out.write_text(json.dumps(record, indent=1) + "\n")


def _others(env: BrowserEnv, browsergym: str, stack: ExitStack) -> list[Contestant]:
    cookies: Any = list(env.core.world.login(SITE, USER))
    others: list[Contestant] = [Bare(env, cookies)]
    stack.callback(others[0].close)
    if browsergym == "no":
        return others
    try:
        python = python_with("browsergym", BROWSERGYM_CORE) if browsergym == "auto" else Path(browsergym)
    except BrowserenvError as error:
        say(f"BrowserGym is left out: {error}")
        return others
    for name in BROWSERGYM:
        other = BrowserGym(name, python, env, cookies)
        stack.callback(other.close)
        others.append(other)
    return others


def _take_turns(contestants: list[Any], times: Times, rounds: int) -> None:
    """The first turn of each is not counted: it starts browsers."""
    for number in range(rounds + 1):
        say(f"round {number} of {rounds}")
        for deed in ("reset", "noop", "click", "fill", "navigate"):
            for each in contestants:
                elapsed_ms = each.do(deed)
                if number and elapsed_ms is not None:
                    times[each.name][deed].append(elapsed_ms)
                if deed == "navigate":
                    each.home()


def _record(contestants: list[Any], ours: Ours, times: Times) -> dict[str, Any]:
    medians = {name: {deed: statistics.median(ms) for deed, ms in by.items() if ms} for name, by in times.items()}
    phases = {
        deed: {
            phase: statistics.median(each.get(phase, 0.0) for each in noted[1:])
            for phase in PHASES
            if any(phase in each for each in noted)
        }
        for deed, noted in ours.phases.items()
    }
    memory = {each.name: pss_mb([pid for head in each.process_ids for pid in tree_of(head)]) for each in contestants}
    memory["this program"] = pss_mb([os.getpid()])
    return {"median ms": medians, "ours by phase, ms": phases, "memory, MB": memory, "ms": times}


def _one_more_world(env: BrowserEnv, pool: SitePool, size: str) -> float:
    """What a second world adds to the site process and to this one; its browser is left out."""
    world: Any = env.core.world
    heads = [world.process.process_id, os.getpid()]
    before = pss_mb(heads)
    second = BrowserEnv(TASK, size=size, pool=pool, reset_by="rollback")
    try:
        second.reset(seed=0)
        return pss_mb(heads) - before
    finally:
        second.close()


def _print(record: dict[str, Any]) -> None:
    medians = record["median ms"]
    names = [name for name in ("bare", "ours", *TO_REACH) if name in medians]
    names = list(dict.fromkeys(names))
    rivals = [name for name in names if name != "ours"]
    table = Table("median ms", *names, *(_ratio_name(name) for name in rivals), box=None)
    for deed in DEEDS:
        by_name = {name: medians[name].get(deed) for name in names}
        cells = ["never" if ms is None else f"{ms:.0f}" for ms in by_name.values()]
        table.add_row(deed, *cells, *(_ratio(by_name["ours"], by_name[name], name) for name in rivals))
    show(table)
    for name, by in record["ms"].items():
        late = {deed: record["rounds"] - len(ms) for deed, ms in by.items() if len(ms) < record["rounds"]}
        if late:
            print(f"{name} did not do in its own time, and these are left out: {late} of {record['rounds']}")
    print("to reach: " + "; ".join(f"{name}: {goal}" for name, goal in TO_REACH.items() if name in medians) + "\n")
    phases = Table("ours by phase, ms", *PHASES, box=None)
    for deed, parts in record["ours by phase, ms"].items():
        phases.add_row(deed, *(f"{parts[phase]:.1f}" if phase in parts else "" for phase in PHASES))
    show(phases)
    print("act holds settle; validate in click and fill is with nothing changed (to reach: under 1 ms)\n")
    memory = ", ".join(f"{name} {mb:.0f}" for name, mb in record["memory, MB"].items())
    print(f"memory, proportional set size of the process trees, MB: {memory}")
    print(f"one more world beside its browser: {record['one more world, MB']:.1f} MB (to reach: at most 40)")
    print(
        ", ".join(f"{name} {number}" for name, number in record["versions"].items()) + f", {record['cpus']} processors"
    )


def _ratio(own: float | None, other: float | None, name: str) -> str:
    if not own or not other:
        return ""
    return f"{own / other if name == 'bare' else other / own:.2f}"


def _ratio_name(name: str) -> str:
    return "ours / bare" if name == "bare" else f"{name.split(', ')[1]} / ours"


def _versions(with_browsergym: bool) -> dict[str, str]:
    versions = {name: version(name) for name in ("playwright", "gymnasium")} | {"python": platform.python_version()}
    return versions | ({"browsergym-core": BROWSERGYM_CORE.partition("==")[2]} if with_browsergym else {})
