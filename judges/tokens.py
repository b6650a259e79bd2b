"""Where a text states something: whole words, whole numbers, and whether it denies, hedges or lists them.

All functions take texts that went through ``plain_text.plain``.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import NamedTuple

# A number with its sign, currency mark and percent sign. 1,234.50 has thousands; 25,00 a decimal comma.
_NUMBER = re.compile(
    r"(?P<minus>(?<![\w)])-)?(?P<currency>[$€£¥]\s?-?)?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d{2}(?![\d,])|\d+(?:\.\d+)?)"
    r"(?P<percent>\s?%)?"
)
# What makes a number part of something longer: letters, dates, times, versions, fractions, ranges.
_GLUED_BEFORE = re.compile(r"[\w][-./,:_'@]?-?[$€£¥]?$|[.,:_@]$")
_GLUED_AFTER = re.compile(r"[-./,:_'@]?\w")
_NO = r"(?:not|never|neither|nor|cannot|without|except|excluding|[a-z]+n't)"
# A denial up to three words before, in the same clause; "not A but B" denies A alone.
_DENIED = re.compile(rf"\b{_NO}(?:\s+(?!but\b|only\b|instead\b|rather\b)[^\s,.;:!?]+){{0,3}}\s+$")
_OR_BEFORE = re.compile(r"(?:\w[\"')]?,?\s+or\s+|\w\w/)$")
_OR_AFTER = re.compile(r"^[\"')]?(?:,?\s+or\s+\S|/\w\w)")
# Between two numbers: an enumeration or a range.
_JOINED = re.compile(r"\s*(?:,|;|/|&|\||-|\bto\b|\band\b|\bor\b|,\s*and\b|,\s*or\b|\n|\s)\s*[#$€£¥(]?\s*")


class Number(NamedTuple):
    """A number in a text: its value, its currency mark (or an empty text), whether it is a percentage, its place."""

    value: Decimal
    currency: str
    percent: bool
    start: int
    end: int

    def equals(self, other: Number) -> bool:
        """Equal amounts. A missing currency mark fits any; a percentage is another number than the plain one."""
        currencies = {self.currency, other.currency} - {""}
        return self.value == other.value and self.percent == other.percent and len(currencies) < 2


def numbers(text: str) -> list[Number]:
    """The numbers that stand for themselves; digits inside words, dates, times and versions are none."""
    found = []
    for match in _NUMBER.finditer(text):
        before, after = text[max(0, match.start() - 4) : match.start()], text[match.end() : match.end() + 2]
        if not _GLUED_BEFORE.search(before) and not _GLUED_AFTER.match(after):
            found.append(_number(match))
    return found


def as_number(text: str) -> Number | None:
    """The number that a whole text is; a hash mark before it (``#170``) is no part of it."""
    text = text.removeprefix("#").strip()
    found = _NUMBER.fullmatch(text)
    return _number(found) if found else None


def occurrences(phrase: str, text: str) -> list[tuple[int, int]]:
    """Where ``phrase`` stands in ``text`` as whole words: (start, end) each."""
    places = []
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        if not _glued(text, start) and not _glued(text, end):
            places.append((start, end))
        start = text.find(phrase, start + 1)
    return places


def denied(text: str, start: int) -> bool:
    """Whether what begins at ``start`` is denied: ``not 2``, ``is not in Paris``."""
    return _DENIED.search(text[max(0, start - 80) : start].rstrip("\"'(#$€£¥-") or " ") is not None


def hedged(text: str, start: int, end: int) -> bool:
    """Whether what stands there is one of several offered: ``2 or 3``, ``yes/no``."""
    return bool(_OR_BEFORE.search(text[max(0, start - 8) : start]) or _OR_AFTER.match(text[end : end + 8]))


def joined(text: str, left: Number, right: Number) -> bool:
    """Whether two numbers stand in one enumeration or range: ``1, 2``, ``2-3``, ``2 to 3``."""
    return _JOINED.fullmatch(text[left.end : right.start]) is not None


def _number(match: re.Match[str]) -> Number:
    digits = match["digits"]
    digits = digits.replace(",", ".") if re.fullmatch(r"\d+,\d{2}", digits) else digits.replace(",", "")
    currency = (match["currency"] or "").strip()
    negative = bool(match["minus"]) or currency.endswith("-")
    value = Decimal(digits)
    return Number(-value if negative else value, currency.strip("-").strip(), bool(match["percent"]), *match.span())


def _glued(text: str, at: int) -> bool:
    """Whether the place between two characters is inside a word: letters on both sides, or joined by a mark.

    Scripts without spaces have no such places, so that words of theirs are found anywhere.
    """
    if at in (0, len(text)):
        return False
    left, right = text[at - 1], text[at]
    if _is_word(left) and _is_word(right):
        return not (_is_wide(left) or _is_wide(right))
    beyond_left = text[at - 2] if at > 1 else " "
    beyond_right = text[at + 1] if at + 1 < len(text) else " "
    if right in "-'_@." and _is_word(left):
        return _is_word(beyond_right)
    return left in "-'_@." and _is_word(right) and _is_word(beyond_left)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
