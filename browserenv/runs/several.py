"""Several tasks, one after the other: one world and one Chromium for all tasks of the same sites."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..agents.base import Agent
from ..errors import BrowserenvError, BrowserUnusableError, InfrastructureFault, NoReplicaError
from ..gymnasium_env import BrowserEnv
from ..tasks.catalog import Catalog
from ..tasks.errors import TaskError
from ..tasks.suites import by_sites
from ..tasks.task import Task
from .play import Played, play, reason_of
from .selftest import selftest

# What one task, or the world of a few, may fail by; without a browser none can be played, so that ends all.
FAILURES = (InfrastructureFault, BrowserenvError, TaskError)
MakeAgent = Callable[[Task, dict[str, str]], Agent]
MakeEnv = Callable[[str], BrowserEnv]


@dataclass(frozen=True)
class Turn:
    """One task of several as it went. ``outcome``: pass, fail or indeterminate; ``reason``: why it did not pass.

    ``played`` is None where the task was set aside, or could not be begun.
    """

    task_id: str
    outcome: str
    reason: str = ""
    played: Played | None = None


class OneTask:
    """An environment that plays one task, whatever the seed."""

    def __init__(self, env: BrowserEnv, task: Task) -> None:
        self._env = env
        self._task = task
        self.step = env.step

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._env.reset(seed=seed, options={"task": self._task})


def play_several(
    catalog: Catalog,
    task_ids: Sequence[str],
    make_env: MakeEnv,
    make_agent: MakeAgent,
    seed: int,
    *,
    selftests: bool = False,
    pictures: bool = False,
    on_open: Callable[[BrowserEnv, Sequence[Task]], None] = lambda env, tasks: None,
    on_turn: Callable[[BrowserEnv, Turn], None] = lambda env, turn: None,
) -> Iterator[Turn]:
    """Play each task once. ``make_env`` makes the environment for the first task of a group with the same sites.

    ``on_open`` gets the tasks of a group before the first is played; ``on_turn`` is called while the environment still
    knows the episode; ``pictures``: its screenshots are kept. With ``selftests``, a task whose oracle fails in this
    environment is set aside as indeterminate instead of being played. A task that fails, or whose world does, is
    indeterminate, and the others are played. Raises ``BrowserUnusableError``: what lacks a browser lacks it for all.
    """
    for ids in by_sites(catalog, task_ids):
        env = _opened(make_env, ids[0])
        if isinstance(env, str):
            yield from (Turn(task_id, "indeterminate", env) for task_id in ids)
            continue
        try:
            drawn = [_drawn(env, catalog, task_id, seed) for task_id in ids]
            on_open(env, [task for task in drawn if isinstance(task, Task)])
            for task in drawn:
                turn = task if isinstance(task, Turn) else _turn(env, task, make_agent, seed, selftests, pictures)
                on_turn(env, turn)
                yield turn
        finally:
            env.close()


def _opened(make_env: MakeEnv, task_id: str) -> BrowserEnv | str:
    """The environment of a group, or why there is none. What else is wrong with its options is so for all groups."""
    try:
        env = make_env(task_id)
    except NoReplicaError as error:
        return str(error)
    try:
        env.open()
    except BaseException as error:
        env.close()
        if isinstance(error, BrowserUnusableError) or not isinstance(error, FAILURES):
            raise
        return str(error)
    return env


def _drawn(env: BrowserEnv, catalog: Catalog, task_id: str, seed: int) -> Task | Turn:
    """The task, or what became of it where this data has none."""
    try:
        return catalog.task(task_id, seed, env.core.world.golden_state)
    except FAILURES as error:
        return Turn(task_id, "indeterminate", str(error))


def _turn(env: BrowserEnv, task: Task, make_agent: MakeAgent, seed: int, selftests: bool, pictures: bool) -> Turn:
    """One task; what keeps it from being played says nothing about the agent."""
    hosts = {site: address.origin for site, address in env.core.world.addresses.items()}
    try:
        if selftests and not (health := selftest(OneTask(env, task), task, hosts, seed)).is_fit:
            return Turn(task.task_id, "indeterminate", health.reason)
        played = play(OneTask(env, task), make_agent(task, hosts), seed, pictures=pictures)
    except BrowserUnusableError:
        raise
    except FAILURES as failure:
        return Turn(task.task_id, "indeterminate", str(failure))
    return Turn(task.task_id, str(played.info["outcome"]), reason_of(played), played)
