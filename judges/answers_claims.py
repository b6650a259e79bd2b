"""Claims: what an answer says of the kind that was asked for, and when that is the one answer expected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from .tokens import Number, denied, hedged, is_bound, joined

_ITEM_MARKS = re.compile(r"\n|;|\||,\s|\s[-*\u2022]\s")


# A number that leaves its unit to the next one: "2-3 kg", "14 and 15 October".
_SHARES = re.compile(
    r"(?<![\w.,:/$-])(?P<n>\d+(?:,\d{3})*(?:\.\d+)?)(?::\d\d|st|nd|rd|th)?"
    r"\s*(?:-|~|&|\b(?:(?:up )?to|through|thru|until|and)\b)\s*(?:the\s)?$"
)
_MONTH_BEFORE = re.compile(r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s$")
_FIRST_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


class Claim(NamedTuple):
    """One thing said: ``fits`` tells whether it is what was asked for, ``start`` and ``end`` where it stands."""

    shown: str
    fits: bool
    start: int
    end: int


def dump(answer: str, n_asked: int) -> str:
    """What is wrong with an answer that has many more items than were asked for: it names candidates."""
    n_items = len([item for item in split_items(answer) if item.strip()])
    return f"the answer lists {n_items} items where {n_asked} were asked for" if n_items > 20 + 3 * n_asked else ""


def split_items(text: str) -> list[str]:
    """A text at the marks that part the items of a list."""
    return _ITEM_MARKS.split(text)


def wrong_claims(claims: Sequence[Claim], text: str, wanted: str, *, sole: bool = True) -> str:
    """Why the claims are not the one answer; an empty text when they are.

    ``sole``: any other claim beside the right one fails, unless it is denied. Otherwise only one that stands in an
    enumeration or a range with the right one does.
    """
    here = [claim for claim in claims if claim.fits]
    if not here:
        return f"the answer states {claims[0].shown}, not {wanted}" if claims else f"the answer does not state {wanted}"
    if any(denied(text, claim.start, claim.end) for claim in here):
        return f"the answer denies {wanted}"
    if all(is_bound(text, _place(claim)) for claim in here):
        return f"the answer gives {wanted} as a bound"
    rest = [claim for claim in claims if not claim.fits and not denied(text, claim.start, claim.end)]
    listed = rest if sole else [claim for claim in rest if _is_listed(claim, claims, text)]
    if listed:
        return f"the answer states {listed[0].shown} beside {wanted}"
    alone = len(here) == 1
    if alone and hedged(text, here[0].start, here[0].end):
        return f"the answer offers {wanted} as one of several"
    return ""


def sharing(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The smaller numbers right before claims with which they share the unit: each is one more thing said."""
    found = []
    for claim in claims:
        at = max(0, claim.start - 45)
        before = text[at : claim.start]
        other, own = _SHARES.search(before), _FIRST_NUMBER.match(text, claim.start)
        if other is None or own is None or _MONTH_BEFORE.search(before[: other.start()]):
            continue
        if float(other["n"].replace(",", "")) < float(own[0].replace(",", "")):
            found.append(Claim(other["n"], False, at + other.start(), at + other.end("n")))
    return found


def is_refused(claim: Claim, text: str) -> bool:
    """Whether a claim is denied or only offered."""
    return denied(text, claim.start, claim.end) or hedged(text, claim.start, claim.end)


def _is_listed(stranger: Claim, claims: Sequence[Claim], text: str) -> bool:
    """Whether a claim that was not asked for is the neighbour of one that was."""
    in_order = sorted(claims, key=lambda claim: claim.start)
    return any(
        stranger in pair and any(claim.fits for claim in pair) and joined(text, *map(_place, pair))
        for pair in pairwise(in_order)
    )


def _place(claim: Claim) -> Number:
    """The claim as the token rules take it; they look at its place alone."""
    return Number(Decimal(0), "", False, claim.start, claim.end)
