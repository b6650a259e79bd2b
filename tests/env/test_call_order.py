"""Calls that come at the same time, calls that are interrupted, and calls after a reset that failed."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

from browserenv.errors import CallOrderError, InfrastructureFault
from browserenv.gymnasium_env import BrowserEnv


def interrupt_in(env: BrowserEnv, method: str) -> None:
    """Press Ctrl-C, so to speak, as soon as the environment uses this method of its world."""
    world: Any = env.core.world
    usual = getattr(world, method)

    def interrupted(*arguments: Any) -> Any:
        setattr(world, method, usual)
        os.kill(os.getpid(), signal.SIGINT)
        return usual(*arguments)

    setattr(world, method, interrupted)


@pytest.mark.parametrize("method", ["open", "reset"])
def test_a_reset_that_was_interrupted_is_called_again(env: BrowserEnv, method: str) -> None:
    if method == "open":
        env.close()
    interrupt_in(env, method)
    with pytest.raises(KeyboardInterrupt):
        env.reset(seed=0)
    with pytest.raises(CallOrderError, match=r"no episode has begun; call reset\(\) first"):
        env.step("noop()")
    observation, info = env.reset(seed=1)
    assert (observation["url"], info["seed"], info["retries"]) == ("http://forum.localhost/", 1, 0)
    assert env.step("noop()")[4]["fault"] is None


def test_after_a_step_that_was_interrupted_a_reset_is_due(env: BrowserEnv) -> None:
    env.reset(seed=0)
    interrupt_in(env, "moment")
    with pytest.raises(KeyboardInterrupt):
        env.step("noop()")
    with pytest.raises(CallOrderError, match=r"step 1 was interrupted; call reset\(\) before the next step\(\)"):
        env.step("noop()")
    env.reset(seed=0)
    assert env.step("noop()")[4]["fault"] is None


def test_two_calls_at_once_are_refused_in_a_line(env: BrowserEnv) -> None:
    async def twice() -> Any:
        return await asyncio.gather(env.core.step("noop(100)"), env.core.step("noop()"), return_exceptions=True)

    env.reset(seed=0)
    done, refused = env.run(twice())
    assert done[4]["step"] == 1
    assert isinstance(refused, CallOrderError)
    assert "is under way; call again when it has ended" in str(refused)


def test_no_point_is_taken_in_the_middle_of_another_call(env: BrowserEnv) -> None:
    async def at_once() -> Any:
        return await asyncio.gather(env.core.step("noop(100)"), env.core.snapshot(), return_exceptions=True)

    env.reset(seed=0)
    point = env.snapshot()
    assert isinstance(env.run(at_once())[1], CallOrderError)
    interrupt_in(env, "restore")
    with pytest.raises(KeyboardInterrupt):
        env.restore(point)
    for call in (env.snapshot, lambda: env.restore(point), lambda: env.step("noop()")):
        with pytest.raises(CallOrderError, match=r"interrupted.*call reset\(\)"):
            call()
    assert env.reset(seed=0)[1]["retries"] == 0


def test_a_reset_that_failed_leaves_no_episode_to_judge(env: BrowserEnv, monkeypatch: pytest.MonkeyPatch) -> None:
    env.reset(seed=0)
    env.step('send_msg_to_user("done")')
    assert env.evaluate().score == 0

    def dead(*_: Any) -> Any:
        raise InfrastructureFault("world", "it does not start")

    with monkeypatch.context() as patched:
        patched.setattr(env.core.world, "reset", dead)
        with pytest.raises(InfrastructureFault, match="it does not start"):
            env.reset(seed=0)
    with pytest.raises(CallOrderError, match="no episode has begun"):
        env.evaluate()
    assert env.reset(seed=0)[1]["retries"] == 0
