"""Where the elements of a page are, over all its frames: boxes, how much of each is in sight, which ones get a mark."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from browserenv.browser.tree import Node, walk

Box = tuple[float, float, float, float]
_REF = re.compile(r"(f\d+|)e\d+")
NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Spot:
    """One element. ``box``: x, y, width, height in px of the page's viewport, None where it is not drawn;
    ``visibility``: the share of the box that is in sight, in [0, 1]; ``marked``: whether a set of marks has it."""

    ref: str
    tag: str
    parent: int
    box: Box | None
    visibility: float
    marked: bool


@dataclass(frozen=True)
class FrameSurvey:
    """The elements of one frame in the order of the flat tree; ``frames``: by the row of a frame element, what is
    in that frame."""

    spots: tuple[Spot, ...]
    frames: dict[int, FrameSurvey]


def read_survey(answers: Sequence[list[Any]], nodes: list[Node], viewport: tuple[int, int]) -> FrameSurvey:
    """Put the frames' answers (see ``peek.js``; the main frame's first) together.

    ``nodes``: the snapshot from which the refs are; a ref that it has no longer is left out.
    """
    known = {node.ref for node in walk(nodes) if node.ref}
    by_prefix = {"": answers[0]}
    for rows in answers[1:]:
        if prefix := _prefix_of(rows, known):
            by_prefix[prefix] = rows
    whole: Box = (0.0, 0.0, float(viewport[0]), float(viewport[1]))
    return _frame("", by_prefix, _inner_prefixes(nodes), known, (0.0, 0.0), whole)


def spots(survey: FrameSurvey) -> Iterator[Spot]:
    """All elements, a frame's right after the element that holds it."""
    for at, spot in enumerate(survey.spots):
        yield spot
        if at in survey.frames:
            yield from spots(survey.frames[at])


def _prefix_of(rows: list[Any], known: set[str]) -> str:
    """What the refs of a frame inside begin with; empty when the snapshot has none of them."""
    return next((_prefix(row[2]) for row in rows if row[2] in known), "")


def _prefix(ref: str) -> str:
    matched = _REF.fullmatch(ref)
    return matched.group(1) if matched else ""


def _inner_prefixes(nodes: list[Node]) -> dict[str, str]:
    """By the ref of a frame element, the prefix of the refs inside."""
    found: dict[str, str] = {}
    for node in walk(nodes):
        if node.role == "iframe" and node.ref:
            inside = next((inner.ref for inner in walk(node.children) if inner.ref), None)
            if inside is not None:
                found[node.ref] = _prefix(inside)
    return found


def _frame(
    prefix: str,
    by_prefix: dict[str, list[Any]],
    inner: dict[str, str],
    known: set[str],
    origin: tuple[float, float],
    clip: Box,
) -> FrameSurvey:
    found: list[Spot] = []
    frames: dict[int, FrameSurvey] = {}
    for at, row in enumerate(by_prefix[prefix]):
        found.append(_spot(row, known, origin, clip))
        below = inner.get(found[-1].ref, "")
        if row[6] and below and below in by_prefix and below != prefix:
            box = _moved(row[6], origin)
            frames[at] = _frame(below, by_prefix, inner, known, box[:2], _cut(box, clip))
    return FrameSurvey(tuple(found), frames)


def _spot(row: list[Any], known: set[str], origin: tuple[float, float], clip: Box) -> Spot:
    parent, tag, ref, own, share, marked, _ = row
    box = _moved(own, origin) if own else None
    in_sight = _share(box, clip) if box else 0.0
    middle = box is not None and _holds(clip, box[0] + box[2] / 2, box[1] + box[3] / 2)
    return Spot(ref if ref in known else "", tag, parent, box, min(share, in_sight), bool(marked and middle))


def _moved(box: Sequence[float], origin: tuple[float, float]) -> Box:
    return (box[0] + origin[0], box[1] + origin[1], box[2], box[3])


def _cut(box: Box, clip: Box) -> Box:
    x, y = max(box[0], clip[0]), max(box[1], clip[1])
    width, height = min(box[0] + box[2], clip[0] + clip[2]) - x, min(box[1] + box[3], clip[1] + clip[3]) - y
    return (x, y, width, height) if width > 0 and height > 0 else NOWHERE


def _share(box: Box, clip: Box) -> float:
    area, seen = box[2] * box[3], _cut(box, clip)
    return round(seen[2] * seen[3] / area, 2) if area else 0.0


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]
