"""Faults of the world and of the browser are indeterminate, never the agent's, and the next episode is clean."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play

HOSTS = {"forum": "http://forum.localhost"}


def kill_site(env: BrowserEnv) -> None:
    os.kill(env.core.world.process.process_id, signal.SIGKILL)  # type: ignore[attr-defined]


def kill_browser(env: BrowserEnv) -> None:
    os.kill(env.core.browser_process_id, signal.SIGKILL)


@pytest.mark.parametrize(("kill", "part"), [(kill_site, "world"), (kill_browser, "browser")])
def test_a_killed_part_makes_the_episode_indeterminate(
    forum_golden: Any, kill: Callable[[BrowserEnv], None], part: str
) -> None:
    env = BrowserEnv("580", size="small")
    try:
        _, clean = env.reset(seed=0)
        kill(env)
        observation, reward, terminated, truncated, info = env.step("noop()")
        assert env.observation_space.contains(observation)
        assert (float(reward), terminated, truncated) == (0.0, False, True)
        assert (info["outcome"], info["reward_valid"]) == ("indeterminate", False)
        assert info["fault"]["part"] == part
        played = play(env, make_agent("oracle", env.task_for(0), HOSTS), seed=0)
        assert played.reward == 1.0
        assert played.start_info["fingerprints"] == clean["fingerprints"]
    finally:
        env.close()


def test_closing_leaves_no_process(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small")
    env.reset(seed=0)
    ids = [env.core.world.process.process_id, env.core.browser_process_id]  # type: ignore[attr-defined]
    env.close()
    env.close()
    for process_id in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(process_id, 0)
