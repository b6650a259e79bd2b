"""The oracle: the scripted perfect agent. It sees what any agent sees, and finds elements by role and name there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..tasks.address import parse_address
from ..tasks.steps import (
    AnyStep,
    Click,
    Fill,
    Goto,
    Press,
    ReportInfeasible,
    Scroll,
    SelectOption,
    SendMessage,
    Target,
)
from .axtree import elements, is_drawn
from .base import AgentError, Observation

MAX_LOOKS = 3


class OracleAgent:
    """Plays the script of one task, step by step, and then says that it is done.

    A page that shows nothing to act on yet is looked at again, a few times.

    ``hosts``: each site's base, such as ``{"forum": "http://forum.localhost"}``.
    """

    name = "oracle"

    def __init__(self, script: Sequence[AnyStep], hosts: Mapping[str, str]) -> None:
        self._script = tuple(script)
        self._hosts = dict(hosts)
        self._n_played = 0
        self._n_looks = 0

    def start(self, seed: int) -> None:
        self._n_played = self._n_looks = 0

    def act(self, observation: Observation) -> str:
        """Raises ``AgentError`` when the observation does not show the element that the step names."""
        if self._n_played == len(self._script):
            return 'send_msg_to_user("Done.")'
        step = self._script[self._n_played]
        if isinstance(step, Target) and step.role and self._n_looks < MAX_LOOKS and not is_drawn(observation["axtree"]):
            self._n_looks += 1
            return call("noop")
        self._n_played += 1
        self._n_looks = 0
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
        if isinstance(step, Press) and step.role is None:
            return call("keyboard_press", step.key)
        if isinstance(step, Click | Fill | SelectOption | Press):
            return self._on_element(step, find(observation, step))
        return call(step.do)

    def _on_element(self, step: Click | Fill | SelectOption | Press, element_id: str) -> str:
        if isinstance(step, Fill):
            return call("fill", element_id, step.text)
        if isinstance(step, SelectOption):
            return call("select_option", element_id, list(step.value))
        if isinstance(step, Press):
            return call("press", element_id, step.key)
        return call("click", element_id)


def find(observation: Observation, target: Target) -> str:
    """The id of the element that is meant. Raises ``AgentError``, which names the elements of that role."""
    shown = list(elements(observation["axtree"]))
    fitting = [each for each in shown if target.fits(each.role, each.name)]
    if len(fitting) <= target.nth:
        wanted = repr(target.name) if target.name is not None else f"like {target.name_like!r}"
        names = ", ".join(repr(each.name) for each in shown if each.role == target.role)[:400] or "none"
        where = f"(number {target.nth}) on {observation['url']}"
        raise AgentError(f"no {target.role} {wanted} {where}; its {target.role}s: {names}")
    return fitting[target.nth].element_id


def call(name: str, *arguments: Any) -> str:
    """An action string; arguments are written as literals that every parser reads alike."""
    return f"{name}({', '.join(json.dumps(argument, ensure_ascii=False) for argument in arguments)})"
