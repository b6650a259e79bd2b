"""Reading the text tree of an observation: which elements it shows, by role, name and id."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE = re.compile(
    r'\s*\[(?P<id>(?:f\d+)?e\d+)\] (?P<role>[A-Za-z][\w-]*)(?: (?P<name>"(?:[^"\\]|\\.)*"))?(?P<rest>.*)'
)


@dataclass(frozen=True)
class Element:
    """An element that an observation shows; ``rest`` holds its states, text and address."""

    role: str
    name: str
    element_id: str
    rest: str


def elements(axtree: str) -> Iterator[Element]:
    """The elements with an id, in the order of the tree (see ``browser/tree.py`` for the format)."""
    for line in axtree.splitlines():
        if found := _LINE.match(line):
            name = json.loads(found["name"]) if found["name"] else ""
            yield Element(found["role"], name, found["id"], found["rest"])


def is_drawn(axtree: str) -> bool:
    """Whether the page shows anything to act on; one that its own script draws shows nothing before, however late."""
    return any(each.role in ("link", "button") for each in elements(axtree))
