"""The random agent: seeded, so that its episodes repeat."""

from __future__ import annotations

import random

from .axtree import Element, elements
from .base import Observation

FILLED = frozenset({"textbox", "searchbox"})
CLICKED = frozenset({"link", "button", "checkbox", "radio", "tab", "menuitem", "option", "switch"})
WORDS = ("hello", "sci_fi", "42", "a short text", "2023-10-20", "")


class RandomAgent:
    """Clicks, fills, scrolls and goes back at random, until the budget ends."""

    name = "random"

    def __init__(self) -> None:
        self._random = random.Random(0)

    def start(self, seed: int) -> None:
        self._random = random.Random(seed)

    def act(self, observation: Observation) -> str:
        shown = [each for each in elements(observation["axtree"]) if each.role in FILLED | CLICKED]
        if not shown or self._random.random() < 0.1:
            return self._random.choice(("scroll(0, 400)", "scroll(0, -400)", "go_back()", "noop()"))
        return self._on(self._random.choice(shown))

    def _on(self, element: Element) -> str:
        if element.role in FILLED:
            return f'fill("{element.element_id}", "{self._random.choice(WORDS)}")'
        return f'click("{element.element_id}")'
