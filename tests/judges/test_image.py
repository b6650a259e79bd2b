"""The image judge on what a probe read: fits, does not fit, is not there, could not be read."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest
from pydantic import ValidationError

from browserenv.judges.endpoint import Endpoint
from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.judge import judge
from browserenv.judges.judgement import needs_model
from browserenv.judges.jury import Jury
from browserenv.judges.local_endpoint import LocalEndpoint
from browserenv.judges.needs import probe
from browserenv.judges.verdict import Verdict
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.images import ImageCheck
from tests.judges.test_likeness import drawn

DISC, STRIPES = drawn("disc"), drawn("stripes")
AT: dict[str, Any] = {"url": "forum:/f/art/1", "locator": "document.querySelectorAll('img')"}


def data_url(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode()}"


LIKE_DISC = ImageCheck(**AT, like=(data_url(DISC),))
ASKING = ImageCheck(**AT, question="Is there a disc?")


def picture(content: bytes, **more: Any) -> dict[str, Any]:
    told = {"src": "http://forum.localhost/1.png", "status": 200, "type": "image/png"}
    digest = hashlib.sha256(content).hexdigest()
    return {**told, "base64": base64.b64encode(content).decode(), "sha256": digest, **more}


def verdict_of(check: ImageCheck, *pictures: dict[str, Any], jury: Jury | None = None, **page: Any) -> Verdict:
    answer = PageAnswer(**{"url": "u", "status": 200, "value": list(pictures), **page})
    stored = Evidence(pages={probe(check).key: answer})
    return judge(check, Evidence.model_validate_json(stored.model_dump_json()), jury)


BROKEN = {"src": "http://forum.localhost/2.png", "status": 404, "type": "text/html"}
UNREAD = {"src": "http://forum.localhost/2.png", "status": 503, "type": "text/html"}


@pytest.mark.parametrize("measure", ["structure", "hash"])
@pytest.mark.parametrize(
    ("pictures", "outcome"),
    [
        ([picture(DISC)], "pass"),
        ([picture(STRIPES), picture(DISC)], "pass"),
        ([UNREAD, picture(DISC)], "pass"),
        ([picture(STRIPES)], "fail"),
        ([], "fail"),
        ([BROKEN], "fail"),
        ([picture(b"no picture")], "fail"),
        ([UNREAD], "indeterminate"),
        ([picture(STRIPES), UNREAD], "indeterminate"),
        ([{**BROKEN, "status": 429}], "indeterminate"),
        ([picture(DISC, sha256="0" * 64)], "indeterminate"),
        ([{"src": "x", "error": "too large"}], "indeterminate"),
    ],
)
def test_one_picture_that_fits_is_enough(measure: Any, pictures: list[dict[str, Any]], outcome: str) -> None:
    verdict = verdict_of(LIKE_DISC.model_copy(update={"measure": measure}), *pictures)
    assert (str(verdict.outcome), verdict.judge) == (outcome, "image"), verdict


def test_any_of_several_references_and_the_figure_in_the_reason() -> None:
    both = ImageCheck(**AT, like=(data_url(STRIPES), data_url(DISC)))
    assert verdict_of(both, picture(DISC)).reason == "similarity 1.000 against 0.8"


@pytest.mark.parametrize(
    ("page", "outcome"),
    [({"status": 404}, "fail"), ({"status": 500}, "indeterminate"), ({"thrown": "TypeError"}, "fail")],
)
def test_the_page_itself_may_be_the_trouble(page: dict[str, Any], outcome: str) -> None:
    assert str(verdict_of(LIKE_DISC, picture(DISC), **page).outcome) == outcome


def test_a_reference_that_is_no_picture_is_not_the_agents_fault() -> None:
    verdict = verdict_of(ImageCheck(**AT, like=(data_url(b"no picture"),)), picture(DISC))
    assert str(verdict.outcome) == "indeterminate"
    assert "the reference cannot be compared" in verdict.reason


@pytest.mark.parametrize(("said", "expected", "outcome"), [(True, "yes", "pass"), (False, "yes", "fail")])
def test_a_model_is_shown_the_pictures(said: bool, expected: Any, outcome: str) -> None:
    with LocalEndpoint(rule=lambda asked: asked.ballot(said)) as server:
        jury = Jury(Endpoint("sees", url=server.url))
        verdict = verdict_of(ASKING, picture(DISC), picture(STRIPES), jury=jury)
        jury.close()
        assert server.requests[0].pictures == [data_url(DISC), data_url(STRIPES)]
        assert server.requests[0].blocks == {"question": "Is there a disc?"}
    assert str(verdict.outcome) == outcome
    assert verdict.evidence["replies"]
    assert verdict.evidence["seen"][0][1] == hashlib.sha256(DISC).hexdigest()


@pytest.mark.parametrize("unseen", [UNREAD, picture(b"<svg/>", type="image/svg+xml")])
@pytest.mark.parametrize(
    ("said", "expected", "outcome"),
    [("yes", "yes", "pass"), ("no", "yes", "indeterminate"), ("yes", "no", "fail"), ("no", "no", "indeterminate")],
)
def test_a_picture_that_was_not_seen_leaves_a_yes_and_takes_a_no(
    unseen: dict[str, Any], said: str, expected: Any, outcome: str
) -> None:
    check = ImageCheck(**AT, question="Is there a disc?", expected=expected)
    with LocalEndpoint(rule=lambda asked: f'{{"reason": "r", "verdict": "{said}"}}') as server:
        jury = Jury(Endpoint("sees", url=server.url))
        verdict = verdict_of(check, unseen, picture(DISC), jury=jury)
        jury.close()
    assert str(verdict.outcome) == outcome, verdict


def test_no_is_a_word_too_and_the_bytes_count() -> None:
    no = ImageCheck(**AT, question="Is there a disc?", expected="no")
    with LocalEndpoint(rule=lambda asked: '{"reason": "r", "verdict": "no"}') as server:
        jury = Jury(Endpoint("sees", url=server.url))
        first, second = (verdict_of(no, picture(content), jury=jury) for content in (DISC, STRIPES))
        jury.close()
    assert str(first.outcome) == "pass"
    assert first.evidence["key"] != second.evidence["key"]


def test_what_a_model_cannot_be_shown_or_asked() -> None:
    assert "cannot be shown image/svg+xml" in verdict_of(ASKING, picture(b"<svg/>", type="image/svg+xml")).reason
    assert "no judge model is set" in verdict_of(ASKING, picture(DISC)).reason
    task = Catalog().task("580")
    assert needs_model(task.model_copy(update={"checks": (LIKE_DISC, ASKING)})) == (
        "question 'Is there a disc?', img on /f/art/1",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "one of like, question"),
        ({"like": [data_url(DISC)], "question": "q"}, "one of like, question"),
        ({"like": ["picture.png"]}, "is no picture; write data:image/png;base64"),
        ({"question": "q", "locator": ""}, "at least 1 character"),
    ],
)
def test_what_a_file_may_not_say(content: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ImageCheck.model_validate({**AT, **content})
