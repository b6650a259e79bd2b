"""The agent that calls every task infeasible: it may pass the impossible tasks and no other."""

from __future__ import annotations

from .base import Observation


class InfeasibleAgent:
    """Reports the task as infeasible at once."""

    name = "always-infeasible"

    def start(self, seed: int) -> None:
        pass

    def act(self, observation: Observation) -> str:
        return 'report_infeasible("This cannot be done here.")'
