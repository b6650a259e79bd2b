"""The ids by which an agent names elements.

An id is ``e`` and a number. Numbers are given in reading order, to each element when it is first shown, and are never
given again in an episode: an element keeps its id for as long as it stays the same (its role and name too), and an id
of an element that went away never means another one. When an episode is restored, the elements of a page that is as it
was get the ids that they had.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from browserenv.browser.tree import Node

_ID = re.compile(r"\[?\s*e?([0-9]{1,9})\s*\]?")
_NUMBER = re.compile(r"[0-9]+")
PART = "part "  # how the key of a part begins
AREA = "area"  # the state of a part of an image map in a snapshot
LABELLED = "labelled"  # the state of a field in a snapshot that is out of sight, and has a label that is not
NO_REF = "e0"  # Playwright counts from 1: nothing is found by it


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
    """An element that was shown: the tab it is on, Playwright's ref there, and what it looked like when last seen.

    ``part``: of what is no element with a ref, but in one, Chromium's number of its node, or another name where that is
    not known. ``is_area``: whether it is a part of an image map. ``is_labelled``: whether it is a field that is out of
    sight, and has a label that people click in its place.
    """

    element_id: str
    tab_number: int
    ref: str
    label: str
    seen_at: int
    part: str = ""
    is_area: bool = False
    is_labelled: bool = False

    def __str__(self) -> str:
        return f"{self.element_id} {self.label}"


class Elements:
    """All elements shown in an episode."""

    def __init__(self) -> None:
        self._by_id: dict[str, Element] = {}
        self._by_ref: dict[tuple[int, str], Element] = {}
        self._observation = 0
        self._latest: dict[int, int] = {}
        self._reading: dict[int, dict[str, None]] = {}
        self._n_given = 0
        self._expected: dict[tuple[int, str], list[str]] = {}

    @property
    def n_given(self) -> int:
        """The highest number given so far."""
        return self._n_given

    def in_order(self, tab_number: int) -> list[tuple[str, str]]:
        """Ids and labels of the elements in the last observation of a tab, in reading order."""
        return [(element_id, self._by_id[element_id].label) for element_id in self._reading.get(tab_number, {})]

    def expect(self, shown: Mapping[int, Sequence[tuple[str, str]]], n_given: int) -> None:
        """Give the ids in ``shown`` (by tab, in reading order) again to elements of the same labels, and to others
        numbers after ``n_given``."""
        self._n_given = n_given
        for tab_number, elements in shown.items():
            for element_id, label in elements:
                self._expected.setdefault((tab_number, label), []).append(element_id)

    def new_observation(self, tab_number: int) -> None:
        """Call before the elements of a tab are shown once more."""
        self._observation += 1
        self._latest[tab_number] = self._observation
        self._reading[tab_number] = {}

    def show(self, tab_number: int, node: Node) -> str:
        """The id of a node that is shown now."""
        element = self._by_ref.get((tab_number, node.ref))
        if element is None:
            expected = self._expected.get((tab_number, node.label))
            element_id = expected.pop(0) if expected else self._next_id()
            element = Element(element_id, tab_number, node.ref, node.label, self._observation)
            self._by_id[element.element_id] = self._by_ref[tab_number, node.ref] = element
        element.seen_at, element.label = self._observation, node.label
        element.is_area, element.is_labelled = AREA in node.states, LABELLED in node.states
        self._reading.setdefault(tab_number, {})[element.element_id] = None
        return element.element_id

    def show_part(self, tab_number: int, key: str, label: str, ref: str) -> str:
        """The id of what is no element of its own, such as a text: ``key`` tells it from others of the tab.

        An action on it is one on the element ``ref``, which holds it.
        """
        element_id = self.show(tab_number, Node(label, ref=key))
        element = self._by_id[element_id]
        element.ref, element.part = ref or NO_REF, key.removeprefix(PART)
        return element_id

    def _next_id(self) -> str:
        self._n_given += 1
        return f"e{self._n_given}"

    def find(self, text: str) -> Element | None:
        """The element that an agent names by ``text`` (``e12``, ``[e12]`` or ``12``), if it was ever shown."""
        matched = _ID.fullmatch(text.strip())
        return self._by_id.get(f"e{matched.group(1)}") if matched else None

    def of_ref(self, tab_number: int, ref: str) -> Element | None:
        """The element of Playwright's ref, if it was in the last observation of its tab."""
        element = self._by_ref.get((tab_number, ref))
        return element if element and self.is_shown(element) else None

    def is_shown(self, element: Element) -> bool:
        """Whether the element was in the last observation of its tab."""
        return element.seen_at == self._latest.get(element.tab_number)

    def shown(self, tab_number: int) -> list[Element]:
        """The elements in the last observation of a tab, by their numbers."""
        latest = self._latest.get(tab_number)
        return [e for e in self._by_id.values() if e.tab_number == tab_number and e.seen_at == latest]
