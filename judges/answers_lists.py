"""Lists and mappings in prose: which part of the text says which item, and what is said besides."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Container, Iterable, Sequence
from itertools import pairwise
from typing import Any

from ..tasks.answers import ListAnswer, MappingAnswer
from .answers_claims import Claim, is_refused
from .assignment import matching
from .plain_text import plain
from .tokens import as_number, numbers, occurrences

Claims = Callable[[Any, str], list[Claim]]
Wrong = Callable[[Any, str], str]

_NUMBERING = re.compile(r"^[ \t]*(?:\(?\d{1,3}[.)]|[-*\u2022])[ \t]+", re.MULTILINE)
_SEPARATORS = re.compile(r"[,;|/&\u2022\n\t+>]|->|\s-\s|\b(?:and|or|plus|then|as well as)\b")
_LEAD_IN = re.compile(r"^[^,;|\n]*:")
_RANGE = re.compile(r"\s*(?:to|through|until|~)\s*")
# Words that may stand around the items of one piece of a list ("the third one is ... which costs less").
_MOST_WORDS = 12
_ITEM = "\0"


def wrong_list(key: ListAnswer, answer: str, claims_of: Claims) -> str:
    """Why a text does not name exactly the items; empty when it does."""
    text = _lines(answer)
    fitting = [[claim for claim in claims_of(item, text) if claim.fits] for item in key.items]
    spans = _apart({_span(claim) for claims in fitting for claim in claims})
    standing = set(spans)
    at = [{_span(claim): claim for claim in claims if _span(claim) in standing} for claims in fitting]
    taken = (_in_a_row(at, spans) if key.ordered else {}) or matching(at, spans, lambda one, span: span in one)
    lacking = next((index for index in range(len(at)) if index not in taken), None)
    if lacking is not None:
        return f"the answer does not name item {lacking + 1}, {_shown(key.items[lacking])}"
    found = [one[spans[taken[index]]] for index, one in enumerate(at)]
    for place in found:
        if is_refused(place, text.replace("\n", " ")):
            return f"the answer denies {place.shown} or offers it as one of several"
    in_order = sorted(found, key=lambda place: place.start)
    if any(_RANGE.fullmatch(text[left.end : right.start]) for left, right in pairwise(in_order)):
        return "the answer gives a range, which names more than its ends"
    if key.ordered and [place.start for place in found] != sorted(place.start for place in found):
        return "the answer names the items in another order"
    return _extra(text, spans)


def _span(claim: Claim) -> tuple[int, int]:
    return claim.start, claim.end


def _apart(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places that overlap no longer one, in order: a short item is not found inside a long one."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(places, key=lambda place: (place[0] - place[1], place)):
        at = bisect(kept, (start, end))
        if (at == 0 or kept[at - 1][1] <= start) and (at == len(kept) or end <= kept[at][0]):
            kept.insert(at, (start, end))
    return kept


def _in_a_row(at: Sequence[Container[tuple[int, int]]], spans: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The place of each item, by index, behind the one before; empty where one of them has none there."""
    taken: dict[int, int] = {}
    for index, one in enumerate(at):
        first = taken[index - 1] + 1 if index else 0
        behind = next((j for j in range(first, len(spans)) if spans[j] in one), None)
        if behind is None:
            return {}
        taken[index] = behind
    return taken


def wrong_mapping(key: MappingAnswer, answer: str, wrong: Wrong) -> str:
    """Why a text does not give each key its value, behind the key or, for all of them, before it."""
    text = plain(answer)
    places = _places(key.entries, text)
    missing = [name for name, place in places.items() if place is None]
    if missing:
        return f"the answer does not name {missing[0]!r}"
    order = sorted((place, name) for name, place in places.items() if place)
    starts, ends = [place[0] for place, _ in order], [place[1] for place, _ in order]
    behind = {name: text[ends[i] : ([*starts, len(text)])[i + 1]] for i, (_, name) in enumerate(order)}
    before = {name: text[([0, *ends])[i] : starts[i]] for i, (_, name) in enumerate(order)}
    problems = [_wrong_segments(key, segments, wrong) for segments in (behind, before)]
    return problems[0] if all(problems) else ""


def _wrong_segments(key: MappingAnswer, segments: dict[str, str], wrong: Wrong) -> str:
    for name, value in key.entries.items():
        problem = wrong(value, segments[name].strip(" ,;:.-=()"))
        if problem:
            return f"for {name!r}, {problem}"
        others = [other for other in key.entries.values() if other != value]
        if any(not wrong(other, segments[name]) for other in others):
            return f"for {name!r}, the answer states another key's value as well"
    return ""


def _places(names: Iterable[str], text: str) -> dict[str, tuple[int, int] | None]:
    """Where each key is named; long keys first, so that a short one is not found inside a long one."""
    places: dict[str, tuple[int, int] | None] = {}
    for name in sorted(names, key=len, reverse=True):
        taken = [place for place in places.values() if place]
        free = (at for at in _places_of(name, text) if not any(at[0] < end and start < at[1] for start, end in taken))
        places[name] = next(free, None)
    return places


def _places_of(name: str, text: str) -> list[tuple[int, int]]:
    """A key that is a number is also named by a number of that value."""
    wanted = plain(name)
    found = occurrences(wanted, text)
    number = as_number(wanted)
    if not found and number is not None:
        found = [(each.start, each.end) for each in numbers(text) if each.equals(number)]
    return found


def _lines(answer: str) -> str:
    """Every line plain, without its bullet or number."""
    return "\n".join(filter(None, (plain(_NUMBERING.sub("", line)) for line in answer.splitlines())))


def _extra(text: str, used: Sequence[tuple[int, int]]) -> str:
    """What the text names besides the items."""
    masked, at = "", 0
    for start, end in sorted(used):
        masked += text[at:start] + _ITEM
        at = end
    masked += text[at:]
    for piece in _SEPARATORS.split(_LEAD_IN.sub("", masked, count=1) if _leads(masked) else masked):
        n_words = len(re.findall(r"\w+", piece))
        if n_words and _ITEM not in piece:
            return f"the answer names {piece.strip()[:60]!r} besides"
        if n_words > _MOST_WORDS:
            return "the answer says much besides the items"
    return ""


def _leads(masked: str) -> bool:
    found = _LEAD_IN.match(masked)
    return found is not None and _ITEM not in found[0]


def _shown(item: Any) -> str:
    return str(item.model_dump(exclude_defaults=True))
