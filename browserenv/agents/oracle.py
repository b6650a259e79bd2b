"""The oracle: the scripted perfect agent. It sees what any agent sees, and finds elements by role and name there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..tasks.address import parse_address
from ..tasks.steps import AnyStep, Click, Fill, Goto, Press, ReportInfeasible, Scroll, SelectOption, SendMessage
from .axtree import elements
from .base import AgentError, Observation


class OracleAgent:
    """Plays the script of one task, step by step, and then says that it is done.

    ``hosts``: each site's base, such as ``{"forum": "http://forum.localhost"}``.
    """

    name = "oracle"

    def __init__(self, script: Sequence[AnyStep], hosts: Mapping[str, str]) -> None:
        self._script = tuple(script)
        self._hosts = dict(hosts)
        self._n_played = 0

    def start(self, seed: int) -> None:
        self._n_played = 0

    def act(self, observation: Observation) -> str:
        """Raises ``AgentError`` when the observation does not show the element that the step names."""
        if self._n_played == len(self._script):
            return 'send_msg_to_user("Done.")'
        step = self._script[self._n_played]
        self._n_played += 1
        return self._action(step, observation)

    def _action(self, step: AnyStep, observation: Observation) -> str:
        if isinstance(step, Goto):
            address = parse_address(step.url)
            return call("goto", address.on(self._hosts[address.site]))
        if isinstance(step, Scroll):
            return call("scroll", step.dx_px, step.dy_px)
        if isinstance(step, SendMessage):
            return call("send_msg_to_user", step.text)
        if isinstance(step, ReportInfeasible):
            return call("report_infeasible", step.reason)
        if isinstance(step, Click):
            return call("click", find(observation, step.role, step.name, step.nth))
        if isinstance(step, Fill):
            return call("fill", find(observation, step.role, step.name, step.nth), step.text)
        if isinstance(step, SelectOption):
            return call("select_option", find(observation, step.role, step.name, step.nth), list(step.value))
        if isinstance(step, Press):
            return self._press(step, observation)
        return call(step.do)

    def _press(self, step: Press, observation: Observation) -> str:
        if step.role is None or step.name is None:
            return call("keyboard_press", step.key)
        return call("press", find(observation, step.role, step.name, step.nth), step.key)


def find(observation: Observation, role: str, name: str, nth: int = 0) -> str:
    """The id of the nth element (from 0) with this role and this whole name. Raises ``AgentError``."""
    shown = [each for each in elements(observation["axtree"]) if each.role == role]
    matching = [each for each in shown if each.name == name]
    if len(matching) <= nth:
        names = ", ".join(repr(each.name) for each in shown[:12]) or "none"
        raise AgentError(f"no {role} {name!r} (number {nth}) on {observation['url']}; it shows {role}s: {names}")
    return matching[nth].element_id


def call(name: str, *arguments: Any) -> str:
    """An action string; arguments are written as literals that every parser reads alike."""
    return f"{name}({', '.join(json.dumps(argument, ensure_ascii=False) for argument in arguments)})"
