"""The harness killed with no chance to tidy up: nothing is left running, and the next run is clean."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.browser.processes import parent_of
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.worlds.leases import find_leases
from browserenv.worlds.owner import start_ticks

HOSTS = {"forum": "http://forum.localhost"}
# Plays until the world is asked for what belongs to the phase; there it signals by a line and waits to be killed.
HARNESS = """
import sys, time
from browserenv.gymnasium_env import BrowserEnv
phase = sys.argv[1]
env = BrowserEnv("580", size="small")
env.reset(seed=0)
world = env.core.world
asked = {"reset": "login", "step": "moment", "validation": "diff"}[phase]
def wait_for_the_end(*arguments):
    print("here", flush=True)
    time.sleep(600)
setattr(world, asked, wait_for_the_end)
print(world.process.process_id, env.core.browser_process_id, world.process.folder, flush=True)
env.reset(seed=0) if phase == "reset" else env.step('goto("http://forum.localhost/f/books")')
"""


def run_and_kill(phase: str) -> tuple[list[int], Path]:
    """The processes that the harness had started, and its folder."""
    with subprocess.Popen([sys.executable, "-c", HARNESS, phase], stdout=subprocess.PIPE, text=True) as harness:
        assert harness.stdout is not None
        sites, browser, folder = harness.stdout.readline().split()
        started = [int(sites), int(browser), parent_of(int(browser))]
        assert harness.stdout.readline() == "here\n"
        harness.send_signal(signal.SIGKILL)
    return started, Path(folder)


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["reset", "step", "validation"])
def test_nothing_is_left_running_and_the_next_run_is_clean(env: BrowserEnv, phase: str) -> None:
    _, clean = env.reset(seed=0)
    started, folder = run_and_kill(phase)
    while any(start_ticks(process_id) for process_id in started):
        os.sched_yield()  # they end by themselves; a test that hangs here says that they do not
    while folder.exists():
        os.sched_yield()
    played = play(env, make_agent("oracle", env.task_for(0), HOSTS), seed=0)
    assert played.reward == 1.0
    assert played.start_info["fingerprints"] == clean["fingerprints"]
    assert folder not in [lease.folder for lease in find_leases()]


@pytest.mark.slow
def test_two_runs_at_once_on_an_empty_cache_build_once_and_agree(tmp_path: Path) -> None:
    code = (
        "from browserenv.worlds.embedded import EmbeddedWorld; from browserenv.worlds.damage import Vandal;"
        "world = EmbeddedWorld(['forum'], size='small', log=print); world.open(); first = world.reset({});"
        "Vandal(world, 'forum', world.database('forum'), 1).strike(); again = world.reset({}); world.close();"
        "print(first == again, first.fingerprints['forum'], world.goldens['forum'].folder)"
    )
    environment = {**os.environ, "BROWSERENV_CACHE": str(tmp_path)}
    runs = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(2)
    ]
    said: list[Any] = [run.communicate()[0].split() for run in runs]
    assert said[0] == said[1]
    assert said[0][0] == "True"
    assert [path.suffix for path in sorted((tmp_path / "golden" / "forum").iterdir())] == ["", ".lock"]
