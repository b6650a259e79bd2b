"""Faults of the world and of the browser are indeterminate, never the agent's, and the next episode is clean."""

from __future__ import annotations

import os
import signal
import threading
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


@pytest.mark.slow
def test_a_failure_after_a_site_did_not_answer_is_indeterminate(forum_golden: Any) -> None:
    """The site process is held still for one visit and goes on afterwards."""
    env = BrowserEnv("580", size="small")
    try:
        env.reset(seed=0)
        os.kill(env.core.world.process.process_id, signal.SIGSTOP)  # type: ignore[attr-defined]
        timer = threading.Timer(20, os.kill, [env.core.world.process.process_id, signal.SIGCONT])  # type: ignore[attr-defined]
        timer.start()
        observation, *_ = env.step('goto("http://forum.localhost/f/books")')
        timer.join()
        _, reward, terminated, _, info = env.step('send_msg_to_user("I could not open the page.")')
        assert observation["last_action_error"] != ""
        assert (float(reward), terminated) == (0.0, True)
        assert (info["outcome"], info["reward_valid"]) == ("indeterminate", False)
        assert info["fault"]["part"] == "site"
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
