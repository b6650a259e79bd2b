"""Worlds at once in one site process: each sees a fresh start, and the same deeds earn the same reward."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import Played, play
from browserenv.worlds.pool import SitePool

HOSTS = {"forum": "http://forum.localhost"}
N_WORLDS = 4


@pytest.mark.slow
def test_worlds_at_once_start_fresh_and_give_the_same_reward(forum_golden: Any) -> None:
    played: list[list[Played]] = [[] for _ in range(N_WORLDS)]

    def work(number: int, pool: SitePool) -> None:
        env = BrowserEnv("580", size="small", pool=pool, reset_by=("replace", "rollback")[number % 2])
        try:
            agent = make_agent("oracle", env.task_for(0), HOSTS)
            played[number] += [play(env, agent, seed=0) for _ in range(2)]
        finally:
            env.close()

    with SitePool() as pool:
        threads = [threading.Thread(target=work, args=[number, pool]) for number in range(N_WORLDS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert list(pool.processes) == []
    rewards = [episode.reward for episodes in played for episode in episodes]
    assert rewards == [1.0] * (2 * N_WORLDS)
    assert len({episode.start_info["fingerprints"]["forum"] for episodes in played for episode in episodes}) == 1
    assert {len(episode.steps) for episodes in played for episode in episodes} == {6}


@pytest.mark.slow
def test_a_site_process_killed_under_two_worlds_brings_both_back(forum_golden: Any) -> None:
    """The world that is acting when it dies is indeterminate; the other one goes on to its reward."""
    with SitePool() as pool:
        acting, thinking = (BrowserEnv("580", size="small", pool=pool) for _ in range(2))
        try:
            acting.reset(seed=0)
            world: Any = acting.core.world
            moment = world.moment

            def kill_first() -> Any:
                world.moment = moment
                world.process._process.kill()
                return moment()

            class Interrupted:
                """The oracle, in whose third turn the other world's action meets a dying process."""

                name = "oracle"
                n_acts = 0
                inner = make_agent("oracle", thinking.task_for(0), HOSTS)

                def start(self, seed: int) -> None:
                    self.inner.start(seed)

                def act(self, observation: Any) -> str:
                    self.n_acts += 1
                    if self.n_acts == 3:
                        world.moment = kill_first
                        _, _, _, truncated, info = acting.step("noop()")
                        assert truncated
                        assert info["fault"]["part"] == "world"
                    return self.inner.act(observation)

            assert play(thinking, Interrupted(), seed=0).reward == 1.0
            assert play(acting, make_agent("oracle", acting.task_for(0), HOSTS), seed=0).reward == 1.0
            assert world.restarts() == 1
        finally:
            acting.close()
            thinking.close()
