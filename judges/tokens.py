"""Where a text states something: whole words, whole numbers, and whether it denies, hedges or lists them.

All functions take texts that went through ``plain_text.plain``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from ..tasks.units import CURRENCIES

_MARKS = sorted(CURRENCIES, key=len, reverse=True)
_SYMBOLS = "".join(mark for mark in _MARKS if len(mark) == 1)
_CODES = "|".join(sorted({code.casefold() for code in CURRENCIES.values()}))
_SIGNS = {"USD": "$", "EUR": "\u20ac", "GBP": "\u00a3", "JPY": "\u00a5"}
# A number with its sign, currency mark and percent sign, in words too. 1,234.50 has thousands; 25,00 a decimal comma.
_NUMBER = re.compile(
    rf"(?P<minus>(?<![\w)])-|\b(?:minus|negative)\s)?(?P<before>(?:(?:\bus)?[{_SYMBOLS}]|\b(?:{_CODES}))\s?-?)?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d{2}(?![\d,])|\d+(?:\.\d+)?|\.\d+)"
    rf"(?:(?P<percent>\s?%|\s(?:percent|per cent|pct)\b)|\s?(?P<after>{'|'.join(map(re.escape, _MARKS))})(?!\w))?"
)
_SCALES = "hundred|thousand|million|billion|trillion"
# What makes a number part of something longer: letters, dates, times, versions, fractions, ranges, other words of it.
_GLUED_BEFORE = re.compile(rf"\w[-./,:_'@]?-?$|[.,:_@]$|\b(?:{_SCALES})\s(?:and\s)?$")
# Two amounts of money, each with its mark, are two numbers: $20-$25.
_GLUED_BEFORE_MARK = re.compile(r"[^\W\d][-./,:_'@]?-?$|[.,:_@]$")
_GLUED_AFTER = re.compile(rf"[-./,:_'@]?\w|\.{{2,}}\s?\d|\s(?:{_SCALES}|dozen)")
# "The one not shipped is X" names X; the denial is of another.
_OF_ANOTHER = r"(?!(?:\s+\w+)?\s+\w+(?:ed|en|aid|old|ent)\s+(?:is|are|was|were)\s)"
_NO = r"(?:not|whether|never|neither|nor|cannot|without|except|excluding|[a-z]+n't)"
# A denial up to three words before, in the same clause; "not A but B" denies A alone.
_DENIED = re.compile(
    rf"\b{_NO}{_OF_ANOTHER}(?:\s+(?!but\b|only\b|instead\b|rather\b|[-*\u2022]\s)[^\s,.;:!?]+){{0,3}}\s+$"
)
_DENIED_AT_ONCE = re.compile(r"\b(?:no|anything but|other than|rather than|instead of)\s+$")
_DENIED_AFTER = re.compile(
    r"\W{0,2}\s+(?:is|was|are|were|would be)\s+(?:wrong|incorrect|false|not (?:right|correct|the answer))\b"
)
# Before or behind a number: a bound, which is no number.
_BOUND_BEFORE = re.compile(
    r"(?:\b(?:(?:less|more|fewer|greater|higher|lower|larger|smaller) than|at least|at most|over|under|above|below"
    r"|up to)\s+|[<>\u2264\u2265]=?\s*)$"
)
_BOUND_AFTER = re.compile(r"\s?\+")
_OR_BEFORE = re.compile(r"(?:\w[\"')]?,?\s+or\s+|\w\w/)$")
# What ends the part of a sentence in which two alternatives stand side by side.
_BREAK = re.compile(r"[,;.?!\n]|\b(?:and|or)\b")
_OR_AFTER = re.compile(r"^[\"')]?(?:,?\s+\(?or\s+\S|/\w\w)")
# What an address begins with, whose slashes offer no choice.
_ADDRESS = re.compile(r"[\"'(<\[]*(?:[a-z]+://|/)")
_POSSESSIVE = re.compile(r"'s(?![\w'])")
# How far around a place one looks for what belongs to it.
_NEAR = 300
# Between two numbers: an enumeration or a range.
_JOINED = re.compile(
    r"\s*(?:,|;|/|&|\||-|~|\.{2,}|\b(?:(?:up )?to|through|thru|until)\b|,?\s*\b(?:and|or)\b|\n|\s)"
    rf"\s*[#{_SYMBOLS}(]?\s*"
)


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
        before, after = text[max(0, match.start() - 14) : match.start()], text[match.end() : match.end() + 12]
        glued = _GLUED_BEFORE_MARK if match["before"] else _GLUED_BEFORE
        if not glued.search(before) and not _GLUED_AFTER.match(after):
            found.append(_number(match))
    return found


def as_number(text: str) -> Number | None:
    """The number that a whole text is; a hash mark before it (``#170``) is no part of it. With a currency in words
    (``5 pounds``) it is a text, since it need not be money."""
    text = text.removeprefix("#").strip()
    found = _NUMBER.fullmatch(text)
    return _number(found) if found and not (found["after"] or "").isalpha() else None


def occurrences(phrase: str, text: str) -> list[tuple[int, int]]:
    """Where ``phrase`` stands in ``text`` as whole words: (start, end) each."""
    places = []
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        if not _glued(text, start) and (not _glued(text, end) or _POSSESSIVE.match(text, end)):
            places.append((start, end))
        start = text.find(phrase, start + 1)
    return places


def denied(text: str, start: int, end: int) -> bool:
    """Whether what stands there is denied: ``not 2``, ``is not in Paris``, ``no 2``, ``2 is wrong``."""
    before = text[max(0, start - 80) : start].rstrip("\"'(#$€£¥-")
    at_once = _DENIED_AT_ONCE.search(before)
    return bool(at_once or _DENIED.search(before) or _DENIED_AFTER.match(text[end : end + 40]))


def is_bound(text: str, number: Number) -> bool:
    """Whether a number is the bound of a range: ``more than 2``, ``2+``."""
    before = text[max(0, number.start - 20) : number.start]
    return bool(_BOUND_BEFORE.search(before) or _BOUND_AFTER.match(text[number.end : number.end + 2]))


def hedged(text: str, start: int, end: int) -> bool:
    """Whether what stands there is one of several offered: ``2 or 3``, ``yes/no``."""
    return any(hedged_sides(text, start, end))


def hedged_sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """The same for what stands before it, and for what stands behind."""
    before, after = _OR_BEFORE.search(text[max(0, start - 8) : start]), _OR_AFTER.match(text[end : end + 8])
    if _ADDRESS.match(text[text.rfind(" ", max(0, start - _NEAR), start) + 1 : start][-_NEAR:]):
        return bool(before and not before[0].endswith("/")), bool(after and "/" not in after[0])
    return bool(before), bool(after)


def offered_with(text: str, start: int, end: int, others: Iterable[str]) -> bool:
    """Whether each "or" beside what stands there has one of ``others`` on its other side, with no third one between."""
    sides = []
    if before := _OR_BEFORE.search(text[max(0, start - 8) : start]):
        word_end = max(0, start - 8) + before.start() + (2 if before[0].endswith("/") else 1)
        sides.append(_BREAK.split(text[max(0, word_end - _NEAR) : word_end])[-1])
    if after := _OR_AFTER.match(text[end : end + 8]):
        word_start = end + after.end() - (2 if "/" in after[0] else 1)
        sides.append(_BREAK.split(text[word_start : word_start + _NEAR])[0])
    known = list(others)
    return bool(sides) and all(any(occurrences(other, side) for other in known) for side in sides)


def joined(text: str, left: Number, right: Number) -> bool:
    """Whether two numbers stand in one enumeration or range: ``1, 2``, ``2-3``, ``2 to 3``."""
    return _JOINED.fullmatch(text[left.end : right.start]) is not None


def _number(match: re.Match[str]) -> Number:
    digits, before = match["digits"], match["before"] or ""
    digits = digits.replace(",", ".") if re.fullmatch(r"\d+,\d{2}", digits) else digits.replace(",", "")
    value = Decimal(digits)
    negative = bool(match["minus"]) or before.endswith("-")
    code = CURRENCIES.get(before.removesuffix("-").strip() or match["after"] or "", "")
    return Number(-value if negative else value, _SIGNS.get(code, code), bool(match["percent"]), *match.span())


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
    if _is_word(left):
        return _joins(right, left, beyond_right)
    return _is_word(right) and _joins(left, beyond_left, right)


def _joins(mark: str, left: str, right: str) -> bool:
    """Whether a mark makes one word of both sides: ``sci-fi``, ``ann@host``, and of digits ``1:30``, ``2/3``."""
    if mark in ":,/":
        return left.isdigit() and right.isdigit()
    return mark in "-'_@." and _is_word(left) and _is_word(right)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
