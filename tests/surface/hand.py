"""A person's hand at the forum: it names things by what they are called, in an environment that judges nothing here."""

from __future__ import annotations

from typing import Any

from browserenv.agents.oracle import call, find
from browserenv.gymnasium_env import BrowserEnv
from browserenv.tasks.steps import Target

BASE = "http://forum.localhost"
USER = "MarvelsGrantMan136"


class Hand:
    """Logged in as the account that tasks act as. An action that fails raises ``AssertionError`` with the message."""

    def __init__(self) -> None:
        self.env = BrowserEnv("580", size="small", checks="original", max_steps=1000, observe=("axtree", "html"))
        self.begin()

    def begin(self) -> None:
        """The forum as it is at the start."""
        self.observation, _ = self.env.reset(seed=0)
        self.note = ""

    @property
    def url(self) -> str:
        return str(self.observation["url"])

    @property
    def html(self) -> str:
        return str(self.observation["html"])

    def goto(self, path: str) -> None:
        self._act(call("goto", BASE + path))

    def click(self, role: str, name: str) -> None:
        self._act(call("click", find(self.observation, Target(role=role, name=name))))

    def fill(self, name: str, text: str) -> None:
        self._act(call("fill", find(self.observation, Target(role="textbox", name=name)), text))

    def read(self, path: str, locator: str) -> Any:
        """What a judge reads at an address, in a page of its own with its own login."""
        core = self.env.core
        cookies = core.world.login("forum", USER)
        answer = self.env.run(core.require_session().probe(BASE + path, locator or None, cookies))
        assert answer.error is None, answer.error
        return answer.value

    def read_here(self, locator: str) -> Any:
        """What a judge reads on the page that is open."""
        answer = self.env.run(self.env.core.require_session().probe_current(locator or None))
        assert answer.error is None, answer.error
        return answer.value

    def close(self) -> None:
        self.env.close()

    def _act(self, action: str) -> None:
        self.observation, *_ = self.env.step(action)
        assert self.observation["last_action_error"] == "", f"{action}: {self.observation['last_action_error']}"
