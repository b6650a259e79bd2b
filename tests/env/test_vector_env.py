"""Many environments at once: as Gymnasium's own vector environments have them, and equal to single ones."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

from browserenv.errors import BrowserenvError, CallOrderError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden
from browserenv.tasks.errors import SeedError, UnknownTaskError
from browserenv.vector_env import VectorBrowserEnv
from tests.env.conftest import ProxiedWorld

TASK = "browserenv/task-580"
SCRIPTS = (("noop()", 'goto("http://forum.localhost/f/books")'), ('goto("http://forum.localhost/")', "scroll(0, 200)"))


@pytest.fixture(scope="module")
def pair(forum_golden: Golden) -> Iterator[Any]:
    """Two worlds from one loop; what ``make_vec`` makes by default."""
    envs = gym.make_vec(TASK, num_envs=2, size="small", reset_by="rollback")
    yield envs
    envs.close()


def test_make_vec_takes_ours_by_default(pair: Any) -> None:
    assert isinstance(pair, VectorBrowserEnv)
    assert (pair.num_envs, pair.metadata["autoreset_mode"]) == (2, AutoresetMode.NEXT_STEP)
    assert pair.spec is not None
    assert pair.spec.id == TASK


def test_equal_to_single_environments_and_to_gymnasium_s_own(pair: Any, env: BrowserEnv) -> None:
    """Observations, rewards and ends of two worlds, of the same episodes played one after the other, and the spaces,
    batches and infos that ``SyncVectorEnv`` gives for them."""
    first, infos = pair.reset(seed=3)
    steps = [pair.step(actions) for actions in SCRIPTS]
    assert list(infos["seed"]) == [3, 4]
    assert infos["_seed"].tolist() == [True, True]
    single = []
    for number in range(2):
        played: list[tuple[Any, ...]] = [env.reset(seed=3 + number)]
        played += [env.step(actions[number]) for actions in SCRIPTS]
        single.append(played)
    sync = gym.vector.SyncVectorEnv([lambda: BrowserEnv("580", size="small")] * 2)
    assert (pair.observation_space, pair.action_space) == (sync.observation_space, sync.action_space)
    for vector, at in zip([(first, infos), *steps], range(3), strict=True):
        observation = {key: [single[number][at][0][key] for number in range(2)] for key in first}
        for key, values in observation.items():
            batched = np.stack(values) if isinstance(values[0], np.ndarray) else tuple(values)
            assert data_equivalence(vector[0][key], batched, exact=True), key
        assert pair.observation_space.contains(vector[0])
    for vector, at in zip(steps, (1, 2), strict=True):
        for part in (1, 2, 3):
            assert vector[part].tolist() == [single[number][at][part] for number in range(2)]
        assert vector[4]["outcome"].tolist() == [single[number][at][4]["outcome"] for number in range(2)]
        expected: dict[str, Any] = {}
        for number in range(2):
            expected = sync._add_info(expected, single[number][at][4], number)
        assert expected.keys() == vector[4].keys()
    sync.close()


def test_an_end_is_followed_by_a_reset_at_the_next_step(pair: Any) -> None:
    pair.reset(seed=0)
    _, _, terminated, _, _ = pair.step(['send_msg_to_user("done")', "noop()"])
    assert terminated.tolist() == [True, False]
    observation, rewards, terminated, _, infos = pair.step(["ignored()", "noop()"])
    assert (rewards.tolist(), terminated.tolist()) == ([0.0, 0.0], [False, False])
    assert observation["last_action"] == ("", "noop()")
    assert (infos["step"].tolist(), infos["_fingerprints"].tolist()) == ([0, 2], [True, False])


def test_the_worlds_share_a_site_process_and_no_state(pair: Any) -> None:
    pair.reset(seed=0)
    worlds = [env.core.world for env in pair.envs]
    assert len({world.process.process_id for world in worlds}) == 1
    assert len({world.database("forum") for world in worlds}) == 2
    assert [verdict.score for verdict in pair.evaluate()] == [0.0, 0.0]
    assert pair.get_attr("task_id") == ("580", "580")
    assert [verdict.score for verdict in pair.call("evaluate")] == [0.0, 0.0], "each can be called by itself"


def test_wrong_calls_are_answered_in_a_line(pair: Any) -> None:
    pair.reset(seed=0)
    for wrong in ("noop()", ["noop()"]):
        with pytest.raises(BrowserenvError, match="step needs 2 actions"):
            pair.step(wrong)
    with pytest.raises(BrowserenvError, match="3 seeds for 2 environments"):
        pair.reset(seed=[1, 2, 3])
    with pytest.raises(SeedError, match="seed -2 is negative"):
        pair.reset(seed=[1, -2])
    with pytest.raises(SeedError, match="seed True is a truth value"):
        pair.reset(seed=True)
    with pytest.raises(SeedError, match="does not fit into the infos' arrays; give at most 9223372036854775807"):
        pair.reset(seed=2**63 - 1)
    with pytest.raises(SeedError, match="seed '5' is a str"):
        pair.reset(seed="5")
    with pytest.raises(UnknownTaskError):
        pair.reset(seed=[1, 2], options={"task": "no.such"})
    gc.collect()  # a beginning that was made and never awaited would be a warning, which is an error here
    with pytest.raises(BrowserenvError, match="at least one"):
        pair.reset(options={"reset_mask": np.zeros(2, np.bool_)})
    with pytest.raises(BrowserenvError, match="num_envs cannot be 0"):
        VectorBrowserEnv(0)


def test_collected_without_close_it_leaves_nothing_running(forum_golden: Golden) -> None:
    envs: Any = gym.make_vec(TASK, num_envs=1, size="small", observe=("axtree",))
    envs.reset(seed=0)
    process_ids = [envs.envs[0].core.browser_process_id, envs.envs[0].core.world.process.process_id]
    loop = envs._loop
    del envs
    gc.collect()
    assert loop.is_closed
    assert [each for each in process_ids if Path(f"/proc/{each}").exists()] == []


def test_what_cannot_be_made_or_is_closed_leaves_no_thread_and_says_so() -> None:
    before = set(threading.enumerate())

    def loops() -> list[str]:
        return [each.name for each in set(threading.enumerate()) - before if each.name == "browserenv-loop"]

    with pytest.raises(BrowserenvError, match="reward_at cannot be 'x'"):
        VectorBrowserEnv(2, task_id="580", size="small", reward_at="x")
    assert loops() == []
    envs = VectorBrowserEnv(2, task_id="580", size="small")
    assert loops() == ["browserenv-loop"]
    envs.close()
    assert loops() == []
    for call in (lambda: envs.step(["noop()"] * 2), lambda: envs.reset(seed=0), envs.evaluate):
        with pytest.raises(BrowserenvError, match="is closed, and the loop that it ran on; make a new one"):
            call()
    gc.collect()  # a coroutine that was made and never awaited would be a warning, which is an error here


class StubbornWorld(ProxiedWorld):
    """What is between it and the browser stays as it is when it is opened anew."""

    manner = "pass"

    def open(self) -> None:
        super().open()
        self.proxy.manner = self.manner

    def behave(self, manner: str) -> None:
        self.manner = self.proxy.manner = manner


def test_a_reset_that_fails_in_a_step_is_a_fault_of_that_world_alone_and_is_tried_again(forum_golden: Golden) -> None:
    """Its site answers 500 to both tries."""
    envs: Any = gym.make_vec(TASK, num_envs=2, size="small", observe=("axtree",))
    envs.envs[1].core.world = world = StubbornWorld(["forum"], size="small")
    try:
        envs.reset(seed=0)
        world.behave("error")
        envs.step(['send_msg_to_user("done")'] * 2)
        observation, rewards, terminated, truncated, infos = envs.step(["noop()"] * 2)
        assert envs.observation_space.contains(observation)
        assert (rewards.tolist(), terminated.tolist(), truncated.tolist()) == ([0, 0], [False] * 2, [False, True])
        assert infos["fault"][0] is None
        assert (infos["fault"][1]["part"], infos["outcome"][1]) == ("site", "indeterminate")
        assert (infos["reward_valid"][1], infos["_reward_valid"].tolist()) == (False, [False, True])
        owed = infos["seed"][1]
        assert envs.step(["noop()"] * 2)[3].tolist() == [False, True]  # not yet
        world.behave("pass")
        *_, truncated, infos = envs.step(["noop()"] * 2)
        assert (truncated.tolist(), infos["step"].tolist()) == ([False, False], [2, 0])
        assert infos["seed"][1] == owed
        envs.autoreset_mode = AutoresetMode.SAME_STEP
        world.behave("error")
        _, _, terminated, truncated, infos = envs.step(['send_msg_to_user("done")'] * 2)
        assert (terminated.tolist(), truncated.tolist()) == ([True, True], [False, False])
        assert infos["final_info"]["step"].tolist() == [3, 1]
        assert infos["fault"][1]["part"] == "site"
        world.behave("pass")
        *_, truncated, infos = envs.step(["noop()"] * 2)
        assert (truncated.tolist(), infos["step"].tolist()) == ([False, False], [1, 0])
    finally:
        envs.close()


def test_seeds_repeat_on_a_second_run(pair: Any) -> None:
    """The given ones, and those that are drawn after them: by a reset, and by the reset that follows an end."""

    def run() -> list[list[int]]:
        found = [pair.reset(seed=7)[1]["seed"].tolist(), pair.reset()[1]["seed"].tolist()]
        pair.step(['send_msg_to_user("done")'] * 2)
        return [*found, pair.step(["noop()"] * 2)[4]["seed"].tolist(), pair.reset()[1]["seed"].tolist()]

    first = run()
    assert first[0] == [7, 8]
    assert len({seed for seeds in first for seed in seeds}) == 8
    assert run() == first


@pytest.mark.slow
def test_resets_in_the_same_step_or_by_the_caller(forum_golden: Golden) -> None:
    options: dict[str, Any] = {"num_envs": 2, "size": "small", "observe": ("axtree",)}
    same: Any = gym.make_vec(TASK, autoreset_mode="SameStep", **options)
    try:
        same.reset(seed=0)
        observation, _, terminated, _, infos = same.step(['send_msg_to_user("done")', "noop()"])
        assert terminated.tolist() == [True, False]
        assert observation["last_action"] == ("", "noop()")
        assert infos["final_obs"][0]["last_action"] == 'send_msg_to_user("done")'
        assert infos["final_info"]["outcome"][0] == "fail"
        assert infos["_final_obs"].tolist() == [True, False]
    finally:
        same.close()
    manual: Any = gym.make_vec(TASK, autoreset_mode="Disabled", **options)
    try:
        with pytest.raises(BrowserenvError, match="reset all of them first"):
            manual.reset(options={"reset_mask": np.array([True, False])})
        manual.reset(seed=0)
        manual.step(['send_msg_to_user("done")', "noop()"])
        with pytest.raises(CallOrderError, match="terminated"):
            manual.step(["noop()", "noop()"])
        observation, infos = manual.reset(options={"reset_mask": np.array([True, False])})
        assert (observation["last_action"], infos["_seed"].tolist()) == (("", "noop()"), [True, False])
        assert manual.step(["noop()", "noop()"])[4]["step"].tolist() == [1, 3]
    finally:
        manual.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "mode", "options"),
    [
        (TASK, "sync", {}),
        (TASK, "async", {"shared_memory": False}),
        (f"browserenv:{TASK}", "async", {"shared_memory": False, "context": "spawn"}),
    ],
)
def test_gymnasium_s_own_vector_environments(
    forum_golden: Golden, task: str, mode: str, options: dict[str, Any]
) -> None:
    envs: Any = gym.make_vec(
        task, num_envs=2, vectorization_mode=mode, size="small", observe=("axtree",), vector_kwargs=options
    )
    try:
        observation, infos = envs.reset(seed=0)
        assert envs.observation_space.contains(observation)
        assert infos["seed"].tolist() == [0, 1]
        observation, rewards, *_ = envs.step(["noop()", "go_back()"])
        assert (observation["last_action"], rewards.tolist()) == (("noop()", "go_back()"), [0.0, 0.0])
    finally:
        envs.close()
