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
    in that frame; ``view``: where the frame's viewport is, in px of the page's."""

    spots: tuple[Spot, ...]
    frames: dict[int, FrameSurvey]
    view: Box


@dataclass(frozen=True)
class Lens:
    """How a frame is drawn on the page: ``view`` is where its viewport is, and a pixel of its own is ``x`` wide and
    ``y`` high there: other than 1 under ``zoom`` and ``transform: scale``."""

    view: Box
    x: float = 1.0
    y: float = 1.0

    def inner(self, view: Box, size: Sequence[float]) -> Lens:
        """That of a frame inside: ``view`` is its viewport on the page, ``size`` (width, height) what that is to it."""
        return Lens(view, _ratio(view[2], size[0] * self.x) * self.x, _ratio(view[3], size[1] * self.y) * self.y)

    def box(self, box: Sequence[float]) -> Box:
        """A box of the frame, on the page."""
        x, y, width, height = box
        return (self.view[0] + x * self.x, self.view[1] + y * self.y, width * self.x, height * self.y)


def read_survey(answers: Sequence[dict[str, Any]], nodes: list[Node], viewport: tuple[int, int]) -> FrameSurvey:
    """Put the frames' answers (see ``peek.js``; the main frame's first) together.

    ``nodes``: the snapshot from which the refs are; a ref that it has no longer is left out.
    """
    known = {node.ref for node in walk(nodes) if node.ref}
    by_prefix = {"": answers[0]}
    for answer in answers[1:]:
        if prefix := _prefix_of(answer["rows"], known):
            by_prefix[prefix] = answer
    whole: Box = (0.0, 0.0, float(viewport[0]), float(viewport[1]))
    return _frame("", by_prefix, _inner_prefixes(nodes), known, Lens(whole), whole)


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
    prefix: str, by_prefix: dict[str, dict[str, Any]], inner: dict[str, str], known: set[str], lens: Lens, clip: Box
) -> FrameSurvey:
    found: list[Spot] = []
    frames: dict[int, FrameSurvey] = {}
    for at, row in enumerate(by_prefix[prefix]["rows"]):
        found.append(_spot(row, known, lens, clip))
        below = inner.get(found[-1].ref, "")
        if row[6] and below and below in by_prefix and below != prefix:
            view = lens.box(row[6])
            within = lens.inner(view, by_prefix[below]["view"])
            frames[at] = _frame(below, by_prefix, inner, known, within, _cut(view, clip))
    return FrameSurvey(tuple(found), frames, lens.view)


def _spot(row: list[Any], known: set[str], lens: Lens, clip: Box) -> Spot:
    parent, tag, ref, own, share, marked, _ = row
    box = lens.box(own) if own else None
    in_sight = _share(box, clip) if box else 0.0
    middle = box is not None and _holds(clip, box[0] + box[2] / 2, box[1] + box[3] / 2)
    return Spot(ref if ref in known else "", tag, parent, box, min(share, in_sight), bool(marked and middle))


def _ratio(drawn: float, laid: float) -> float:
    """How much larger something is drawn; sides of a frame are told in whole pixels, so less than one is no matter."""
    return drawn / laid if laid and abs(drawn - laid) >= 1 else 1.0


def _cut(box: Box, clip: Box) -> Box:
    x, y = max(box[0], clip[0]), max(box[1], clip[1])
    width, height = min(box[0] + box[2], clip[0] + clip[2]) - x, min(box[1] + box[3], clip[1] + clip[3]) - y
    return (x, y, width, height) if width > 0 and height > 0 else NOWHERE


def _share(box: Box, clip: Box) -> float:
    area, seen = box[2] * box[3], _cut(box, clip)
    return round(seen[2] * seen[3] / area, 2) if area else 0.0


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]
