"""The registry, and the one place that catches."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.judge import ASKING_JUDGES, JUDGES, judge
from browserenv.judges.needs import probe
from browserenv.judges.verdict import Outcome
from browserenv.tasks import checks
from browserenv.tasks.checks import AnyCheck, PageCheck, TextCheck

CHECKS: TypeAdapter[AnyCheck] = TypeAdapter(AnyCheck)
EXAMPLES: dict[str, dict[str, Any]] = {
    "text": {"must_include": ["x"]},
    "url": {"url": "forum:/a"},
    "page": {"url": "forum:/a", "must_include": ["x"]},
    "state": {"site": "forum", "query": "diff.posts.added", "equals": {}},
    "finish": {"site": "forum", "query": "postsDiff.added", "equals": {}},
    "unsupported": {"item": "a picture", "content": {}},
    "model": {"rubric": "answer", "question": "q", "reference": "x"},
    "image": {"url": "forum:/a", "locator": "document.images", "question": "Is it red?"},
    "group": {"rule": "any_of", "checks": [{"judge": "text", "must_include": ["x"]}]},
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_every_check_has_a_judge() -> None:
    union = get_args(get_args(AnyCheck)[0])
    judges = JUDGES | ASKING_JUDGES
    assert judges.keys() == checks.JUDGES.keys() == EXAMPLES.keys() == {model().judge for model in map(_maker, union)}


def _maker(model: Any) -> Any:
    return model.model_construct


@pytest.mark.parametrize("kind", list(EXAMPLES))
def test_a_judge_that_raises_is_indeterminate(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setitem(ASKING_JUDGES if kind in ASKING_JUDGES else JUDGES, kind, broken)
    verdict = judge(CHECKS.validate_python({"judge": kind, **EXAMPLES[kind]}), Evidence())
    assert verdict.outcome is Outcome.INDETERMINATE
    assert verdict.reason == "the judge failed: ZeroDivisionError: division by zero"
    assert (verdict.judge, verdict.reward_valid) == (kind, False)


@pytest.mark.parametrize("kind", list(EXAMPLES))
def test_no_evidence_never_passes(kind: str) -> None:
    verdict = judge(CHECKS.validate_python({"judge": kind, **EXAMPLES[kind]}), Evidence())
    assert verdict.outcome is not Outcome.PASS


@settings(deadline=None)
@given(JSON, st.booleans())
def test_any_page_value_is_judged(value: Any, original: bool) -> None:
    check = PageCheck(url="forum:/a", locator="document.title", must_include=(("x",),), original=original)
    page = PageAnswer(url="http://forum.localhost/a", status=200, value=value)
    assert judge(check, Evidence(pages={probe(check).key: page})).outcome is not Outcome.INDETERMINATE


@settings(deadline=None)
@given(st.one_of(st.none(), st.text()))
def test_judging_twice_gives_the_same(answer: str | None) -> None:
    check = TextCheck.model_validate({"must_include": ["2"]})
    assert judge(check, Evidence(answer=answer)) == judge(check, Evidence(answer=answer))
