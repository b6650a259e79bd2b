"""The ids by which an agent names elements.

An id is ``e`` and a number. Numbers are given in reading order, to each element when it is first shown, and are never
given again in an episode: an element keeps its id for as long as it stays the same (its role and name too), and an id
of an element that went away never means another one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from browserenv.browser.tree import Node

_ID = re.compile(r"\[?\s*e?([0-9]{1,9})\s*\]?")
_NUMBER = re.compile(r"[0-9]+")


def element_of(number_text: str) -> str:
    """The element id that a number of the ``webarena`` format means: ``12`` is ``e12``.

    One count runs over all tabs and frames of an episode, so the number alone is unique, and ids are the same in every
    format. Raises ValueError for a text that is no number.
    """
    number = number_text.strip()
    if not _NUMBER.fullmatch(number):
        raise ValueError(f"not the number of an element: {number_text[:40]!r}; numbers stand in brackets in the axtree")
    return f"e{int(number)}"


@dataclass
class Element:
    """An element that was shown: the tab it is on, Playwright's ref there, and what it looked like when last seen."""

    element_id: str
    tab_number: int
    ref: str
    label: str
    seen_at: int

    def __str__(self) -> str:
        return f"{self.element_id} {self.label}"


class Elements:
    """All elements shown in an episode."""

    def __init__(self) -> None:
        self._by_id: dict[str, Element] = {}
        self._by_ref: dict[tuple[int, str], Element] = {}
        self._observation = 0
        self._latest: dict[int, int] = {}

    def new_observation(self, tab_number: int) -> None:
        """Call before the elements of a tab are shown once more."""
        self._observation += 1
        self._latest[tab_number] = self._observation

    def show(self, tab_number: int, node: Node) -> str:
        """The id of a node that is shown now."""
        element = self._by_ref.get((tab_number, node.ref))
        if element is None:
            element = Element(f"e{len(self._by_id) + 1}", tab_number, node.ref, node.label, self._observation)
            self._by_id[element.element_id] = self._by_ref[tab_number, node.ref] = element
        element.seen_at, element.label = self._observation, node.label
        return element.element_id

    def find(self, text: str) -> Element | None:
        """The element that an agent names by ``text`` (``e12``, ``[e12]`` or ``12``), if it was ever shown."""
        matched = _ID.fullmatch(text.strip())
        return self._by_id.get(f"e{matched.group(1)}") if matched else None

    def is_shown(self, element: Element) -> bool:
        """Whether the element was in the last observation of its tab."""
        return element.seen_at == self._latest.get(element.tab_number)

    def shown(self, tab_number: int) -> list[Element]:
        """The elements in the last observation of a tab, by their numbers."""
        latest = self._latest.get(tab_number)
        return [e for e in self._by_id.values() if e.tab_number == tab_number and e.seen_at == latest]
