"""Faults of the world and of the browser are indeterminate, never the agent's, and the next episode is clean."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from browserenv.agents.base import AgentError
from browserenv.agents.lookup import make_agent
from browserenv.agents.oracle import OracleAgent, find
from browserenv.errors import InfrastructureFault
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.runs.trajectory import read_trajectory
from browserenv.sites.kit.files import DATABASE
from browserenv.tasks.steps import Target
from tests.env.conftest import reset_from_its_opening

HOSTS = {"forum": "http://forum.localhost"}


def kill_site_during_the_action(env: BrowserEnv) -> None:
    """Kill it as soon as the environment asks the world for the time, in the middle of the next step."""
    world: Any = env.core.world
    moment = world.moment

    def kill_first() -> Any:
        world.moment = moment
        os.kill(world.process.process_id, signal.SIGKILL)
        return moment()

    world.moment = kill_first


def kill_browser(env: BrowserEnv) -> None:
    os.kill(env.core.browser_process_id, signal.SIGKILL)


def assert_next_is_clean(env: BrowserEnv, fingerprints: dict[str, str]) -> None:
    played = play(env, make_agent("oracle", env.task_for(0), HOSTS), seed=0)
    assert played.reward == 1.0
    assert played.start_info["fingerprints"] == fingerprints


def go_on(env: BrowserEnv, observation: dict[str, Any]) -> Any:
    """Play the oracle to the end of a running episode; returns what the last step did."""
    agent = OracleAgent(env.task_for(0).oracle, HOSTS)
    agent.start(0)
    result: Any = (observation, 0.0, False, False, {})
    while not (result[2] or result[3]):
        try:
            action = agent.act(result[0])
        except AgentError:
            action = 'send_msg_to_user("It does not work.")'
        result = env.step(action)
    return result


def assert_not_scored(result: tuple[Any, ...], *parts: str) -> None:
    _, reward, _, _, info = result
    assert float(reward) == 0.0
    assert (info["outcome"], info["reward_valid"]) == ("indeterminate", False)
    assert info["fault"]["part"] in parts


@pytest.mark.parametrize(("kill", "part"), [(kill_site_during_the_action, "world"), (kill_browser, "browser")])
def test_a_killed_part_makes_the_episode_indeterminate(
    forum_golden: Any, kill: Callable[[BrowserEnv], None], part: str
) -> None:
    env = BrowserEnv("580", size="small")
    try:
        _, clean = env.reset(seed=0)
        assert (clean["retries"], clean["retried_after"]) == (0, None)
        kill(env)
        result = env.step("noop()")
        assert env.observation_space.contains(result[0])
        assert result[2:4] == (False, True)
        assert_not_scored(result, part)
        assert_next_is_clean(env, clean["fingerprints"])
    finally:
        env.close()


def test_a_site_killed_between_actions_comes_back_and_the_episode_goes_on(env: BrowserEnv) -> None:
    """Nothing was asked of it when it died, and what was written is there."""
    world: Any = env.core.world

    class Interrupted(OracleAgent):
        n_acts = 0

        def act(self, observation: Mapping[str, Any]) -> str:
            self.n_acts += 1
            if self.n_acts == 4:
                before = world.restarts()
                os.kill(world.process.process_id, signal.SIGKILL)
                while world.restarts() == before:
                    os.sched_yield()
            return super().act(observation)

    played = play(env, Interrupted(env.task_for(0).oracle, HOSTS), seed=0)
    assert played.reward == 1.0
    assert world.restarts() > 0


def alter_a_byte(path: Path) -> None:
    path.chmod(0o644)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def test_a_golden_file_altered_between_episodes_is_rebuilt_and_the_episode_retried(
    forum_golden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "golden" / "forum"
    cache.mkdir(parents=True)
    shutil.copytree(forum_golden.folder, cache / forum_golden.folder.name)
    monkeypatch.setenv("BROWSERENV_CACHE", str(tmp_path))
    said: list[str] = []
    env = BrowserEnv("580", size="small", reset_by="rollback", log=said.append)
    try:
        _, clean = env.reset(seed=0)
        alter_a_byte(cache / forum_golden.folder.name / DATABASE)
        _, info = env.reset(seed=0)
        assert info["fingerprints"] == clean["fingerprints"]
        assert info["retries"] == 1
        assert "starts with fingerprint" in info["retried_after"]["message"]
        assert any("is corrupt" in line for line in said)
        assert env.reset(seed=0)[1]["retries"] == 0
    finally:
        env.close()


def test_a_state_file_cut_short_makes_the_episode_indeterminate(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", reset_by="rollback")
    try:
        _, clean = env.reset(seed=0)
        world: Any = env.core.world
        with world.database("forum").open("r+b") as file:
            file.truncate(2 * 4096)
        assert_not_scored(env.step('goto("http://forum.localhost/f/books")'), "world")
        assert_next_is_clean(env, clean["fingerprints"])
    finally:
        env.close()


def test_a_full_disk_makes_the_episode_indeterminate(forum_golden: Any) -> None:
    """No file of the site process may grow beyond 4 kB, which SQLite meets as it does a full disk."""
    env = BrowserEnv("580", size="small")
    try:
        observation, clean = env.reset(seed=0)
        world: Any = env.core.world
        resource.prlimit(world.process.process_id, resource.RLIMIT_FSIZE, (4096, 4096))
        assert_not_scored(go_on(env, observation), "site", "world")
        _, info = env.reset(seed=0)  # nothing can be copied: world and browser are started anew
        assert info["retries"] == 1
        assert "File too large" in info["retried_after"]["message"]
        assert_next_is_clean(env, clean["fingerprints"])
    finally:
        env.close()


@pytest.fixture
def small_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file system of 24 MB, where the state folders go; its path is short, as those of sockets have to be."""
    disk = Path(tempfile.mkdtemp(prefix="disk-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "none", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    yield disk
    monkeypatch.undo()
    subprocess.run(["umount", "--lazy", str(disk)], check=True)
    disk.rmdir()


def fill(path: Path) -> None:
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def test_a_disk_that_is_full_makes_the_episode_indeterminate(forum_golden: Any, small_disk: Path) -> None:
    env = BrowserEnv("580", size="small", observe=("axtree",))
    try:
        env.open()
        observation, clean = env.reset(seed=0)
        fill(small_disk / "rest")
        assert_not_scored(go_on(env, observation), "site", "world")
        (small_disk / "rest").unlink()
        assert_next_is_clean(env, clean["fingerprints"])
    finally:
        env.close()
    assert list(small_disk.iterdir()) == []


@pytest.mark.slow
def test_two_runs_at_once_into_one_folder_both_end_well(forum_golden: Any, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "browserenv.cli.main", "run", "580", "--size", "small", "--out", str(tmp_path)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [run.communicate() for run in runs]
    assert [run.returncode for run in runs] == [0, 0], said
    (folder,) = (tmp_path / "trajectories").iterdir()
    assert read_trajectory(folder).record.reward == 1.0


@pytest.mark.parametrize("manner", ["error", "reset"])
def test_a_site_that_fails_makes_a_failure_indeterminate(proxied: Any, manner: str) -> None:
    _, clean = proxied.reset(seed=0)
    proxied.core.world.proxy.manner = manner
    observation, *_ = proxied.step('goto("http://forum.localhost/f/books")')
    assert proxied.observation_space.contains(observation)
    proxied.core.world.proxy.manner = "pass"
    assert_not_scored(proxied.step('send_msg_to_user("The site is down.")'), "site")
    assert_next_is_clean(proxied, clean["fingerprints"])


def test_a_part_of_the_start_page_that_failed_is_told_though_the_agent_only_speaks(
    proxied: Any,
) -> None:
    proxied.open()
    proxied.core.world.proxy.manner = "no style"
    observation, info = proxied.reset(seed=0)
    assert (observation["url"], info["retries"]) == ("http://forum.localhost/", 0)
    result = proxied.step('send_msg_to_user("It looks odd.")')
    assert_not_scored(result, "site")
    assert ".css" in result[4]["fault"]["message"]
    assert result[4]["fault"]["message"].endswith(" answered 500")


@pytest.mark.parametrize("then", ["noop()", 'send_msg_to_user("It went away.")'])
def test_a_failure_after_a_page_crashed_is_indeterminate(env: BrowserEnv, then: str) -> None:
    """Out of memory, say. What the agent did not reach is not its fault."""
    env.reset(seed=0)
    env.run(env.core.require_session().crash_tab())
    result = env.step(then)
    if not result[2]:
        assert "crashed and was opened again" in result[0]["last_action_error"]
        result = env.step('send_msg_to_user("It went away.")')
    assert_not_scored(result, "browser")
    assert result[4]["fault"]["message"] == "the page http://forum.localhost/ crashed"


@pytest.mark.slow
def test_a_site_that_is_slow_by_forty_seconds_makes_a_failure_indeterminate(proxied: Any) -> None:
    observation, clean = proxied.reset(seed=0)
    proxied.core.world.proxy.manner = "late"
    link = find(observation, Target(role="link", name="Create forum"))
    proxied.step(f'click("{link}")')
    proxied.core.world.proxy.manner = "pass"
    assert_not_scored(proxied.step('send_msg_to_user("The site is slow.")'), "site")
    assert_next_is_clean(proxied, clean["fingerprints"])


def test_a_site_that_fails_at_the_start_is_tried_once_more(proxied: Any) -> None:
    proxied.open()
    proxied.core.world.proxy.manner = "error"
    _, info = proxied.reset(seed=0)  # world and proxy are started anew
    assert (info["retries"], info["retried_after"]["part"]) == (1, "site")


def test_a_site_that_keeps_failing_ends_that_episode_alone(proxied: Any) -> None:
    _, clean = proxied.reset(seed=0)
    with reset_from_its_opening(proxied.core.world), pytest.raises(InfrastructureFault, match="site: start page"):
        proxied.reset(seed=0)
    assert_next_is_clean(proxied, clean["fingerprints"])


@pytest.mark.slow
def test_with_the_network_cut_a_run_is_as_ever(forum_golden: Any) -> None:
    """In a network name space of its own, where there is a loopback and nothing else."""
    command = f"ip link set lo up && exec {sys.executable} -m browserenv.cli.main run 580 --size small"
    run = subprocess.run(["unshare", "--net", "sh", "-c", command], capture_output=True, text=True, check=False)
    if "unshare" in run.stderr or "ip:" in run.stderr:
        pytest.skip(f"no network can be cut off here: {run.stderr.strip()}")
    assert run.returncode == 0, run.stderr
    assert "reward 1.0" in run.stdout


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
