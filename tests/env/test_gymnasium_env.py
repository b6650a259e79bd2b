"""The environment as Gymnasium's users meet it."""

from __future__ import annotations

import asyncio
import copy
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import FrameStackObservation

import browserenv
from browserenv.browser.parse import FORMS
from browserenv.errors import BrowserenvError, CallOrderError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.registration import register_tasks
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.errors import SeedError, UnknownTaskError


@pytest.fixture
def made(forum_golden: Any) -> Iterator[gym.Env[Any, Any]]:
    env = gym.make("browserenv/task-580", size="small")
    yield env
    env.close()


def test_the_loop_of_the_readme(made: gym.Env[Any, Any]) -> None:
    observation, info = made.reset(seed=0)
    assert info["task_id"] == "580"
    assert "sci_fi" in observation["goal"]
    link = next(line for line in observation["axtree"].splitlines() if 'link "Create forum"' in line)
    element_id = link.strip().split("]")[0].removeprefix("[")
    observation, reward, terminated, truncated, info = made.step(f'click("{element_id}")')
    assert observation["url"] == "http://forum.localhost/create_forum"
    assert observation["last_action_error"] == ""
    assert (float(reward), terminated, truncated) == (0.0, False, False)
    assert info["outcome"] == "fail"


def test_the_checker_of_gymnasium_passes_without_warnings(made: gym.Env[Any, Any]) -> None:
    check_env(made.unwrapped, skip_render_check=True)  # warnings are errors here; rendering is tested below


def test_the_module_prefix_registers_by_itself(forum_golden: Any) -> None:
    code = (
        "import gymnasium as gym; env = gym.make('browserenv:browserenv/task-580', size='small');"
        "print(env.reset(seed=0)[1]['task_id']); env.close()"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "580"


def test_every_task_is_registered_and_registering_again_is_harmless() -> None:
    assert set(register_tasks(Catalog())) <= set(gym.registry)
    assert browserenv.__version__


def test_an_unknown_id_is_answered_with_the_nearest() -> None:
    with pytest.raises(gym.error.NameNotFound, match="task-580"):
        gym.make("browserenv/task-58")
    with pytest.raises(UnknownTaskError, match=r"no task 'forum.creat-forum'; did you mean 'forum.create-forum'\?"):
        BrowserEnv("forum.creat-forum")


def test_unknown_settings_are_named() -> None:
    with pytest.raises(BrowserenvError, match="no setting 'reward_when'; did you mean 'reward_at'"):
        BrowserEnv("580", reward_when="end")
    with pytest.raises(BrowserenvError, match="reward_at cannot be 'never'; it is one of step, end"):
        BrowserEnv("580", reward_at="never")
    with pytest.raises(BrowserenvError, match="no setting 'bakend'; did you mean 'backend'"):
        BrowserEnv("580", bakend="docker")
    with pytest.raises(BrowserenvError, match="no backend 'dokker'"):
        BrowserEnv("580", backend="dokker")
    with pytest.raises(
        BrowserenvError, match="backend 'docker' replaces its containers: leave out reset_by='rollback'"
    ):
        BrowserEnv("580", backend="docker", reset_by="rollback")


def test_a_task_by_any_of_its_names(env: BrowserEnv) -> None:
    """As ``browserenv tasks list`` and Gymnasium have it; an option that there is not would play another task."""
    assert [BrowserEnv(name).task_id for name in ("task-580", "browserenv/task-580")] == ["580", "580"]
    for name in ("task-580", 580):
        assert env.reset(seed=0, options={"task": name})[1]["task_id"] == "580"
    with pytest.raises(BrowserenvError, match="no option 'task_id' of reset; there is 'task'"):
        env.reset(seed=0, options={"task_id": "forum.create-forum"})


def test_equal_seeds_give_equal_observations(env: BrowserEnv) -> None:
    runs = []
    for _ in range(2):
        observations = [env.reset(seed=3)[0]]
        observations += [env.step(action)[0] for action in FORMS["browsergym"].samples]
        runs.append(observations)
    assert data_equivalence(runs[0], runs[1], exact=True)


def test_observations_are_in_their_space(env: BrowserEnv) -> None:
    observation, _ = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    for action in (
        "",
        "click('e9999')",
        "no call at all",
        'fill("e1", "\ud83d\ude00")',
        'goto("http://forum.localhost/nothing")',
    ):
        observation, *_ = env.step(action)
        assert env.observation_space.contains(observation)
        assert observation.keys() == env.observation_space.keys()  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1, 2**32, np.int64(7)])
def test_any_whole_number_is_a_seed(env: BrowserEnv, seed: int) -> None:
    _, info = env.reset(seed=seed)
    assert info["seed"] == seed


@pytest.mark.parametrize("seed", [-1, "5", 1.5, True])
def test_what_is_no_seed_is_refused_with_a_clear_line(env: BrowserEnv, seed: Any) -> None:
    with pytest.raises(SeedError):
        env.reset(seed=seed)


def test_resets_without_a_seed_differ_and_repeat(env: BrowserEnv) -> None:
    def draw() -> list[int]:
        return [env.reset(seed=7)[1]["seed"], env.reset()[1]["seed"], env.reset()[1]["seed"]]

    first = draw()
    assert len(set(first)) == 3
    assert draw() == first


def test_wrappers_that_look_back(env: BrowserEnv) -> None:
    """Before an episode there was no text, and the picture is black."""
    stacked: Any = FrameStackObservation(env, 2, padding_type="zero")
    observation, _ = stacked.reset(seed=0)
    assert observation["url"] == ("", "http://forum.localhost/")
    assert observation["open_pages_urls"] == ((), ("http://forum.localhost/",))
    assert [bool(picture.any()) for picture in observation["screenshot"]] == [False, True]
    observation, *_ = stacked.step("noop()")
    assert observation["last_action"] == ("", "noop()")


@pytest.mark.parametrize("copied", [copy.deepcopy, pickle.dumps])
def test_a_copy_is_refused_in_a_line(env: BrowserEnv, copied: Callable[[Any], Any]) -> None:
    with pytest.raises(BrowserenvError, match="cannot be pickled or copied; make one in the process that uses it"):
        copied(env)


def test_a_step_before_reset_is_refused(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small")
    with pytest.raises(CallOrderError, match=r"call reset\(\) first"):
        env.step("noop()")
    with pytest.raises(CallOrderError, match=r"call reset\(\) first"):
        env.evaluate()
    env.close()


def test_a_closed_environment_says_so_and_is_opened_by_reset(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", observe=("axtree",))
    try:
        env.reset(seed=0)
        env.close()
        env.close()
        for call in (lambda: env.step("noop()"), env.evaluate, env.snapshot):
            with pytest.raises(CallOrderError, match=r"the environment is closed; call reset\(\) first"):
                call()
        assert env.reset(seed=3)[1]["seed"] == 3
    finally:
        env.close()


def test_a_step_after_the_end_is_refused_and_the_end_state_is_frozen(env: BrowserEnv) -> None:
    env.reset(seed=0)
    _, reward, terminated, _, _ = env.step('send_msg_to_user("done")')
    assert (float(reward), terminated) == (0.0, True)
    frozen = env.evaluate()
    with pytest.raises(CallOrderError, match=r"terminated at step 1; call reset\(\)"):
        env.step('send_msg_to_user("another answer")')
    assert env.evaluate() == frozen


def test_the_step_budget_truncates(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", max_steps=2)
    try:
        env.reset(seed=0)
        assert env.step("noop()")[2:4] == (False, False)
        assert env.step("noop()")[2:4] == (False, True)
        with pytest.raises(CallOrderError, match="truncated at step 2"):
            env.step("noop()")
    finally:
        env.close()


def test_reward_at_the_end_is_zero_until_then(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", checks="original", reward_at="end", max_steps=1)
    try:
        env.reset(seed=0)
        _, reward, _, truncated, info = env.step("noop()")
        assert (float(reward), truncated, info["outcome"]) == (0.0, True, "fail")
    finally:
        env.close()


def test_observation_parts_are_chosen(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", observe=("html",), viewport=(800, 600))
    try:
        observation, _ = env.reset(seed=0)
        assert "<!DOCTYPE html>" in observation["html"]
        assert not {"axtree", "screenshot"} & observation.keys()
        assert env.observation_space.contains(observation)
    finally:
        env.close()


def test_rgb_array_is_the_screenshot(forum_golden: Any) -> None:
    env = BrowserEnv("580", size="small", render_mode="rgb_array")
    try:
        observation, _ = env.reset(seed=0)
        picture = env.render()
        assert picture is not None
        assert picture.shape == (720, 1280, 3)
        assert picture.dtype == np.uint8
        assert np.array_equal(picture, observation["screenshot"])
    finally:
        env.close()


def test_it_works_inside_a_running_event_loop_and_in_threads(env: BrowserEnv) -> None:
    async def notebook_cell() -> str:
        return str(env.reset(seed=0)[0]["url"])

    assert asyncio.run(notebook_cell()) == "http://forum.localhost/"
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.append(env.step("noop()")[0]["url"]))
    thread.start()
    thread.join()
    assert seen == ["http://forum.localhost/"]


def test_seeds_through_the_wrappers_of_gymnasium_repeat(made: gym.Env[Any, Any]) -> None:
    """Gymnasium's order enforcer, checker and time limit stand between; a second environment draws the same."""
    again: Any = gym.make("browserenv/task-580", size="small", max_episode_steps=5)
    try:
        first, second = [
            [env.reset(seed=7)[1]["seed"], env.reset()[1]["seed"], env.reset()[1]["seed"]] for env in (made, again)
        ]
    finally:
        again.close()
    assert first == second
    assert (first[0], len(set(first))) == (7, 3)
