"""Where the environment works (scripts, loops, threads, forked and spawned processes), and that it leaves nothing."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from browserenv.errors import BrowserenvError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden

# Plays until a line is printed with the processes that were started; what follows is how the program ends.
PROGRAM = """
import os, signal, sys
from browserenv.browser.processes import parent_of
from browserenv.gymnasium_env import BrowserEnv
env = BrowserEnv("580", size="small", observe=("axtree",))
env.reset(seed=0)
browser = env.core.browser_process_id
print(env.core.world.process.process_id, browser, parent_of(browser), flush=True)
"""
# Waits for a line, so that nothing of what it prints is read with the line of the processes.
FORKED = """
input()
child = os.fork()
if child == 0:
    try:
        env.step("noop()")
    except Exception as error:
        print(type(error).__name__, str(error).count(chr(10)), "forked" in str(error), flush=True)
    env.close()
    sys.exit(0)
print(os.waitpid(child, 0)[1], flush=True)
print(env.step("noop()")[4]["outcome"], env.reset(seed=1)[1]["retries"], flush=True)
env.close()
"""


def play_one_step(seed: int) -> str:
    """An episode in an environment of the calling process's own."""
    env = BrowserEnv("580", size="small", observe=("axtree",))
    try:
        env.reset(seed=seed)
        return str(env.step("noop()")[4]["outcome"])
    finally:
        env.close()


def ends(process_id: int, timeout_s: float = 15) -> bool:
    """Whether a process is gone, or goes in time."""
    try:
        ending = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([ending], [], [], timeout_s)[0])
    finally:
        os.close(ending)


@contextmanager
def program(end: str) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A program that plays and then does ``end``, with the processes that it started; all are gone afterwards."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM + end],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        assert line, running.stderr and running.stderr.read()
        started = [int(word) for word in line.split()]
        yield running, started
    assert [process_id for process_id in started if not ends(process_id)] == []


@pytest.mark.parametrize("end", ["", "raise ValueError('by the agent')", "del env"])
def test_a_program_that_ends_leaves_no_process(forum_golden: Golden, end: str) -> None:
    with program(end) as (running, _):
        _, errors = running.communicate(timeout=60)
    assert running.returncode == int("raise" in end)
    assert errors.strip().splitlines()[-1:] == (["ValueError: by the agent"] if "raise" in end else [])


def test_an_interrupt_stops_a_step_and_leaves_no_process(forum_golden: Golden) -> None:
    """As at a terminal: the whole process group is interrupted."""
    with program("env.step('noop(10000)')") as (running, _):
        os.killpg(running.pid, signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors.splitlines()
    assert "was destroyed" not in errors


def test_a_chromium_that_hangs_does_not_hold_the_end_of_the_program(forum_golden: Golden) -> None:
    with program("input(); env.close(); print('closed')") as (running, started):
        os.kill(started[1], signal.SIGSTOP)
        assert running.communicate("\n", timeout=60)[0] == "closed\n"


def test_a_forked_child_gets_one_line_and_its_end_harms_nothing(forum_golden: Golden) -> None:
    with program(FORKED) as (running, _):
        said, errors = running.communicate("\n", timeout=90)
    assert said.splitlines() == ["BrowserenvError 0 True", "0", "fail 0"]
    assert errors == ""


@pytest.mark.slow
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_an_environment_of_a_subprocess_s_own(env: BrowserEnv, start: str) -> None:
    """Also beside one that the parent is using."""
    env.reset(seed=0)
    with multiprocessing.get_context(start).Pool(1) as pool:
        assert pool.apply(play_one_step, [0]) == "fail"
    assert env.step("noop()")[4]["outcome"] == "fail"


@pytest.mark.slow
def test_human_shows_a_window_and_the_agent_sees_the_same(forum_golden: Golden, display: str) -> None:
    env = BrowserEnv("580", size="small", render_mode="human")
    try:
        observation, _ = env.reset(seed=0)
        assert env.render() is None
        assert not env.settings.headless
        assert observation["screenshot"].shape == (720, 1280, 3)
        assert 'link "Create forum"' in observation["axtree"]
        assert env.step('goto("http://forum.localhost/f/books")')[0]["url"] == "http://forum.localhost/f/books"
    finally:
        env.close()


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A screen in memory, where Xvfb is installed."""
    try:
        read, write = os.pipe()
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        pytest.skip("no Xvfb on this machine: a window needs a screen")
    finally:
        os.close(write)
    with os.fdopen(read) as line:
        number = line.readline().strip()
    monkeypatch.setenv("DISPLAY", f":{number}")
    yield number
    server.terminate()
    server.wait(10)


def test_without_a_screen_a_window_is_refused_in_one_line(
    forum_golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    env: Any = BrowserEnv("580", size="small", render_mode="human")
    try:
        with pytest.raises(BrowserenvError, match="a window needs a screen, and DISPLAY is not set"):
            env.reset(seed=0)
    finally:
        env.close()
