"""The agents by name. A registry is a dictionary: adding an agent is adding a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import UnknownNameError, nearest
from ..tasks.task import Task
from .base import Agent
from .chance import RandomAgent
from .infeasible import InfeasibleAgent
from .noop import NoopAgent
from .oracle import OracleAgent

Hosts = Mapping[str, str]

AGENTS: dict[str, Callable[[Task, Hosts], Agent]] = {
    "noop": lambda task, hosts: NoopAgent(),
    "always-infeasible": lambda task, hosts: InfeasibleAgent(),
    "random": lambda task, hosts: RandomAgent(),
    "oracle": lambda task, hosts: OracleAgent(task.oracle, hosts),
}


def make_agent(name: str, task: Task, hosts: Hosts) -> Agent:
    """An agent for a task; ``hosts``: each site's base. Raises ``UnknownNameError``, which offers the nearest name."""
    check_agent(name)
    return AGENTS[name](task, hosts)


def check_agent(name: str) -> None:
    """Raises ``UnknownNameError``, which offers the nearest name, where there is no such agent."""
    if name not in AGENTS:
        known = ", ".join(AGENTS)
        raise UnknownNameError(f"no agent {name!r}{nearest(name, AGENTS) or ';'} there are: {known}")
