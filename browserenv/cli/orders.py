"""Do rewards depend on the order of tasks, or on how many are played at once? Twenty that change state, four ways.

Each task is played by its oracle and by an agent that does half of the work and gives up, so that every episode but the
first comes after one that left something. What passed from one to the next would show as another reward or start.
"""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from ..agents.base import AgentError
from ..agents.oracle import OracleAgent
from ..gymnasium_env import BrowserEnv
from ..runs.play import play
from ..tasks.catalog import Catalog
from ..worlds.pool import SitePool
from .progress import building

BOTH_SITES = "calendar.reading-evening"
"""A task on the forum and the calendar: its world serves them all."""

TASKS = (
    "forum.create-forum",
    "forum.change-email",
    "forum.comment-on-post",
    "forum.delete-own-comment",
    "forum.edit-biography",
    "forum.edit-description",
    "forum.edit-own-post",
    "forum.keep-one-subscription",
    "forum.lock-thread",
    "forum.post-text",
    "forum.subscribe",
    "forum.vote-post",
    "calendar.create-event",
    "calendar.delete-all-but",
    "calendar.delete-one-of-series",
    "calendar.move-event",
    "calendar.recolor-calendars",
    "calendar.set-preferences",
    "calendar.shorten-event",
    "calendar.tidy-overlap",
)
AGENTS = ("oracle", "quitter")
Episode = tuple[str, str]
"""A task's id and an agent's name."""

Found = dict[Episode, tuple[float, str]]
"""The reward, and the fingerprint of the start state in short."""


@dataclass(frozen=True)
class Order:
    """``n_workers`` worlds take the episodes in this order."""

    name: str
    episodes: tuple[Episode, ...]
    n_workers: int = 1


def orders(tasks: Sequence[str] = TASKS, n_workers: int = 8, seed: int = 0) -> list[Order]:
    """The four ways."""
    forward = tuple((task, agent) for task in tasks for agent in AGENTS)
    shuffled = list(forward)
    random.Random(seed).shuffle(shuffled)
    return [
        Order("in file order", forward),
        Order("reversed", forward[::-1]),
        Order("shuffled", tuple(shuffled)),
        Order(f"on {n_workers} workers", forward, n_workers),
    ]


def show_orders(n_workers: int, size: str) -> bool:
    """Play all orders, print what came of them; whether all gave the same."""
    found: dict[str, Found] = {}
    for order in orders(n_workers=n_workers):
        began_s, n_done = time.monotonic(), count(1)
        with building() as progress:
            found[order.name] = play_order(
                order,
                size,
                lambda: progress(order.name, next(n_done), len(order.episodes)),  # noqa: B023
            )
        rewards = [reward for reward, _ in found[order.name].values()]
        print(
            f"{order.name:<14} {len(rewards)} episodes   {sum(reward == 1.0 for reward in rewards)} rewards of 1, "
            f"{sum(reward == 0.0 for reward in rewards)} of 0   {time.monotonic() - began_s:.0f} s",
            flush=True,
        )
    for line in (lines := differences(found)):
        print(line)
    print(f"{len(TASKS)} tasks by {' and '.join(AGENTS)}: {'they differ' if lines else 'all orders alike'}")
    return not lines


def play_order(order: Order, size: str = "small", on_episode: Callable[[], None] = lambda: None) -> Found:
    """The rewards of an order's episodes. What one worker raises is raised."""
    waiting: queue.SimpleQueue[Episode] = queue.SimpleQueue()
    for episode in order.episodes:
        waiting.put(episode)
    found: Found = {}
    failed: list[BaseException] = []

    def work(pool: SitePool) -> None:
        env = BrowserEnv(BOTH_SITES, size=size, pool=pool, observe=("axtree",))
        try:
            while not failed:
                episode = waiting.get_nowait()
                found[episode] = _play(env, *episode)
                on_episode()
        except queue.Empty:
            return
        except BaseException as error:
            failed.append(error)
            raise
        finally:
            env.close()

    with SitePool() as pool:
        workers = [threading.Thread(target=work, args=[pool]) for _ in range(order.n_workers)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    if failed:
        raise failed[0]
    return found


def differences(found: Mapping[str, Found]) -> list[str]:
    """A line for each episode that did not come out the same in all orders."""
    episodes = dict.fromkeys(episode for each in found.values() for episode in each)
    lines = []
    for episode in episodes:
        outcomes = {name: each.get(episode) for name, each in found.items()}
        if len(set(outcomes.values())) > 1:
            lines.append(f"{' by '.join(episode)}: {outcomes}")
    return lines


def _play(env: BrowserEnv, task_id: str, agent_name: str) -> tuple[float, str]:
    task = Catalog().task(task_id, 0, env.core.world.golden_state)
    hosts = {site: f"http://{site}.localhost" for site in env.core.world.facts}
    n_steps = len(task.oracle) if agent_name == "oracle" else (len(task.oracle) + 1) // 2
    agent = _Quitter(task.oracle[:n_steps], hosts) if agent_name == "quitter" else OracleAgent(task.oracle, hosts)
    played = play(_Chosen(env, task), agent, seed=0)
    prints = "+".join(value[:8] for value in played.start_info["fingerprints"].values())
    return played.reward, prints


class _Quitter(OracleAgent):
    """Does the steps that it has, and says that it gives up."""

    name = "quitter"

    def act(self, observation: Mapping[str, Any]) -> str:
        try:
            return super().act(observation)
        except AgentError:
            return 'send_msg_to_user("I give up.")'


class _Chosen:
    """An environment that plays one task of its world."""

    def __init__(self, env: BrowserEnv, task: Any) -> None:
        self._env, self._task = env, task
        self.step = env.step

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._env.reset(seed=seed, options={"task": self._task})
