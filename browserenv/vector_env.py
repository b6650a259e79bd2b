"""Many environments at once, from one event loop: Gymnasium's vector face."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array
from numpy.typing import NDArray

from .errors import BrowserenvError, InfrastructureFault
from .gymnasium_env import BrowserEnv, end_all
from .info import unbegun_info
from .judges.verdict import Verdict
from .loop import LoopThread
from .tasks.errors import SeedError
from .tasks.seeds import whole_seed
from .worlds.pool import SitePool

T = TypeVar("T")
MOST_SEED = int(np.iinfo(np.int64).max)
Batch = dict[str, Any]
Seeds = int | Sequence[int | None] | None
Flags = NDArray[np.bool_]
OneStep = tuple[Batch, float, bool, bool, dict[str, Any], dict[str, Any]]
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

    **Faults**: they do not raise in ``step``. An environment that cannot be reset, also not at a second try, is
    truncated with ``info["fault"]`` and ``reward_valid`` False; its observation is the last one that it had. Each later
    step tries to begin that episode again and ignores its action; where it begins, ``reward_valid`` is False too, since
    no action was done. What else an environment raises does not stop the others: all finish the call, then the first
    error is raised.
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
        try:
            self.envs = [BrowserEnv(**options) for _ in range(num_envs)]
        except BaseException:
            self._loop.close()
            raise
        for env in self.envs:
            env.join_loop()  # each can be called by itself, as by ``call``
        cores = [env.core for env in self.envs]
        self._ending = weakref.finalize(self, end_all, self._loop, cores, owns_loop=True, pool=self._own_pool)
        self.metadata = {**self.envs[0].metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = self.envs[0].observation_space
        self.single_action_space = self.envs[0].action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seen: list[Batch] = [{}] * num_envs
        self._over = np.zeros(num_envs, np.bool_)
        self._owed: dict[int, int] = {}  # seeds of episodes that could not be begun, by environment

    def reset(self, *, seed: Seeds = None, options: dict[str, Any] | None = None) -> tuple[Batch, dict[str, Any]]:
        """Start an episode in each environment, or in those where ``options["reset_mask"]`` is True.

        Raises what ``BrowserEnv.reset`` raises, once all others have begun.
        """
        seeds = self._seeds(seed)
        options = dict(options or {})
        mask = self._mask(options.pop("reset_mask", None))
        chosen = [int(number) for number in np.flatnonzero(mask)]
        begun = self._attempted(self._beginnings(chosen, seeds, options))
        infos: dict[str, Any] = {}
        for number, result in zip(chosen, begun, strict=True):
            if not isinstance(result, BaseException):
                self._seen[number], self._over[number] = result[0], False
                self._owed.pop(number, None)
                infos = self._add_info(infos, result[1], number)
        _raise_first(begun)
        return self._batch(), infos

    def step(self, actions: Sequence[str]) -> VectorStep:
        """Do one action in each environment, at the same time."""
        if isinstance(actions, str) or len(actions) != self.num_envs:
            raise BrowserenvError(f"step needs {self.num_envs} actions, one for each environment, not {actions!r:.80}")
        attempted = self._attempted([self._advance(number, actions[number]) for number in range(self.num_envs)])
        infos: dict[str, Any] = {}
        rewards = np.zeros(self.num_envs, np.float64)
        terminated, truncated = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.bool_)
        for number, result in enumerate(attempted):
            if isinstance(result, BaseException):
                continue
            self._seen[number], rewards[number], terminated[number], truncated[number], info, final = result
            self._over[number] = terminated[number] | truncated[number]
            infos = self._add_info(infos, final, number)
            infos = self._add_info(infos, info, number)
        _raise_first(attempted)
        return self._batch(), rewards, terminated, truncated, infos

    async def _advance(self, number: int, action: str) -> OneStep:
        """One environment's step, and its reset where one is due; the last part is ``final_obs`` and its like."""
        env = self.envs[number]
        if number in self._owed:
            observation, info, has_begun = await self._begin(number, self._owed.pop(number))
            return observation, 0.0, False, not has_begun, info | {"reward_valid": False}, {}
        if self._over[number] and self.autoreset_mode is AutoresetMode.NEXT_STEP:
            observation, info, has_begun = await self._begin(number, env.next_seed())
            return observation, 0.0, False, not has_begun, info, {}
        observation, reward, terminated, truncated, info = await env.core.step(action)
        final: dict[str, Any] = {}
        if (terminated or truncated) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = {"final_obs": observation, "final_info": info}
            self._seen[number] = observation
            observation, info, _ = await self._begin(number, env.next_seed())
        return observation, reward, terminated, truncated, info, final

    async def _begin(self, number: int, seed: int) -> tuple[Batch, dict[str, Any], bool]:
        """Begin an episode, which is owed where it cannot be begun; the last part is whether it has."""
        try:
            return *await self.envs[number].core.reset(seed), True
        except InfrastructureFault as fault:
            self._owed[number] = seed
            return self._seen[number], unbegun_info(self.envs[number].task_id, seed, fault), False

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
            self._ending()

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
            _give_up(work)
            raise
        return work

    def _attempted(self, work: Sequence[Coroutine[Any, Any, T]]) -> list[T | BaseException]:
        """What comes of coroutines that run at the same time: a result or an error each."""

        async def gathered() -> list[T | BaseException]:
            return await asyncio.gather(*work, return_exceptions=True)

        try:
            return self._loop.run(gathered())
        finally:
            _give_up(work)  # those that a loop of another process would not run

    def _together(self, work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
        """The results of coroutines that run at the same time; the first error, once all have ended."""
        results = self._attempted(work)
        _raise_first(results)
        return [result for result in results if not isinstance(result, BaseException)]

    def _seeds(self, seed: Seeds) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, str | bytes) or not isinstance(seed, Iterable):
            first = whole_seed(seed)
            seeds: list[int | None] = [first + number for number in range(self.num_envs)]
        else:
            seeds = [None if each is None else whole_seed(each) for each in seed]
        if len(seeds) != self.num_envs:
            raise BrowserenvError(
                f"{len(seeds)} seeds for {self.num_envs} environments; give one for each, or one for all"
            )
        if beyond := [each for each in seeds if each is not None and each > MOST_SEED]:
            raise SeedError(f"seed {beyond[0]} does not fit into the infos' arrays; give at most {MOST_SEED}")
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


def _give_up(work: Sequence[Coroutine[Any, Any, Any]]) -> None:
    """Close what was not begun, so that nobody is warned of it."""
    for each in work:
        if inspect.getcoroutinestate(each) == inspect.CORO_CREATED:
            each.close()


def _raise_first(results: Sequence[object]) -> None:
    for result in results:
        if isinstance(result, BaseException):
            raise result
