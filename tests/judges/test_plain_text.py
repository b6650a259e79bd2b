"""The normaliser: what becomes equal, what stays different."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.judges.plain_text import bare, fold, plain

SAME = [
    ("11:02\u202fPM", "11:02 pm"),
    ("25\u00a0EUR", "25 eur"),
    ("cafe\u0301", "caf\u00e9"),
    ("\u201cx\u201d", '"x"'),
    ("it\u2019s", "it's"),
    ("it\u00b4s", "it's"),
    ("5\u20326\u2033", "5'6\""),
    ("a\u2013b\u2014c\u2212d", "a-b-c-d"),
    ("z\u200be\u200dr\ufeffo\u00ad", "zero"),
    ("\uff11\uff12", "12"),
    ("\ufb01ne", "fine"),
    ("stra\u00dfe", "STRASSE"),
    ("a \t\r\n b", "a b"),
    ("1\u00bd", "1 1/2"),
]
DIFFERENT = [
    ("10", "1O"),
    ("a-b", "ab"),
    ("a b", "ab"),
    ("resume", "r\u00e9sum\u00e9"),
    ("2**3", "23"),
    ("m\u00b2", "m3"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_same(left: str, right: str) -> None:
    assert fold(left) == fold(right)
    assert bare(left) == bare(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_different(left: str, right: str) -> None:
    assert fold(left) != fold(right)
    assert bare(left) != bare(right)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**A** and `b`", "a and b"),
        ("# Title\n> quoted", "title quoted"),
        ("#170", "#170"),
        ("3*4*5", "3*4*5"),
        ("sci_fi", "sci_fi"),
    ],
)
def test_markdown_marks_inside(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" 'Paris.' ", "paris"),
        ("**0**.", "0"),
        ("_x_", "x"),
        ("wait...", "wait..."),
        ("5*", "5*"),
        ('21"', '21"'),
        ("a_", "a_"),
        ("", ""),
        ("''", ""),
    ],
)
def test_bare(text: str, expected: str) -> None:
    assert bare(text) == expected


@settings(deadline=None)
@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
