"""The agent that does nothing: a floor that every task must hold."""

from __future__ import annotations

from .base import Observation


class NoopAgent:
    """Waits once, then says that it is done."""

    name = "noop"

    def __init__(self) -> None:
        self._has_waited = False

    def start(self, seed: int) -> None:
        self._has_waited = False

    def act(self, observation: Observation) -> str:
        if self._has_waited:
            return 'send_msg_to_user("")'
        self._has_waited = True
        return "noop()"
