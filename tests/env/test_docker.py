"""Task 580 over containers: the same rewards as embedded, faults that are never the agent's, a wall that holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import docker
import gymnasium as gym
import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

import browserenv  # noqa: F401  registers the ids
from browserenv.agents.lookup import make_agent
from browserenv.browser.launch import find_chromium, flags
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.worlds.docker import DockerWorld
from browserenv.worlds.trial import try_out

HOSTS = {"forum": "http://forum.localhost"}


@pytest.fixture(scope="module")
def env(forum_image: str) -> Iterator[BrowserEnv]:
    made = gym.make("browserenv/task-580", backend="docker", size="small")
    env = made.unwrapped
    assert isinstance(env, BrowserEnv)
    yield env
    made.close()


def world_of(env: BrowserEnv) -> DockerWorld:
    assert isinstance(env.core.world, DockerWorld)
    return env.core.world


def control_port(world: DockerWorld) -> int:
    return int(world.replicas["forum"].control._connection.port)


def test_the_oracle_scores_one_and_noop_zero_by_turns(env: BrowserEnv) -> None:
    played = [play(env, make_agent(name, env.task_for(0), HOSTS), seed=0) for name in ("oracle", "noop", "oracle")]
    assert [episode.reward for episode in played] == [1.0, 0.0, 1.0]
    assert len({json.dumps(episode.start_info["fingerprints"]) for episode in played}) == 1


def test_a_killed_container_makes_the_episode_indeterminate(env: BrowserEnv, engine: docker.DockerClient) -> None:
    _, clean = env.reset(seed=0)
    engine.containers.get(world_of(env).replicas["forum"].container_id).kill()
    _, reward, terminated, truncated, info = env.step("noop()")
    assert (float(reward), terminated, truncated) == (0.0, False, True)
    assert (info["outcome"], info["reward_valid"]) == ("indeterminate", False)
    assert info["fault"]["part"] == "world"
    played = play(env, make_agent("oracle", env.task_for(0), HOSTS), seed=0)
    assert played.reward == 1.0
    assert played.start_info["fingerprints"] == clean["fingerprints"]


def test_forks_have_containers_of_their_own_in_the_same_state(env: BrowserEnv) -> None:
    env.reset(seed=0)
    env.step('goto("http://forum.localhost/create_forum")')
    try_out(world_of(env), "forum")
    changes = world_of(env).diff()
    forks = env.fork(2)
    try:
        worlds = [world_of(each) for each in (env, *forks)]
        assert len({world.replicas["forum"].container_id for world in worlds}) == 3
        assert [world.diff() for world in worlds] == [changes] * 3
        assert {fork.beginning[0]["url"] for fork in forks} == {"http://forum.localhost/create_forum"}
        forks[0].reset(seed=0)
        assert [world.diff() for world in worlds] == [changes, {"forum": {}}, changes]
        assert forks[1].step("noop()")[4]["fault"] is None
    finally:
        for fork in forks:
            fork.close()


def test_an_agent_cannot_go_to_the_control_plane(env: BrowserEnv) -> None:
    env.reset(seed=0)
    port = control_port(world_of(env))
    for host in ("127.0.0.1", "localhost", "forum.localhost", "[::1]"):
        observation, *_ = env.step(f'goto("http://{host}:{port}/moment")')
        assert observation["last_action_error"]
        assert str(port) not in observation["url"]


OTHER_NAMES = ("127.0.0.1", "localhost", "forum.localhost")
REACH = """async (url) => {
    try { await fetch(url, {method: "POST", mode: "no-cors", body: "{}"}); return "reached"; }
    catch (error) { return "refused"; }
}"""


async def _reached(world: DockerWorld) -> dict[str, str]:
    """What a page of the site gets from the control plane and, for comparison, from its own site."""
    addresses: dict[str, Any] = {each.host: (each.ip, each.port) for each in world.addresses.values()}
    async with async_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        browser = await playwright.chromium.launch(executable_path=path, args=flags(addresses))
        try:
            page = await browser.new_page()
            await page.goto("http://forum.localhost/")
            urls = {host: f"http://{host}:{control_port(world)}/moment" for host in OTHER_NAMES}
            urls["site"] = "http://forum.localhost/"
            found = {name: await page.evaluate(REACH, url) for name, url in urls.items()}
            for host in OTHER_NAMES:
                with pytest.raises(PlaywrightError, match=r"ERR_(NAME_NOT_RESOLVED|BLOCKED)"):
                    await (await browser.new_page()).goto(urls[host])
            return found
        finally:
            await browser.close()


def test_scripts_of_a_page_do_not_reach_the_control_plane(env: BrowserEnv) -> None:
    env.reset(seed=0)
    found = env._running().run(_reached(world_of(env)), timeout_s=60)
    assert found == {"site": "reached"} | dict.fromkeys(OTHER_NAMES, "refused")
