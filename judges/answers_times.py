"""Times in an answer: days, times of day, lengths of time, as people in the United States and elsewhere write them.

All texts went through ``plain_text.bare``.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from ..tasks.answers import DateAnswer, DateTimeAnswer, DurationAnswer, TimeAnswer
from .answers_amounts import without_fractions, words_as_digits
from .answers_claims import Claim, sharing

_MONTH_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTHS = {name[:n]: i for i, name in enumerate(_MONTH_NAMES, 1) for n in (3, len(name))} | {"sept": 9}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(r"(?<![\d.,/-])(?P<year>\d{4})(?P<sep>[-/.])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})(?![\d/-])"),
    re.compile(
        r"(?<![\d.,/-])(?P<first>\d{1,2})(?P<sep>[-/.])(?P<second>\d{1,2})(?P=sep)(?P<year>\d{4}|\d{2})(?![\d/-])"
    ),
    re.compile(rf"(?<![\w.,/-]){_DAY}(?:\sof)?[\s-]{_MONTH}(?!\w)(?:,?[\s-](?P<year>\d{{4}})(?!\d))?"),
    re.compile(rf"(?<!\w){_MONTH}\s(?:the\s)?{_DAY}(?!\w)(?:,?\s(?P<year>\d{{4}})(?!\d))?"),
)
_SLASHED = re.compile(r"(?<![\d.,/-])(?P<first>\d{1,2})(?P<sep>/)(?P<second>\d{1,2})(?P<year>)(?![\d/-])")
# One more day behind the first: October 15-16, October 15 and 16.
_DAY_MORE = re.compile(
    r"\s?(?:(?:-|~|(?:to|through|until)\s)\s?\d{1,2}(?![\d:]|\s?[ap]\.?m)|(?:and|or|&)\s\d{1,2}(?:st|nd|rd|th)?(?=$|[,.;)]))"
)
_BOUND = re.compile(r"\b(?:before|after|earlier than|later than)\s$")
_HALF = r"(?P<half>[ap])\.?m\b\.?"
_CLOCKS = (
    re.compile(
        rf"(?<![\d:.])(?P<hour>\d{{1,2}}):(?P<minute>\d{{2}})(?::(?P<second>\d{{2}})(?:\.\d+)?)?(?![\d:])(?:\s?{_HALF})?"
    ),
    re.compile(rf"(?<![\d:.])(?P<hour>\d{{1,2}})\s?{_HALF}"),
)
_NAMED = {"noon": 12 * 3600, "midnight": 0}
_UNIT_S = {"w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1}
_PARTS = re.compile(
    r"(?<![\d.,/])(?P<n>\d+(?:\.\d+)?)[\s-]?"
    r"(?P<unit>weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|[wdhms])(?![a-z])"
)
_JOIN = re.compile(r"\.?\s*,?\s*(?:and\s)?")
_COLONS = re.compile(r"(?<![\d:.])(?P<h>\d{1,4}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])(?!\s?[ap]\.?m\b)")
_ISO = re.compile(r"(?<!\w)p(?:(?P<d>\d+)d)?(?:t(?:(?P<h>\d+)h)?(?:(?P<m>\d+)m)?(?:(?P<s>\d+(?:\.\d+)?)s)?)?(?!\w)")
_WORDED = (
    (re.compile(r"\b(\d+) and a half (hour|minute|day)s?\b"), r"\1.5 \2s"),
    (re.compile(r"\ban? (hour|minute|day) and a half\b"), r"1.5 \1s"),
    (re.compile(r"\bhalf an? (hour|minute|day)\b"), r"0.5 \1s"),
    (re.compile(r"\b(?:an|a) (hour|minute|second|day|week)\b"), r"1 \1"),
)


def date_claims(key: DateAnswer, text: str) -> list[Claim]:
    """Every day that the text names; one without its year fits only where the key allows that."""
    wanted = datetime.date.fromisoformat(key.value)
    claims = []
    for year, month, day, found in _days(text, key.day_first, key.year_optional):
        fits = (month, day) == (wanted.month, wanted.day) and (
            year == wanted.year or (year is None and key.year_optional)
        )
        claims.append(Claim(found[0], fits and not _is_bound(text, found.start()), *found.span()))
        if year is None and (more := _DAY_MORE.match(text, found.end())):
            claims.append(Claim(f"{found[0]}{more[0]}", False, *more.span()))
    return claims + sharing(claims, text)


def time_claims(key: TimeAnswer, text: str) -> list[Claim]:
    """Every time of day that the text names."""
    wanted = datetime.time.fromisoformat(key.value)
    wanted_s = wanted.hour * 3600 + wanted.minute * 60 + wanted.second
    claims = []
    for at_s, has_seconds, found in _clocks(text):
        unseen_s = 0 if has_seconds else wanted.second
        fits = abs(at_s + unseen_s - wanted_s) <= key.tolerance_s and not _is_bound(text, found.start())
        claims.append(Claim(found[0], fits, *found.span()))
    return claims + sharing(claims, text)


def parts_of(key: DateTimeAnswer) -> tuple[DateAnswer, TimeAnswer]:
    """The day and the time of day, each of which must be stated."""
    moment = datetime.datetime.fromisoformat(key.value)
    day = DateAnswer(value=moment.date().isoformat(), day_first=key.day_first)
    return day, TimeAnswer(value=moment.time().isoformat(), tolerance_s=key.tolerance_s)


def duration_claims(key: DurationAnswer, text: str) -> list[Claim]:
    """Every length of time that the text names with a unit."""
    slack_s = max(key.tolerance_s, abs(key.value_s) * key.tolerance_ratio)
    claims = [
        Claim(text[start:end], abs(length_s - key.value_s) <= slack_s + 1e-9, start, end)
        for length_s, start, end in _lengths(text)
    ]
    return sorted(claims + sharing(claims, text), key=lambda claim: claim.start)


def with_digits(text: str) -> str:
    """``an hour and a half`` as ``1.5 hours``: what ``duration_claims`` reads, and what places refer to."""
    text = without_fractions(words_as_digits(text))
    for pattern, digits in _WORDED:
        text = pattern.sub(digits, text)
    return text


def _days(text: str, day_first: bool, year_optional: bool) -> Iterator[tuple[int | None, int, int, re.Match[str]]]:
    for pattern in (*_DATES, _SLASHED) if year_optional else _DATES:
        for found in pattern.finditer(text):
            parts = found.groupdict()
            year = int(parts["year"]) if parts["year"] else None
            if year is not None and year < 100:
                year += 2000
            month, day = _month_and_day(parts, day_first)
            if 1 <= month <= 12 and 1 <= day <= 31:
                yield year, month, day, found


def _is_bound(text: str, start: int) -> bool:
    return _BOUND.search(text[max(0, start - 14) : start]) is not None


def _month_and_day(parts: dict[str, str], day_first: bool) -> tuple[int, int]:
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        swapped = day_first or parts["sep"] == "." or first > 12
        return (second, first) if swapped else (first, second)
    month = parts["month"]
    return (int(month) if month.isdigit() else _MONTHS[month]), int(parts["day"])


def _clocks(text: str) -> Iterator[tuple[int, bool, re.Match[str]]]:
    """(Seconds since midnight, whether seconds are given, place)."""
    for pattern in _CLOCKS:
        for found in pattern.finditer(text):
            parts = found.groupdict()
            hour, minute, second = int(parts["hour"]), int(parts.get("minute") or 0), parts.get("second")
            if parts["half"]:
                hour = hour % 12 + (12 if parts["half"] == "p" else 0) if 1 <= hour <= 12 else 99
            if hour < 24 and minute < 60:
                yield hour * 3600 + minute * 60 + int(second or 0), second is not None, found
    for found in re.finditer(r"\b(?:noon|midnight)\b", text):
        yield _NAMED[found[0]], False, found


def _lengths(text: str) -> Iterator[tuple[float, int, int]]:
    """(Seconds, start, end)."""
    yield from _compounds(text)
    for found in _COLONS.finditer(text):
        yield int(found["h"]) * 3600 + int(found["m"]) * 60 + int(found["s"] or 0), *found.span()
    for found in _ISO.finditer(text):
        if len(found[0]) > 2:
            parts = found.groupdict()
            yield sum(float(parts[unit] or 0) * _UNIT_S[unit] for unit in "dhms"), *found.span()


def _compounds(text: str) -> Iterator[tuple[float, int, int]]:
    """``1 h 30 min`` is one length while its units get smaller; ``2 hours, 3 hours`` are two."""
    total_s, last_unit_s, start, end = 0.0, 0, -1, -1
    for found in _PARTS.finditer(text):
        unit_s = _UNIT_S[found["unit"][0]]
        follows = start >= 0 and unit_s < last_unit_s and _JOIN.fullmatch(text[end : found.start()])
        if start >= 0 and not follows:
            yield total_s, start, end
        total_s = (total_s if follows else 0) + float(found["n"]) * unit_s
        start, end = (start if follows else found.start()), found.end()
        last_unit_s = unit_s
    if start >= 0:
        yield total_s, start, end
