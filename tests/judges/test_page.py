"""Page answers against page checks."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.judge import judge
from browserenv.judges.needs import probe
from browserenv.judges.original import clean
from browserenv.judges.page import page_label
from browserenv.judges.verdict import Outcome, Verdict
from browserenv.tasks.checks import PageCheck

LOCATOR = 'document.querySelector("#forum_sidebar").value'


def verdict_on(answer: dict[str, Any], **check: Any) -> Verdict:
    built = PageCheck.model_validate({"url": "forum:/f/books/edit", "locator": LOCATOR, **check})
    page = PageAnswer.model_validate({"url": "http://forum.localhost/f/books/edit", "status": 200, **answer})
    return judge(built, Evidence(pages={probe(built).key: page}))


# (value read, what is asked, passes as the original would, passes by our own rule)
TABLE: list[tuple[Any, dict[str, Any], bool, bool]] = [
    ("New\nClassic", {"must_include": ["New", "Classic"]}, True, True),
    ("NEW\nclassic", {"must_include": ["New", "Classic"]}, True, True),
    ("New", {"must_include": ["New", "Classic"]}, False, False),
    ("Newest", {"must_include": ["New"]}, True, True),
    ("grey", {"must_include": [["gray", "grey"]]}, True, True),
    ("green", {"must_include": [["gray", "grey"]]}, False, False),
    ("Not a wild place", {"must_include": ["a wild place"]}, True, True),
    ("", {"must_include": ["New"]}, False, False),
    (" 'New' ", {"exact_match": "new"}, True, False),
    ("New ", {"exact_match": "new"}, True, True),
    ("New one", {"exact_match": "new"}, False, False),
    ("", {"exact_match": ""}, True, True),
    ("11:02\u202fPM", {"must_include": ["11:02 PM"]}, False, True),
    ("25\u00a0EUR", {"exact_match": "25 EUR"}, False, True),
    ("it\u2019s", {"exact_match": "it's"}, False, True),
    ("a  b", {"exact_match": "a b"}, False, True),
    ("10", {"exact_match": "1O"}, False, False),
    ("Tom &amp; Ann", {"exact_match": "Tom & Ann"}, True, False),
    (None, {"must_include": ["none"]}, True, False),
    (None, {"exact_match": ""}, False, False),
    (True, {"exact_match": "True"}, True, True),
    (1, {"exact_match": "1"}, True, True),
    (["a", "b"], {"must_include": ["'a', 'b'"]}, True, False),
    (["a", "b"], {"must_include": ['"a", "b"']}, False, True),
]


@pytest.mark.parametrize(("value", "asked", "original", "ours"), TABLE)
def test_table(value: Any, asked: dict[str, Any], original: bool, ours: bool) -> None:
    for passes, flag in ((original, True), (ours, False)):
        verdict = verdict_on({"value": value}, original=flag, **asked)
        assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), (flag, verdict.reason)


def test_whole_page_is_unescaped_once() -> None:
    html = "<p>Tom &amp;amp; Ann &nbsp;x</p>"
    assert verdict_on({"value": html}, locator="", must_include=["Tom &amp; Ann"]).outcome is Outcome.PASS
    assert verdict_on({"value": html}, locator="", must_include=["Tom & Ann"]).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("answer", "outcome", "reason"),
    [
        ({"status": 404}, Outcome.FAIL, "the page does not exist (404)"),
        ({"status": 403}, Outcome.FAIL, "the page is refused (403)"),
        ({"status": 500}, Outcome.INDETERMINATE, "answered 500"),
        ({"status": 429}, Outcome.INDETERMINATE, "answered 429"),
        ({"status": None, "error": "timed out after 10 s"}, Outcome.INDETERMINATE, "timed out after 10 s"),
        ({"thrown": "Cannot read properties of null"}, Outcome.FAIL, "Cannot read properties of null"),
        ({"status": None, "value": "New"}, Outcome.PASS, "includes 'New'"),
    ],
)
@pytest.mark.parametrize("original", [True, False])
def test_pages_that_could_not_be_read(answer: dict[str, Any], outcome: Outcome, reason: str, original: bool) -> None:
    verdict = verdict_on({"value": None, **answer}, must_include=["New"], original=original)
    assert verdict.outcome is outcome
    assert reason in verdict.reason


def test_no_answer_is_indeterminate_with_the_recorded_reason() -> None:
    check = PageCheck(url="forum:/a", must_include=(("x",),))
    assert judge(check, Evidence()).reason == "no page 'forum:/a' in the evidence"
    for name in ("forum:/a", "state:forum"):
        lost = judge(check, Evidence(missing={name: "site down"}))
        assert (lost.outcome, lost.reason) == (Outcome.INDETERMINATE, "site down")


def test_label_and_evidence_are_for_a_person() -> None:
    verdict = verdict_on({"value": "x" * 1000}, must_include=["New"])
    assert verdict.label == "#forum_sidebar on /f/books/edit"
    assert len(verdict.evidence["value"]) == 303
    assert page_label(PageCheck(url="last", must_include=(("x",),))) == "page on the last page"


@pytest.mark.parametrize(
    ("text", "cleaned"), [("  A ", "a"), ("'A'", "a"), ('"A"', "a"), ("'\"A\"'", '"a"'), ("'A", "'a"), ("", "")]
)
def test_clean_is_webarenas(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned
