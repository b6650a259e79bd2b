"""Amounts in an answer: numbers, money, percentages, quantities with units.

All texts went through ``plain_text.bare``; each function gives the claims that an answer makes of the kind asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ..tasks.answers import MoneyAnswer, NumberAnswer, PercentageAnswer, QuantityAnswer
from ..tasks.units import CURRENCIES, SPELLINGS, UNITS
from .answers_claims import Claim, sharing
from .tokens import Number, numbers

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
_ONES += ["seventeen", "eighteen", "nineteen"]
_TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
_WORD_NUMBER = re.compile(
    rf"(?<![\w-])(?:(?P<tens>{'|'.join(_TENS)})(?:[- ](?P<unit>{'|'.join(_ONES[1:10])}))?|(?P<ones>{'|'.join(_ONES)}))"
    r"(?![\w-])"
)
# 1.234,56 as it is written where a comma parts the cents.
_CONTINENTAL = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d{2}(?![\d.,])")
_CENTS = re.compile(r"\s?(?:cents?\b|\u00a2)")
_UNITS = "|".join(sorted(map(re.escape, SPELLINGS), key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?<![\w.,/])(?P<digits>-?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?)[\s-]?(?P<unit>{_UNITS})(?![\w°])"
)
_COMPOUND = {("ft", "in"), ("lb", "oz"), ("kg", "g"), ("km", "m"), ("m", "cm")}
_BETWEEN = re.compile(r"\s*(?:and\s)?")
_FRACTION = re.compile(r"(?<![\w./,])(?:(?P<whole>\d{1,4})\s(?:and\s)?)?(?P<part>[1-7])/(?P<of>[2-8])(?![\w./,])")


def number_claims(key: NumberAnswer, text: str) -> list[Claim]:
    """Plain numbers; amounts of money where there are none; words (``twenty-one``) where there are no digits."""
    found = numbers(digits_if_none(text))
    plain = [number for number in found if not number.currency and not number.percent] or found
    return [_claim(number, not number.percent and _near(number, key.value, key.tolerance)) for number in plain]


def money_claims(key: MoneyAnswer, text: str) -> list[Claim]:
    """Amounts with a currency; plain numbers where there are none."""
    text = _CONTINENTAL.sub(lambda found: found[0].replace(".", "\0").replace(",", ".").replace("\0", ","), text)
    found = [_whole_units(number, text) for number in numbers(text) if not number.percent]
    codes = {number.start: CURRENCIES.get(number.currency.casefold(), "") for number in found}
    marked = [number for number in found if number.currency] or found
    claims = [
        _claim(
            number,
            _near(number, key.value, key.tolerance) and (not key.currency or codes[number.start] in ("", key.currency)),
        )
        for number in marked
    ]
    return claims + sharing(claims, text)


def percentage_claims(key: PercentageAnswer, text: str) -> list[Claim]:
    """Percentages; plain numbers where there are none."""
    found = [number for number in numbers(text) if not number.currency]
    marked = [number for number in found if number.percent]
    claims = [_claim(number, _near(number, key.value, key.tolerance)) for number in marked or found]
    return claims + sharing(claims, text)


def quantity_claims(key: QuantityAnswer, text: str) -> list[Claim]:
    """Quantities of the key's dimension; numbers without a unit where there are none and none is required."""
    text = without_fractions(words_as_digits(text))
    all_found = _quantities(text)
    wanted = UNITS[SPELLINGS[key.unit.strip().casefold()]]
    same = [part for part in all_found if UNITS[part[1]].dimension == wanted.dimension]
    if same:
        claims = [
            Claim(f"{digits} {unit}", _fits(key, value, digits, unit), *span) for value, unit, digits, span in same
        ]
        return claims + sharing(claims, text)
    if key.unit_required:
        return []
    taken = {span[0] for _, _, _, span in all_found}
    bare = [number for number in numbers(text) if not number.currency and not number.percent]
    return [_claim(each, _near(each, key.value, _slack(key))) for each in bare if each.start not in taken]


def is_short(value: float) -> bool:
    """Whole numbers of one or two digits, which are found by chance in any prose."""
    return value == int(value) and abs(value) < 100


def words_as_digits(text: str) -> str:
    """``twenty-one`` as ``21``."""
    return _WORD_NUMBER.sub(_digits, text)


def digits_if_none(text: str) -> str:
    """The same for a text without a digit, where a word (``one of them``) is no second number."""
    return text if any(char.isdigit() for char in text) else words_as_digits(text)


def without_fractions(text: str) -> str:
    """``1 1/2`` as ``1.5``."""
    return _FRACTION.sub(_decimal, text)


def _decimal(found: re.Match[str]) -> str:
    part, of = int(found["part"]), int(found["of"])
    return f"{int(found['whole'] or 0) + part / of:g}" if part < of else found[0]


def _digits(found: re.Match[str]) -> str:
    if found["ones"]:
        return str(_ONES.index(found["ones"]))
    return str(_TENS[found["tens"]] + (_ONES.index(found["unit"]) if found["unit"] else 0))


def _claim(number: Number, fits: bool) -> Claim:
    shown = f"{number.currency}{number.value}{'%' if number.percent else ''}"
    return Claim(shown, fits, number.start, number.end)


def _near(number: Number, wanted: float, tolerance: float) -> bool:
    return abs(number.value - Decimal(str(wanted))) <= Decimal(str(tolerance))


def _whole_units(number: Number, text: str) -> Number:
    """Cents as dollars."""
    if number.currency or not _CENTS.match(text[number.end :]):
        return number
    return number._replace(value=number.value / 100, currency="$")


Part = tuple[float, str, str, tuple[int, int]]


def _quantities(text: str) -> list[Part]:
    """(value, unit, digits, place) each; ``5 ft 10 in`` is one."""
    parts: list[Part] = []
    for found in _QUANTITY.finditer(text):
        unit, digits = SPELLINGS[found["unit"]], found["digits"].replace(",", "")
        part = (float(digits), unit, digits, found.span())
        parts[-1:] = _merged(parts[-1], part, text) if parts else [part]
    return parts


def _merged(left: Part, right: Part, text: str) -> Sequence[Part]:
    between = text[left[3][1] : right[3][0]]
    if (left[1], right[1]) not in _COMPOUND or not _BETWEEN.fullmatch(between):
        return [left, right]
    ratio = UNITS[right[1]].factor / UNITS[left[1]].factor
    value = left[0] + right[0] * ratio
    return [(value, left[1], f"{value:g}", (left[3][0], right[3][1]))]


def _slack(key: QuantityAnswer) -> float:
    return max(key.tolerance, abs(key.value) * key.tolerance_ratio)


def _fits(key: QuantityAnswer, value: float, digits: str, unit: str) -> bool:
    own, other = UNITS[SPELLINGS[key.unit.strip().casefold()]], UNITS[unit]
    converted = value * other.factor / own.factor
    if abs(converted - key.value) <= _slack(key) + 1e-9 * abs(key.value):
        return True
    exact = key.value * own.factor / other.factor
    _, _, decimals = digits.partition(".")
    significant = len(digits.replace(".", "").lstrip("-0"))
    return own.factor != other.factor and significant > 1 and abs(exact - value) <= 0.5 * 10.0 ** -len(decimals)
