"""An agent written for BrowserGym, unmodified, does task 580.

    python examples/browsergym_agent.py [PYTHON_WITH_BROWSERGYM_CORE]

``browsergym-core`` pins an old Playwright, so the agent runs in a Python of its own, where none of ours is installed;
without one given, a virtual environment is made in the cache folder.
It gets observations and gives action strings, one JSON object a line; this file carries them to and fro.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import browserenv  # noqa: F401  registers the tasks
from browserenv.cli.bench_step import BROWSERGYM_CORE
from browserenv.cli.other_venv import python_with

AGENT = Path(__file__).with_name("browsergym_demo_agent.py")
RAW = ("axtree_object", "dom_object", "extra_element_properties")


def plain(value: Any) -> Any:
    """NumPy's values as JSON has them."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is nothing that JSON has")


def main(python: Path) -> int:
    """Play one episode; the exit code is 0 when the reward is 1."""
    env: Any = gym.make("browserenv/task-580", size="small", observe=RAW, disable_env_checker=True)
    agent = subprocess.Popen([str(python), str(AGENT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert agent.stdin is not None and agent.stdout is not None
    reward, over = 0.0, False
    try:
        observation, _ = env.reset(seed=0)
        while not over and reward < 1.0:
            agent.stdin.write(json.dumps(observation, default=plain) + "\n")
            agent.stdin.flush()
            line = agent.stdout.readline()
            if not line:
                raise RuntimeError("the agent ended; what it said is above")
            observation, reward, terminated, truncated, info = env.step(json.loads(line)["action"])
            print(f"{info['step']}  {observation['last_action']!r:.90}  {observation['last_action_error']}  {reward}")
            over = terminated or truncated
        print(f"reward  {float(reward)}   {info['outcome']}")
        return 0 if reward == 1.0 else 1
    finally:
        agent.stdin.close()
        agent.wait(10)
        agent.stdout.close()
        env.close()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else python_with("browsergym", BROWSERGYM_CORE)))
