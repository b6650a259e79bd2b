"""Playing one episode: an agent in an environment, from reset to the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ..agents.base import Agent, AgentError


class Playable(Protocol):
    """The part of an environment that playing needs."""

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]: ...

    def step(self, action: str) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]: ...


@dataclass(frozen=True)
class Step:
    """One step as it went. ``before`` is the observation that the agent acted on.

    What is kept of an episode (``kept``) has only the texts of it, and its screenshot as a PNG file where that is
    asked for: observations are megabytes each.
    """

    number: int
    action: str
    error: str
    reward: float
    elapsed_ms: float
    before: dict[str, Any]
    info: dict[str, Any]
    picture: bytes | None = None

    def kept(self, pictures: bool) -> Self:
        """As it is kept when the next step begins."""
        pixels = self.before.get("screenshot") if pictures else None
        texts = {name: part for name, part in self.before.items() if isinstance(part, str)}
        return replace(self, before=texts, picture=None if pixels is None else _png(pixels))


@dataclass
class Played:
    """A whole episode. ``agent_error``: why the agent gave up before the end, or empty."""

    seed: int
    start_info: dict[str, Any]
    reset_ms: float
    steps: list[Step] = field(default_factory=list)
    agent_error: str = ""
    elapsed_s: float = 0.0

    @property
    def info(self) -> dict[str, Any]:
        """The info of the last step."""
        return self.steps[-1].info if self.steps else self.start_info

    @property
    def reward(self) -> float:
        """The reward at the end."""
        return self.steps[-1].reward if self.steps else 0.0


def play(
    env: Playable,
    agent: Agent,
    seed: int,
    *,
    on_start: Callable[[dict[str, Any], float], None] = lambda info, reset_ms: None,
    on_step: Callable[[Step], None] = lambda step: None,
    pictures: bool = False,
) -> Played:
    """Play one episode; an agent that gives up ends it with an empty message, and it is scored as it stands.

    ``on_step`` gets each step with the whole observation. Of those before, texts are kept, and with ``pictures`` the
    screenshots.
    """
    started_s = time.monotonic()
    observation, info = env.reset(seed=seed)
    played = Played(seed, info, (time.monotonic() - started_s) * 1000)
    on_start(info, played.reset_ms)
    agent.start(seed)
    is_over = False
    while not is_over:
        try:
            action = agent.act(observation)
        except AgentError as error:
            played.agent_error = str(error)
            action = 'send_msg_to_user("")'
        before, acted_s = observation, time.monotonic()
        observation, reward, terminated, truncated, info = env.step(action)
        step = Step(
            number=info["step"],
            action=action,
            error=observation["last_action_error"],
            reward=float(reward),
            elapsed_ms=(time.monotonic() - acted_s) * 1000,
            before=before,
            info=info,
        )
        on_step(step)
        played.steps.append(step.kept(pictures))
        is_over = terminated or truncated
    played.elapsed_s = time.monotonic() - started_s
    return played


def _png(pixels: NDArray[np.uint8]) -> bytes:
    file = BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def reason_of(played: Played) -> str:
    """Why an episode did not pass, in one line; empty when it did."""
    info = played.info
    if info.get("fault"):
        return f"{info['fault']['part']}: {info['fault']['message']}"
    wrong = [check for check in info.get("checks", ()) if check["outcome"] != "pass"]
    spent = f"the budget of {info['truncated_by']} was used up" if wrong and info.get("truncated_by") else ""
    said = f"{wrong[0]['label']}: {wrong[0]['reason']}" if wrong else ""
    return "; ".join(part for part in (played.agent_error, spent, said) if part)
