"""What an agent is: a policy from observations to action strings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

Observation = Mapping[str, Any]


class AgentError(Exception):
    """The agent could not go on; the episode ends and is scored as it stands."""


class Agent(Protocol):
    """The contract of every agent. One object plays many episodes, one at a time."""

    name: str

    def start(self, seed: int) -> None:
        """Called before each episode with its seed; forget the episode before."""

    def act(self, observation: Observation) -> str:
        """The next action, as text. Raises ``AgentError`` when there is none to give."""
