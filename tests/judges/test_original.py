"""Text and URL checks by the rules of the benchmarks that they come from, quirks included."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge
from browserenv.judges.original import clean
from browserenv.judges.treebank import words
from browserenv.judges.verdict import Outcome
from browserenv.tasks.checks import TextCheck, UrlCheck

HOSTS = {"forum": "http://forum.localhost", "admin": "http://admin.localhost:7780"}
VISUAL = "visualwebarena"

# (key, references, answer, passes as the original, passes by our own rules)
TEXTS: list[tuple[str, list[Any], str | None, bool, bool]] = [
    ("must_include", ["2"], "2", True, True),
    ("must_include", ["2"], "12", False, False),
    ("must_include", ["2"], "2 or 3", True, False),
    ("must_include", ["2"], "1, 2, 3", True, False),
    ("must_include", ["2"], "not 2", True, False),
    ("must_include", ["2"], "2.", True, True),
    ("must_include", ["2"], "2. That is all", False, True),
    ("must_include", ["2"], "2%", True, False),
    ("must_include", ["2"], "$2", True, True),
    ("must_include", ["0"], "$0.00", False, True),
    ("must_include", ["0"], "**0**", True, True),
    ("must_include", ["0"], '"0"', True, True),
    ("must_include", ["2", "5"], "12, 15", True, False),
    ("must_include", ["170"], "1700", True, False),
    ("must_include", ["Paris"], "Parisian", True, False),
    ("must_include", ["Paris"], "paris", True, True),
    ("must_include", ["it's"], "it\u2019s", False, True),
    ("must_include", ["a b"], "a  b", False, True),
    ("must_include", ["Paris"], None, False, False),
    ("exact", ["Paris"], " 'paris' ", True, True),
    ("exact", ["Paris"], "\"'Paris'\"", True, True),
    ("exact", ["Paris"], "Paris.", False, True),
    ("exact", ["Paris"], "**Paris**", False, True),
    ("exact", ["N/A"], "n/a", True, True),
]


@pytest.mark.parametrize(("key", "references", "answer", "theirs", "ours"), TEXTS)
def test_texts(key: str, references: list[Any], answer: str | None, theirs: bool, ours: bool) -> None:
    for original, passes in ((True, theirs), (False, ours)):
        check = TextCheck.model_validate({key: references, "original": original})
        verdict = judge(check, Evidence(answer=answer))
        assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), (original, verdict.reason)


@pytest.mark.parametrize(
    ("asked", "answer", "passes"),
    [
        ({"must_include": ["red", "blue"]}, "red and blue", True),
        ({"must_include": ["red", "blue"]}, "redder and blue", False),
        ({"must_include": [["red", "blue"]]}, "blue", True),
        ({"must_include": ["dark red"]}, "darker and dark reddish", True),
        ({"must_exclude": ["red"]}, "reddish", True),
        ({"must_exclude": ["red"]}, "red", False),
        ({"exact": ["red"]}, "red ", False),
    ],
)
def test_visual_texts(asked: dict[str, Any], answer: str, passes: bool) -> None:
    check = TextCheck.model_validate({**asked, "original": True, "benchmark": VISUAL})
    assert judge(check, Evidence(answer=answer)).outcome is (Outcome.PASS if passes else Outcome.FAIL)


# (addresses, final URL, passes as the original, passes by our own rules)
URLS: list[tuple[list[str], str, bool, bool]] = [
    (["forum:/f/nyc"], "http://forum.localhost/f/nyc", True, True),
    (["forum:/f/nyc"], "http://forum.localhost/f/nyc/", True, True),
    (["forum:/f/nyc"], "http://forum.localhost/f/nyc/12/title", True, True),
    (["forum:/f/nyc"], "http://forum.localhost/f/nyc_other", True, False),
    (["forum:/f/nyc"], "http://forum.localhost/f/NYC", False, False),
    (["forum:/f/nyc"], "https://forum.localhost/f/nyc", True, False),
    (["forum:/f/nyc"], "http://other.localhost/?next=forum.localhost/f/nyc", False, False),
    (["forum:/f/nyc"], "http://other.localhost/forum.localhost/f/nyc", True, False),
    (["forum:/f/nyc"], "http://forum.localhost/f/nyc#/other", True, True),
    (["forum:/f/a%20b"], "http://forum.localhost/f/a b", False, True),
    (["admin:/reports/?a=1&b=2"], "http://admin.localhost:7780/reports/?b=2&a=1&c=3", True, True),
    (["admin:/reports/?a=1"], "http://admin.localhost:7780/reports?a=1", False, True),
    (["admin:/reports/?a=1"], "http://admin.localhost:7780/reports/?a=2", False, False),
    (["admin:/reports?a="], "http://admin.localhost:7780/reports", True, False),
    (["forum:/f/a?x=1", "forum:/f/b?x=2"], "http://forum.localhost/f/a?x=2", True, False),
    (["forum:/f/a?x=1", "forum:/f/b?y=2"], "http://forum.localhost/f/a?x=1", False, True),
    (["forum:/f/a?x=1", "forum:/f/b?x=2"], "http://forum.localhost/f/b?x=2", True, True),
    (["forum:/"], "http://forum.localhost/all", True, True),
]


@pytest.mark.parametrize(("addresses", "url", "theirs", "ours"), URLS)
def test_urls(addresses: list[str], url: str, theirs: bool, ours: bool) -> None:
    for original, passes in ((True, theirs), (False, ours)):
        check = UrlCheck.model_validate({"any_of": addresses, "match": "prefix", "original": original})
        verdict = judge(check, Evidence(url=url, hosts=HOSTS))
        assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), (original, verdict.reason)


@pytest.mark.parametrize(
    ("match", "url", "passes"),
    [
        ("exact", "http://forum.localhost/f/nyc", True),
        ("exact", "http://forum.localhost/f/nyc/", True),
        ("exact", "http://forum.localhost/f/nyc?x=1", False),
        ("prefix", "http://forum.localhost/f/nyc?x=1", True),
        ("prefix", "http://forum.localhost/f/nycx", True),
    ],
)
def test_visual_urls(match: str, url: str, passes: bool) -> None:
    content = {"url": "forum:/f/nyc", "match": match, "original": True, "benchmark": VISUAL}
    verdict = judge(UrlCheck.model_validate(content), Evidence(url=url, hosts=HOSTS))
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("it costs $3.88 (about 3,36).", "it costs $ 3.88 ( about 3,36 ) ."),
        ("2. then 3.", "2. then 3 ."),
        ("isn't it ann's? they'll cannot", "is n't it ann 's ? they 'll can not"),
        ("a: b, 12:30 -- 5%", "a : b , 12:30 -- 5 %"),
        ("**0**", "* * 0 * *"),
        ("...", "..."),
    ],
)
def test_words(text: str, tokens: str) -> None:
    assert words(text) == tokens.split()


@pytest.mark.parametrize(("text", "cleaned"), [(" 'A' ", "a"), ("\"'A'\"", "'a'"), ("'", ""), ("A'", "a'")])
def test_clean(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned
