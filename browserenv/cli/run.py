"""``browserenv run``: play one task with an agent and show each step, each check and the reward."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from ..agents.axtree import elements
from ..agents.lookup import make_agent
from ..gymnasium_env import BrowserEnv
from ..judges.judgement import needs_model
from ..judges.jury import lacking
from ..judges.version import judges_version
from ..runs.play import Played, Step, play
from ..runs.trajectory import Ended, write_trajectory
from ..tasks.task import Task
from .progress import building, say
from .tasks import task_id_of

RECORDED = ("playwright", "gymnasium", "pydantic")
MARKS = {"pass": "green", "fail": "red", "indeterminate": "yellow"}


def run(
    task: Annotated[str, typer.Argument(help="id of the task, such as task-580")] = "task-580",
    agent: Annotated[str, typer.Option(help="noop, always-infeasible, random or oracle")] = "oracle",
    seed: Annotated[int, typer.Option(help="seed of the episode")] = 0,
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "full",
    backend: Annotated[str, typer.Option(help="embedded, or docker: a container for every episode")] = "embedded",
    checks: Annotated[str, typer.Option(help="all, or original: those of the original benchmark alone")] = "all",
    headed: Annotated[bool, typer.Option("--headed", help="show the browser's window")] = False,
    out: Annotated[Path | None, typer.Option(help="folder to store the episode in, for looking and re-judging")] = None,
    screenshots: Annotated[bool, typer.Option("--screenshots", help="with --out: store each step's picture")] = False,
) -> None:
    """Play one task with an agent. Exit code 0 when the reward is 1, else 1."""
    with building() as progress:
        env = BrowserEnv(
            task_id_of(task),
            backend=backend,
            size=size,
            checks=checks,
            headless=not headed,
            progress=progress,
            log=say,
        )
        env.open()
    try:
        played = _play(env, agent, seed)
        if out is not None:
            folder = write_trajectory(out, played, ended(env, agent), screenshots)
            print(f"stored     {folder}")
    finally:
        env.close()
    if played.reward != 1.0:
        raise typer.Exit(1)


def _play(env: BrowserEnv, agent_name: str, seed: int) -> Played:
    task = env.task_for(seed)
    hosts = {site: address.origin for site, address in env.core.world.addresses.items()}
    agent = make_agent(agent_name, task, hosts)
    if (hint := unjudged(task, env)) is not None:
        say(hint)
    for line in env.core.world.describe():
        print(line)
    print(f"{'task-' + task.task_id if task.seed is None else task.task_id:<10} {task.intent}")
    played = play(env, agent, seed, on_start=_show_start, on_step=_show_step)
    _show_end(played, agent_name)
    return played


def ended(env: BrowserEnv, agent: str) -> Ended:
    """What an environment knows of the episode that it has just played."""
    jury = env.core.jury
    versions = {name: version(name) for name in RECORDED} | {"chromium": env.core.browser_version}
    return Ended(
        task=env.task,
        evidence=env.core.evidence,
        judgement=env.core.episode.judgement,
        agent=agent,
        settings=env.settings.as_record(),
        versions={"browserenv": __version__, **versions, "python": platform.python_version()},
        judged_by=judges_version(),
        judge_model=jury.endpoint.record if jury else None,
        downloads=env.core.require_session().downloads,
    )


def unjudged(task: Task, env: BrowserEnv) -> str | None:
    """Before a run: what of a task no judge will be able to decide, and the mend; None when all is in order."""
    asking = needs_model(task, env.settings.checks)
    lacks = lacking(env.core.jury) if asking else ""
    if not lacks:
        return None
    return f"task {task.task_id}: {len(asking)} of its checks will be indeterminate: {lacks} ({'; '.join(asking)})"


def _show_start(info: dict[str, Any], reset_ms: float) -> None:
    shown = "+".join(value[:8] for value in info["fingerprints"].values())
    state_ms = info["timings_ms"]["state"]
    print(f"start      fingerprint {shown} as expected{'':<45}{state_ms:>6.0f} ms", flush=True)


def _show_step(step: Step) -> None:
    target = _target(step)
    row = f"{step.number:>3}        {_cut(step.action, 44):<44}  {_cut(target, 32):<32}"
    print(f"{row}{step.reward:>4.1f} {step.elapsed_ms:>7.0f} ms", flush=True)
    for line in step.error.splitlines():
        print(f"           {line}")


def _target(step: Step) -> str:
    """The element that an action names, as the observation showed it."""
    for element in elements(step.before.get("axtree", "")):
        if f'("{element.element_id}"' in step.action:
            return f'{element.role} "{element.name}"'
    return ""


def _show_end(played: Played, agent_name: str) -> None:
    info = played.info
    if played.agent_error:
        print(f"agent      {played.agent_error}")
    if info.get("fault"):
        print(f"fault      {info['fault']['part']}: {info['fault']['message']}")
    for verdict in info.get("checks", []):
        style = MARKS[verdict["outcome"]]
        mark = typer.style(f"{verdict['outcome']:<10}", fg=style)
        typer.echo(f"{mark} {verdict['judge']:<7} {verdict['label']}: {verdict['reason']}")
    for effect in info.get("side_effects", []):
        print(f"side effect  {effect['site']} {effect['collection']} {effect['id']} {effect['kind']}: {effect['text']}")
    if not info.get("side_effects"):
        print("side effects: none")
    valid = "" if info.get("reward_valid", False) else "   not scored: indeterminate"
    print(
        f"reward {played.reward:.1f}   {len(played.steps)} steps   {played.elapsed_s:.1f} s   "
        f"{agent_name}   seed {played.seed}{valid}"
    )


def _cut(text: str, width: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 3] + "..."
