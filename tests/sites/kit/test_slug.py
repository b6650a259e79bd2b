"""The readable end of an address."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.sites.kit.slug import slugify


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Nvidia RTX 4090", "nvidia-rtx-4090"),
        ("It's 5 o'clock, isn't it?", "it-s-5-o-clock-isn-t-it"),
        ("Caf\u00e9 na\u00efve", "cafe-naive"),
        ("\u65e5\u672c", "-"),
        ("", "-"),
        ("x" * 80, "x" * 60),
        ("word " * 20, "word-" * 11 + "word"),
    ],
)
def test_slugs(text: str, slug: str) -> None:
    assert slugify(text) == slug


@settings(deadline=None)
@given(st.text())
def test_every_text_makes_a_part_of_an_address(text: str) -> None:
    assert re.fullmatch(r"-|[a-z0-9]+(-[a-z0-9]+)*", slugify(text)) and len(slugify(text)) <= 60
