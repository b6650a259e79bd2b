"""Users' texts as HTML."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.sites.kit.markdown import _PLAIN, _parsed, render


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        (None, ""),
        ("plain", "<p>plain</p>\n"),
        ("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>\n"),
        ("a *b* `c`", "<p>a <em>b</em> <code>c</code></p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("[x](http://a.example)", '<p><a href="http://a.example" rel="nofollow">x</a></p>\n'),
        ('it\'s "so"', '<p>it\'s "so"</p>\n'),
        ("caf\u00e9 \u2013 na\u00efve", "<p>caf\u00e9 \u2013 na\u00efve</p>\n"),
    ],
)
def test_commonmark(text: str | None, html: str) -> None:
    assert render(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,x)",
        "![x](http://elsewhere.example/pixel.png)",
        "<javascript:alert(1)>",
        '<a href="x" target="_blank" onclick="y">z</a>',
        "[x](<javascript&colon;alert(1)>)",
    ],
)
def test_nothing_harmful_comes_through(text: str) -> None:
    for element in BeautifulSoup(render(text), "html.parser").select("*"):
        assert element.name in ("p", "a") and set(element.attrs) <= {"href", "title", "rel"}
        assert not re.match(r"(javascript|data):", str(element.get("href", "")))


_TEXT = st.text(
    st.one_of(st.sampled_from("ab \n.,:;!?'\"()/%$-1#*_>&\t\\[]`=+~|\u00e9\u2019\u00a0\u2028"), st.characters())
)


@settings(deadline=None)
@given(_TEXT)
def test_the_short_way_gives_the_same_html(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    assert render(text) == (_parsed(text.strip("\n")) if text else "")


@settings(deadline=None)
@given(st.lists(st.sampled_from(["Word", "it's", "(so)", "a-b", "$5", "a/b", '"x"', "1.", "-", "\n", "\n\n"])))
def test_the_short_way_gives_the_same_html_for_prose(words: list[str]) -> None:
    text = " ".join(words).replace(" \n ", "\n").replace(" \n\n ", "\n\n").strip()
    assert render(text) == (_parsed(text) if text else "")


def test_prose_goes_the_short_way() -> None:
    assert _PLAIN.fullmatch("It's a plain text (mostly), isn't it?\n\nYes: 5 % of $10.")
