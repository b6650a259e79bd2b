"""``browserenv play``: a person plays a task in a window and is judged as an agent is."""

from __future__ import annotations

import select
import sys
from typing import Annotated

import typer

from ..gymnasium_env import BrowserEnv
from ..judges.verdict import Outcome, Verdict
from ..tasks.catalog import plain_id
from .progress import building, say

LOOK_EVERY_S = 1.0


def play(
    task: Annotated[str, typer.Argument(help="id of the task, such as task-580")],
    seed: Annotated[int, typer.Option(help="seed of the episode")] = 0,
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "full",
) -> None:
    """Open a task in a window for a person. The state is judged as you go; Enter at the terminal ends it."""
    with building() as progress:
        env = BrowserEnv(plain_id(task), size=size, headless=False, progress=progress, log=say)
        env.open()
    try:
        env.reset(seed=seed)
        print(env.task.intent)
        print("work in the window; a line here is your answer and ends the task, an empty line ends it without one")
        verdict = _watch(env)
    finally:
        env.close()
    print(f"{verdict.outcome}  {verdict.reason}")
    if verdict.outcome is not Outcome.PASS:
        raise typer.Exit(1)


def _watch(env: BrowserEnv) -> Verdict:
    """Tell each change of the verdict until the person ends the task."""
    said = ""
    while True:
        verdict = env.evaluate()
        if str(verdict) != said:
            said = str(verdict)
            print(f"now: {verdict.outcome}  {verdict.reason}", flush=True)
        readable, _, _ = select.select([sys.stdin], [], [], LOOK_EVERY_S)
        if readable:
            answer = sys.stdin.readline().strip()
            env.step(f"send_msg_to_user({answer!r})")
            return env.evaluate()
