"""Numbers and words in a text."""

from __future__ import annotations

from decimal import Decimal

import pytest

from browserenv.judges.tokens import as_number, denied, hedged, joined, numbers, occurrences


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,234.50 and -7", ["1234.50", "-7"]),
        ("$-3 or -$3", ["-3", "-3"]),
        ("25,00", ["25.00"]),
        ("1,2,3", []),
        ("v2 2k 2nd 3x4", []),
        ("2023-10-15 12:30 1.2.3 2/3", []),
        ("12-pack, 5 pieces", ["5"]),
        ("(2) [3] #4 5% 6.", ["2", "3", "4", "5", "6"]),
        ("10-20", []),
    ],
)
def test_numbers_that_stand_for_themselves(text: str, values: list[str]) -> None:
    assert [number.value for number in numbers(text)] == [Decimal(value) for value in values]


@pytest.mark.parametrize("text", ["", "two", "2 inches", "1:30", "2023-10-15"])
def test_texts_that_are_no_number(text: str) -> None:
    assert as_number(text) is None


def test_currency_and_percent_tell_numbers_apart() -> None:
    dollars, euros, plain, percent = (as_number(text) for text in ("$2", "\u20ac2", "2.00", "2%"))
    assert dollars and euros and plain and percent
    assert dollars.equals(plain)
    assert not dollars.equals(euros)
    assert not plain.equals(percent)


@pytest.mark.parametrize(
    ("phrase", "text", "n"),
    [
        ("cat", "cat catalog a cat. tomcat", 2),
        ("fi", "sci-fi sci_fi fi", 1),
        ("example", "ann@example.org", 0),
        ("big cat", "big category, big cat", 1),
        ("no", "no no", 2),
        ("1:30", "11:30", 0),
    ],
)
def test_whole_words(phrase: str, text: str, n: int) -> None:
    assert len(occurrences(phrase, text)) == n


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("not X", True),
        ("is not in the X", True),
        ("isn't X", True),
        ("neither X", True),
        ("not a, X", False),
        ("not a but X", False),
        ("not one two three four X", False),
        ("knot X", False),
        ("no X", True),
        ("no, X", False),
        ("anything but X", True),
        ("y instead of X", True),
        ("X is wrong", True),
        ("X is not the answer", True),
        ("X is not shipped", False),
        ("X", False),
    ],
)
def test_denied(text: str, is_denied: bool) -> None:
    at = text.index("X")
    assert denied(text, at, at + 1) is is_denied


@pytest.mark.parametrize(
    ("text", "is_hedged"),
    [("X or y", True), ("y or X", True), ("yes/X", True), ("X/yes", True), ("f/X", False), ("X for", False)],
)
def test_hedged(text: str, is_hedged: bool) -> None:
    at = text.index("X")
    assert hedged(text, at, at + 1) is is_hedged


@pytest.mark.parametrize(
    ("text", "is_joined"), [("1, 2", True), ("1 and 2", True), ("1 to 2", True), ("1 costs 2", False)]
)
def test_joined(text: str, is_joined: bool) -> None:
    left, right = numbers(text)
    assert joined(text, left, right) is is_joined
