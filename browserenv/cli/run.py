"""``browserenv run``: play tasks with an agent; of one task, show each step, each check and the reward."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import __version__
from ..agents.axtree import elements
from ..agents.lookup import check_agent, make_agent
from ..audit.standing import Standing
from ..errors import BrowserenvError
from ..gymnasium_env import BrowserEnv
from ..judges.judgement import needs_model, needs_pictures
from ..judges.jury import lacking
from ..judges.likeness import lacking_library
from ..judges.version import judges_version
from ..runs.play import Played, Step, play, reason_of
from ..runs.selftest import selftest as run_selftest
from ..runs.several import Turn, play_several
from ..runs.trajectory import Ended, write_trajectory
from ..tasks.catalog import Catalog, plain_id
from ..tasks.suites import named_tasks, suite_names
from ..tasks.task import Task
from .files import writing
from .progress import building, say

RECORDED = ("playwright", "gymnasium", "pydantic")
MARKS = {"pass": "green", "fail": "red", "indeterminate": "yellow"}


def run(
    tasks: Annotated[list[str] | None, typer.Argument(help="ids of tasks, or suites such as forum; task-580")] = None,
    agent: Annotated[str, typer.Option(help="noop, always-infeasible, random or oracle")] = "oracle",
    seed: Annotated[int, typer.Option(help="seed of the episodes")] = 0,
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "full",
    backend: Annotated[str, typer.Option(help="embedded, docker or external")] = "embedded",
    checks: Annotated[str, typer.Option(help="all, or original: those of the original benchmark alone")] = "all",
    headed: Annotated[bool, typer.Option("--headed", help="show the browser's window")] = False,
    selftest: Annotated[bool, typer.Option("--selftest", help="set tasks aside whose oracle fails here")] = False,
    uncertified: Annotated[bool, typer.Option("--uncertified", help="play suites without a certificate too")] = False,
    out: Annotated[Path | None, typer.Option(help="folder to store episodes in, for looking and re-judging")] = None,
    screenshots: Annotated[bool, typer.Option("--screenshots", help="with --out: store each step's picture")] = False,
) -> None:
    """Play tasks with an agent, each once, in order. Exit code 0 when every reward is 1, else 1."""
    if screenshots and out is None:
        raise BrowserenvError("--screenshots are stored in a folder; name one with --out")
    catalog = Catalog()
    names = [plain_id(name) for name in tasks or ["580"]]
    ids = named_tasks(catalog, names)
    complain(catalog, names, ids, uncertified)
    if out is not None:
        with writing(out):
            out.mkdir(parents=True, exist_ok=True)
    with building() as progress:

        def make_env(task_id: str) -> BrowserEnv:
            return BrowserEnv(
                task_id,
                catalog=catalog,
                backend=backend,
                size=size,
                checks=checks,
                headless=not headed,
                progress=progress,
                log=say,
            )

        unstored: list[str] = []

        def store(env: BrowserEnv, turn: Turn) -> None:
            if out is not None and turn.played is not None and not _stored(out, turn.played, ended(env, agent)):
                unstored.append(turn.task_id)

        turns: Iterable[Turn]
        if list(ids) == names and len(ids) == 1:
            turns = [_play_one(make_env(ids[0]), agent, seed, selftest, screenshots, store)]
        else:
            check_agent(agent)
            playing = play_several(
                catalog,
                ids,
                make_env,
                partial(make_agent, agent),
                seed,
                selftests=selftest,
                on_open=_warn,
                on_turn=store,
                pictures=screenshots,
            )
            turns = _shown(playing, len(ids))
        n_not_passed = sum(not _passed(turn) for turn in turns)  # one after the other: none is kept
    if n_not_passed or unstored:
        raise typer.Exit(1)


def _passed(turn: Turn) -> bool:
    return turn.played is not None and turn.played.reward == 1.0


def _stored(out: Path, played: Played, what: Ended) -> bool:
    """Whether the episode could be stored; where not, that is said, and the next one is played."""
    try:
        print(f"stored     {write_trajectory(out, played, what)}")
    except OSError as error:
        say(f"task {what.task.task_id} could not be stored in {out}: {error}; is there room, and may you write there?")
        return False
    return True


def complain(catalog: Catalog, names: Sequence[str], ids: Sequence[str], uncertified: bool) -> None:
    """Say which tasks are not certified. Raises ``BrowserenvError`` where a whole suite is asked for."""
    complaints = Standing(catalog).complaints(ids)
    if not complaints:
        return
    more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
    line = f"no certificate: {complaints[0]}{more}"
    suites = [name for name in names if name in suite_names(catalog)]
    if suites and not uncertified:
        mend = f"audit with 'browserenv audit {suites[0]} --certify', or run with --uncertified"
        raise BrowserenvError(f"suite {suites[0]} has {line}; {mend}")
    say(line)


def _play_one(
    env: BrowserEnv, agent_name: str, seed: int, selftests: bool, pictures: bool, store: Callable[..., None]
) -> Turn:
    """One task, step by step."""
    try:
        env.open()
        task = env.task_for(seed)
        hosts = {site: address.origin for site, address in env.core.world.addresses.items()}
        agent = make_agent(agent_name, task, hosts)
        _warn(env, [task])
        for line in env.core.world.describe():
            print(line)
        print(f"{'task-' + task.task_id if task.seed is None else task.task_id:<10} {task.intent}")
        if selftests:
            health = run_selftest(env, task, hosts, seed)
            print(f"selftest   {health.reason}", flush=True)
            if not health.is_fit:
                return Turn(task.task_id, "indeterminate", health.reason)
        played = play(env, agent, seed, on_start=_show_start, on_step=_show_step, pictures=pictures)
        _show_end(played, agent_name)
        turn = Turn(task.task_id, str(played.info["outcome"]), reason_of(played), played)
        store(env, turn)
        return turn
    finally:
        env.close()


def _warn(env: BrowserEnv, tasks: Sequence[Task]) -> None:
    """Name the tasks that no judge will be able to decide."""
    for task in tasks:
        if (hint := unjudged(task, env)) is not None:
            say(hint)


def _shown(turns: Iterator[Turn], n_tasks: int) -> Iterator[Turn]:
    """Each turn, printed as it comes, and the sums at the end."""
    outcomes: Counter[str] = Counter()
    for turn in turns:
        outcomes[turn.outcome] += 1
        mark = typer.style(f"{turn.outcome:<13}", fg=MARKS[turn.outcome])
        played = turn.played
        how = f"{played.reward:>5.2f} {len(played.steps):>3} steps {played.elapsed_s:>6.1f} s" if played else " " * 24
        typer.echo(f"{mark} {how}   {turn.task_id:<30} {_cut(turn.reason, 100)}".rstrip())
        yield turn
    n_scored = outcomes["pass"] + outcomes["fail"]
    print(
        f"tasks {n_tasks}   indeterminate {outcomes['indeterminate']}   scored {n_scored}   "
        f"pass {outcomes['pass']}   fail {outcomes['fail']}"
    )


def ended(env: BrowserEnv, agent: str) -> Ended:
    """What an environment knows of the episode that it has just played."""
    jury = env.core.jury
    versions = {name: version(name) for name in RECORDED} | {"chromium": env.core.browser_version}
    return Ended(
        task=env.task,
        evidence=env.core.evidence,
        judgement=env.core.episode.judgement,
        agent=agent,
        settings=env.conditions,
        versions={"browserenv": __version__, **versions, "python": platform.python_version()},
        judged_by=judges_version(),
        judge_model=jury.endpoint.record if jury else None,
        downloads=env.core.require_session().downloads,
    )


def unjudged(task: Task, env: BrowserEnv) -> str | None:
    """Before a run: what of a task no judge will be able to decide, and the mend; None when all is in order."""
    for labels, lacks in (
        (needs_model(task, env.settings.checks), lacking(env.core.jury)),
        (needs_pictures(task, env.settings.checks), lacking_library()),
    ):
        if labels and lacks:
            return (
                f"task {task.task_id}: {len(labels)} of its checks will be indeterminate: {lacks} ({'; '.join(labels)})"
            )
    return None


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
    if info.get("truncated_by"):
        print(f"truncated  the budget of {info['truncated_by']} was used up")
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
