"""The model judge against a real server, well-behaved and not: whatever goes wrong is never the agent's failure."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from browserenv.judges.endpoint import Endpoint
from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.judge import judge
from browserenv.judges.judgement import needs_model
from browserenv.judges.jury import Jury, lacking
from browserenv.judges.local_endpoint import BEHAVIOURS, Asked, LocalEndpoint
from browserenv.judges.replies import Replies
from browserenv.judges.verdict import Outcome, Verdict
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.rubrics import ModelCheck

CHECK = ModelCheck(
    rubric="answer", question="Which orders are open, and how?", reference=("170: cancelled", "189: pending")
)
RIGHT = Evidence(answer="170: cancelled; 189: pending.")
WRONG = Evidence(answer="170: pending; 189: cancelled.")
CRITERION = ModelCheck(rubric="criterion", criterion="Does the answer say 'read'?")
MODEL = Endpoint("local", n_samples=3, n_attempts=2, max_retries=1, timeout_s=20)


def verdict_of(server: LocalEndpoint, evidence: Evidence, check: ModelCheck = CHECK, **options: Any) -> Verdict:
    jury = Jury(replace(MODEL, url=server.url, **options))
    try:
        return judge(check, evidence, jury)
    finally:
        jury.close()


def test_right_and_wrong_answers_and_what_they_cost() -> None:
    with LocalEndpoint() as server:
        right = verdict_of(server, RIGHT, price=(1.0, 10.0))
        assert (right.outcome, right.score) == (Outcome.PASS, 1.0)
        assert right.label == 'answer conveys "170: cancelled + 189: pending"'
        assert right.evidence["votes"] == ["correct", "correct"], "the third could change nothing"
        assert right.evidence["usage"] == {
            "prompt_tokens": 200,
            "completion_tokens": 40,
            "n_requests": 2,
            "cost_usd": pytest.approx(0.0006),
        }
        assert verdict_of(server, WRONG).outcome is Outcome.FAIL
        assert verdict_of(server, Evidence(answer="It is marked as read"), CRITERION).outcome is Outcome.PASS
        assert verdict_of(server, Evidence(answer="It is unknown"), CRITERION).outcome is Outcome.FAIL


@pytest.mark.parametrize("behaviour", [name for name in BEHAVIOURS if name not in ("good", "slow")])
@pytest.mark.parametrize("evidence", [RIGHT, WRONG])
def test_a_server_that_always_misbehaves_decides_nothing(behaviour: str, evidence: Evidence) -> None:
    harmless = {"no schema", "no usage", "partial usage"}
    with LocalEndpoint(then=behaviour) as server:
        verdict = verdict_of(server, evidence)
    if behaviour in harmless:
        assert verdict.outcome is (Outcome.PASS if evidence is RIGHT else Outcome.FAIL)
    else:
        assert verdict.outcome is Outcome.INDETERMINATE, verdict
        assert verdict.reason
        assert "\n" not in verdict.reason


@pytest.mark.parametrize("behaviour", [name for name in BEHAVIOURS if name not in ("slow", "401")])
def test_a_server_that_misbehaves_once_is_asked_again(behaviour: str) -> None:
    with LocalEndpoint(order=[behaviour]) as server:
        assert verdict_of(server, RIGHT).outcome is Outcome.PASS
        assert len(server.requests) <= 4


def test_a_server_that_does_not_answer_is_given_up() -> None:
    with LocalEndpoint(then="slow") as server:
        verdict = verdict_of(server, RIGHT, timeout_s=0.2, max_retries=1)
        assert verdict.outcome is Outcome.INDETERMINATE
        assert f"local at {server.url} gave no reply within 0.2 s" in verdict.reason
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("429", "answered 429"),
        ("500", "answered 500"),
        ("401", "refused the key; see BROWSERENV_JUDGE_KEY"),
        ("hang up", "cannot be reached"),
        ("refusal", "the model refused: I cannot help with that."),
        ("cut off", "the reply was cut off"),
        ("prose", "the reply is no JSON object: 'Sure! Here"),
        ("not incorrect", "'not incorrect' is none of the choices"),
        ("twice", "the reply gives a key twice"),
        ("no json", "the answer is no chat completion"),
    ],
)
def test_the_reason_says_what_went_wrong(behaviour: str, reason: str) -> None:
    with LocalEndpoint(then=behaviour) as server:
        verdict = verdict_of(server, RIGHT, key="sk-TEST-0123456789")
        assert reason in verdict.reason
        assert "sk-TEST" not in verdict.model_dump_json()
        assert set(server.keys) == {"sk-TEST-0123456789"}


def test_no_server_at_all() -> None:
    with LocalEndpoint() as server:
        url = server.url
    verdict = judge(CHECK, RIGHT, Jury(replace(MODEL, url=url, max_retries=0)))
    assert verdict.outcome is Outcome.INDETERMINATE
    assert "cannot be reached" in verdict.reason


def test_no_model_no_key_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge(CHECK, RIGHT).reason.startswith("no judge model is set; set BROWSERENV_JUDGE_MODEL")
    keyless = Jury(Endpoint("some-model"))
    assert "no key for https://api.openai.com/v1; set BROWSERENV_JUDGE_KEY" in judge(CHECK, RIGHT, keyless).reason
    monkeypatch.setitem(sys.modules, "openai", None)
    bare = Jury(replace(MODEL, url="http://127.0.0.1:1/v1"))
    assert judge(CHECK, RIGHT, bare).reason == lacking(bare)
    assert lacking(bare) == "the model judge needs the openai client; pip install 'browserenv[models]'"
    assert judge(CHECK, RIGHT, bare).outcome is Outcome.INDETERMINATE


def votes(*said: bool | None) -> Any:
    """A rule that votes in turn."""
    left = list(said)
    return lambda asked: asked.ballot(left.pop(0), "because")


@pytest.mark.parametrize(
    ("said", "outcome", "n_asked"),
    [
        ((True, True), "pass", 2),
        ((True, False, True), "pass", 3),
        ((False, True, False), "fail", 3),
        ((False, False), "fail", 2),
        ((True, None, True), "pass", 3),
        ((True, False, None), "indeterminate", 3),
        ((None, None), "indeterminate", 2),
    ],
)
def test_more_than_half_must_agree(said: tuple[bool | None, ...], outcome: str, n_asked: int) -> None:
    with LocalEndpoint(rule=votes(*said)) as server:
        verdict = verdict_of(server, RIGHT)
        assert (str(verdict.outcome), len(server.requests)) == (outcome, n_asked)
        assert "because" in verdict.reason


def test_judging_again_asks_nobody_and_gives_the_same(tmp_path: Path) -> None:
    with LocalEndpoint() as server:
        endpoint = replace(MODEL, url=server.url)
        first = judge(CHECK, RIGHT, Jury(endpoint, Replies(tmp_path)))
        n_requests = len(server.requests)
        again = Jury(endpoint, Replies(tmp_path))
        assert judge(CHECK, RIGHT, again) == first
        assert len(server.requests) == n_requests
        assert (again.spent.n_requests, again.spent.n_from_cache) == (0, 2)
        judge(CHECK, Evidence(answer="another"), again)
        assert len(server.requests) > n_requests, "another answer is another question"
    offline = Replies()
    offline.recall(first.evidence)
    assert judge(CHECK, RIGHT, Jury(endpoint, offline)) == first, "a stored verdict holds all that is needed"


def test_no_ballot_is_never_cached(tmp_path: Path) -> None:
    with LocalEndpoint(then="malformed") as server:
        judge(CHECK, RIGHT, Jury(replace(MODEL, url=server.url), Replies(tmp_path)))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_tokens_differ_each_time_and_the_answer_alone_is_shown() -> None:
    seen: list[Asked] = []
    with LocalEndpoint() as server:
        verdict_of(server, Evidence(answer="170 cancelled", trajectory={"reasoning": "SECRET THOUGHTS"}))
        seen = server.requests
    openings = {asked.body["messages"][1]["content"].splitlines()[0] for asked in seen}
    assert len(openings) == len(seen) == 2
    assert not any("SECRET THOUGHTS" in str(asked.body) for asked in seen)


@pytest.mark.parametrize("answer", [None, "", "  \n", "\u200b\u200b"])
def test_no_answer_fails_unasked(answer: str | None) -> None:
    verdict = judge(CHECK, Evidence(answer=answer))
    assert (verdict.outcome, verdict.reason) == (Outcome.FAIL, "no answer was given")


def test_an_equal_answer_passes_and_an_endless_one_fails_unasked() -> None:
    check = ModelCheck(rubric="answer", question="q", reference=("Acme Ltd",))
    assert judge(check, Evidence(answer="**acme ltd**.")).outcome is Outcome.PASS
    assert judge(check, Evidence(answer="Acme Ltd " * 5000)).outcome is Outcome.FAIL


def test_a_reason_is_that_of_the_report() -> None:
    check = ModelCheck(rubric="reason", question="Order 5?", reference=("there is no order 5",))
    verdict = judge(check, Evidence(infeasible="There is no order 5", answer=None))
    assert verdict.outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("page", "outcome"),
    [
        (PageAnswer(url="u", status=200, value="marked as read"), "pass"),
        (PageAnswer(url="u", status=200, value=["marked as 'read'"]), "pass"),
        (PageAnswer(url="u", status=200, value="marked as unread"), "fail"),
        (PageAnswer(url="u", status=200, value="marked as read " + "and so on " * 5000), "pass"),
        (PageAnswer(url="u", status=200, value="marked as read " * 10_000), "indeterminate"),
        (PageAnswer(url="u", status=200, value=None), "fail"),
        (PageAnswer(url="u", status=404, value="read"), "fail"),
        (PageAnswer(url="u", status=200, thrown="TypeError"), "fail"),
        (PageAnswer(url="u", status=503, value="read"), "indeterminate"),
        (PageAnswer(url="u", error="time-out"), "indeterminate"),
    ],
)
def test_a_page_can_be_judged(page: PageAnswer, outcome: str) -> None:
    check = ModelCheck(rubric="criterion", criterion="Does it say 'read'?", url="forum:/m/1", locator="document.title")
    with LocalEndpoint() as server:
        verdict = verdict_of(server, Evidence(pages={"forum:/m/1 document.title": page}), check)
    assert str(verdict.outcome) == outcome


def test_no_task_of_the_catalog_is_asked_for_a_model_unless_it_has_such_a_check() -> None:
    task = Catalog().task("580")
    assert needs_model(task) == ()
    asking = task.model_copy(update={"checks": (*task.checks, CHECK)})
    assert needs_model(asking) == ('answer conveys "170: cancelled + 189: pending"',)
    assert needs_model(asking, "original") == ()
