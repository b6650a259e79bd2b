"""Reading the text tree of an observation: which elements it shows, by role, name and id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ELEMENT = re.compile(
    r"""^\s*(?:-\s+)?'?
        (?P<role>[a-z]+)
        (?:\ (?P<name>"(?:[^"\\]|\\.)*"))?
        (?P<states>(?:\ \[[^\]]*\])*)""",
    re.VERBOSE,
)
_ID = re.compile(r"\[(?:ref=)?((?:f\d+)*e\d+)\]")


@dataclass(frozen=True)
class Element:
    """An element that an observation shows."""

    role: str
    name: str
    element_id: str
    states: str


def elements(axtree: str) -> Iterator[Element]:
    """The elements with an id, in the order of the tree."""
    for line in axtree.splitlines():
        found = _ELEMENT.match(line)
        element_id = _ID.search(found["states"]) if found else None
        if found and element_id:
            name = re.sub(r"\\(.)", r"\1", found["name"][1:-1]) if found["name"] else ""
            yield Element(found["role"], name, element_id[1], found["states"])
