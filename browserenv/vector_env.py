"""Many environments at once, from one event loop: Gymnasium's vector face."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from numpy.typing import NDArray

from .errors import BrowserenvError
from .gymnasium_env import BrowserEnv
from .judges.verdict import Verdict
from .loop import LoopThread
from .worlds.pool import SitePool

T = TypeVar("T")
Batch = dict[str, Any]
Seeds = int | Sequence[int | None] | None
Flags = NDArray[np.bool_]
VectorStep = tuple[Batch, NDArray[np.float64], Flags, Flags, dict[str, Any]]


class VectorBrowserEnv(gym.vector.VectorEnv[Batch, Sequence[str], NDArray[Any]]):
    """``num_envs`` environments of one task, each with a world and a browser of its own, served by one loop.

    What ``gym.make_vec("browserenv/task-580", num_envs=4)`` makes. Spaces, seeds, infos and automatic resets are those
    of ``gymnasium.vector.SyncVectorEnv`` over ``BrowserEnv``, and so are observations and rewards; but the
    environments act at the same time, and their sites share processes.

    **Actions**: one string for each environment. **Observations**: arrays with a first axis of ``num_envs`` where the
    single observation has an array, else tuples. **Seeds**: ``reset(seed=5)`` gives 5, 6, ...; a list gives each its
    own; None draws the next of each. **Arguments**: those of ``BrowserEnv`` (``task_id``, ``size``, ...), and
    ``autoreset_mode``: ``"NextStep"``, where the step after an end resets and ignores its action; ``"SameStep"``,
    where the last observation and info are in ``info["final_obs"]`` and ``["final_info"]``; ``"Disabled"``, where
    ``reset(options={"reset_mask": over})`` is the caller's to call.

    An environment that raises does not stop the others: all finish the step, then the first error is raised.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        backend: str = "embedded",
        pool: SitePool | None = None,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise BrowserenvError(f"num_envs cannot be {num_envs!r}; give a number from 1 on")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.num_envs, self.render_mode = num_envs, render_mode
        shares = backend == "embedded" and pool is None
        self._own_pool = SitePool() if shares else None
        self._loop = LoopThread()
        options |= {"render_mode": render_mode, "backend": backend, "pool": pool or self._own_pool, "loop": self._loop}
        self.envs = [BrowserEnv(**options) for _ in range(num_envs)]
        self.metadata = {**self.envs[0].metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seen: list[Batch] = [{}] * num_envs
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Batch, dict[str, Any]]:
        """Start an episode in each environment, or in those where ``options["reset_mask"]`` is True."""
        seeds = self._seeds(seed)
        options = dict(options or {})
        mask = self._mask(options.pop("reset_mask", None))
        chosen = [int(number) for number in np.flatnonzero(mask)]
        begun = self._together(self._beginnings(chosen, seeds, options))
        infos: dict[str, Any] = {}
        for number, (observation, info) in zip(chosen, begun, strict=True):
            self._seen[number], self._over[number] = observation, False
            infos = self._add_info(infos, info, number)
        return self._batch(), infos

    def step(self, actions: Sequence[str]) -> VectorStep:
        """Do one action in each environment, at the same time."""
        if isinstance(actions, str) or len(actions) != self.num_envs:
            raise BrowserenvError(f"step needs {self.num_envs} actions, one for each environment, not {actions!r:.80}")
        stepped = self._together([self._advance(number, actions[number]) for number in range(self.num_envs)])
        infos: dict[str, Any] = {}
        for number, (observation, *_, info, final) in enumerate(stepped):
            self._seen[number] = observation
            infos = self._add_info(infos, final, number)
            infos = self._add_info(infos, info, number)
        rewards = np.array([each[1] for each in stepped], np.float64)
        terminated, truncated = (np.array([each[n] for each in stepped], np.bool_) for n in (2, 3))
        self._over = terminated | truncated
        return self._batch(), rewards, terminated, truncated, infos

    async def _advance(
        self, number: int, action: str
    ) -> tuple[Batch, float, bool, bool, dict[str, Any], dict[str, Any]]:
        """One environment's step, and its reset where one is due; the last part is ``final_obs`` and its like."""
        env = self.envs[number]
        if self._over[number] and self.autoreset_mode is AutoresetMode.NEXT_STEP:
            observation, info = await env.begin()
            return observation, 0.0, False, False, info, {}
        observation, reward, terminated, truncated, info = await env.core.step(action)
        final: dict[str, Any] = {}
        if (terminated or truncated) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = {"final_obs": observation, "final_info": info}
            observation, info = await env.begin()
        return observation, reward, terminated, truncated, info, final

    def evaluate(self) -> tuple[Verdict, ...]:
        """The verdict on the present state of each environment, without side effects."""
        return tuple(self._together([env.core.evaluate() for env in self.envs]))

    def render(self) -> tuple[Any, ...] | None:
        """The screenshots (``rgb_array``); None with ``human``, where windows show the pages."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self._together([env.core.screenshot() for env in self.envs]))

    def call(self, name: str, *arguments: Any, **options: Any) -> tuple[Any, ...]:
        """An attribute of each environment, or what it gives when called."""
        found = [env.get_wrapper_attr(name) for env in self.envs]
        return tuple(each(*arguments, **options) if callable(each) else each for each in found)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute of each environment."""
        return self.call(name)

    def close_extras(self, **_: Any) -> None:
        """End all browsers and sites; does nothing in a forked child, as they are the parent's."""
        if not self._loop.is_ours:
            return
        try:
            self._together([env.core.close() for env in self.envs])
        finally:
            for env in self.envs:
                env.close()
            if self._own_pool is not None:
                self._own_pool.close()
            self._loop.close()

    # --- parts

    def _beginnings(
        self, chosen: Sequence[int], seeds: Sequence[int | None], options: dict[str, Any]
    ) -> list[Coroutine[Any, Any, tuple[Batch, dict[str, Any]]]]:
        """What begins the episodes. Where one cannot begin, none does."""
        work: list[Coroutine[Any, Any, tuple[Batch, dict[str, Any]]]] = []
        try:
            for number in chosen:
                work.append(self.envs[number].begin(seeds[number], options))
        except BaseException:
            for each in work:
                each.close()
            raise
        return work

    def _together(self, work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
        """The results of coroutines that run at the same time; the first error, once all have ended."""

        async def gathered() -> list[T | BaseException]:
            return await asyncio.gather(*work, return_exceptions=True)

        results = self._loop.run(gathered())
        for result in results:
            if isinstance(result, BaseException):
                raise result
        return [result for result in results if not isinstance(result, BaseException)]

    def _seeds(self, seed: Seeds) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + number for number in range(self.num_envs)]
        seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise BrowserenvError(
                f"{len(seeds)} seeds for {self.num_envs} environments; give one for each, or one for all"
            )
        return seeds

    def _mask(self, mask: Flags | None) -> Flags:
        """Which environments to reset. Raises ``BrowserenvError`` for what is no mask."""
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise BrowserenvError(f"reset_mask must be a NumPy array of {self.num_envs} bools, not {mask!r:.80}")
        if not mask.any():
            raise BrowserenvError("reset_mask must be True for at least one environment")
        return mask

    def _batch(self) -> Batch:
        if not all(self._seen):
            raise BrowserenvError("reset_mask left out environments that have not begun yet; reset all of them first")
        empty = create_empty_array(self.single_observation_space, n=self.num_envs, fn=np.zeros)
        batch: Batch = concatenate(self.single_observation_space, self._seen, empty)  # type: ignore[assignment,arg-type]
        return batch
