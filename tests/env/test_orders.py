"""The order of tasks, and how many are played at once, change no reward and no start."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.cli.orders import AGENTS, TASKS, differences, orders, play_order
from browserenv.tasks.catalog import Catalog
from browserenv.worlds.golden_reader import reader_of

FEW = ("forum.subscribe", "forum.delete-own-comment", "calendar.delete-one-of-series")


@pytest.mark.slow
def test_rewards_are_the_same_in_every_order_and_on_two_workers() -> None:
    forward, backward, _, at_once = orders(FEW, n_workers=2)
    found = {order.name: play_order(order) for order in (forward, backward, at_once)}
    assert differences(found) == []
    rewards = {episode: reward for episode, (reward, _) in found[forward.name].items()}
    assert rewards == {(task, agent): float(agent == "oracle") for task in FEW for agent in AGENTS}
    assert len({start for each in found.values() for _, start in each.values()}) == 1


def test_there_are_twenty_tasks_and_each_changes_state(forum_golden: Any) -> None:
    assert len(set(TASKS)) == 20
    for task_id in TASKS:
        task = Catalog().task(task_id, 0, reader_of("small"))
        assert task.changes is not None
        assert any(task.changes.sites), task_id


def test_an_order_holds_every_episode_once() -> None:
    made = orders()
    assert len({frozenset(order.episodes) for order in made}) == 1
    assert all(len(order.episodes) == len(set(order.episodes)) == 40 for order in made)
    assert len({order.episodes for order in made}) == 3
    assert [order.n_workers for order in made] == [1, 1, 1, 8]


def test_another_reward_in_one_order_is_found() -> None:
    same = {("a", "oracle"): (1.0, "f"), ("b", "oracle"): (0.0, "f")}
    other = {**same, ("b", "oracle"): (1.0, "f")}
    assert differences({"one": same, "two": same}) == []
    (line,) = differences({"one": same, "two": other})
    assert line.startswith("b by oracle")
