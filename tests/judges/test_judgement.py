"""A whole task's judgement, on task 580: the oracle's outcome passes, every mutant's fails, on any seed."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.judgement import Judgement, judge_task, state_reads, task_needs
from browserenv.judges.verdict import Outcome
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.changes import Changes
from browserenv.tasks.checks import TextCheck
from browserenv.tasks.steps import AnyStep, Click, Fill
from browserenv.tasks.task import Task

USER_ID = 43
CATALOG = Catalog()
INSTANCE = CATALOG.task("580")
DRAWN = [CATALOG.task("forum.create-forum", seed) for seed in range(12)]


class Forum:
    """What a forum's database would hold after a script of the create-forum family, and what its pages would show."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}
        self.added: dict[str, dict[str, Any]] = {"forums": {}, "moderators": {}, "subscriptions": {}}
        self.updated: dict[str, Any] = {}

    def play(self, steps: tuple[AnyStep, ...]) -> None:
        for step in steps:
            if isinstance(step, Fill):
                self.fields[str(step.name)] = step.text
            elif isinstance(step, Click) and (step.role, step.name) == ("button", "Create forum"):
                self._create()
            elif isinstance(step, Click) and (step.role, step.name) == ("button", "Remove"):
                before = {"id": 4, "title": "Quiet fans", "visibility": "visible", "ranking": 9}
                self.updated["4"] = {"before": before, "after": {**before, "visibility": "trashed"}}

    def _create(self) -> None:
        number = 200 + len(self.added["forums"])
        values = {key.lower(): text for key, text in self.fields.items()}
        self.added["forums"][str(number)] = {"id": number, **values, "is_featured": 0, "subscriber_count": 1}
        for collection in ("moderators", "subscriptions"):
            row = {"id": number, "forum_id": number, "user_id": USER_ID}
            self.added[collection][str(number)] = row

    def diff(self) -> dict[str, Any]:
        diff = {name: {"added": rows, "updated": {}, "deleted": {}} for name, rows in self.added.items() if rows}
        if self.updated:
            diff["submissions"] = {"added": {}, "updated": self.updated, "deleted": {}}
        return diff

    def page(self, url: str, locator: str) -> PageAnswer:
        name = url.split("/")[2].lower()
        rows = [row for row in self.added["forums"].values() if row["name"].lower() == name]
        if not rows:
            return PageAnswer(url=url, status=404)
        return PageAnswer(url=url, status=200, value=rows[0]["sidebar" if "sidebar" in locator else "description"])


def evidence_of(task: Task, steps: tuple[AnyStep, ...], **more: Any) -> Evidence:
    forum, need = Forum(), task_needs(task)
    forum.play(steps)
    content = {
        "hosts": {"forum": "http://forum.localhost"},
        "pages": {probe.key: forum.page(probe.url, probe.locator) for probe in need.probes},
        "diff": {"forum": forum.diff()},
        "rows": {row.key: [{"id": USER_ID, "name": "MarvelsGrantMan136"}] for row in need.rows},
        "ignored": {"forum": {"forums": ["submission_count", "subscriber_count"], "submissions": ["ranking"]}},
    }
    return Evidence.model_validate({**content, **more})


@pytest.mark.parametrize("task", [INSTANCE, *DRAWN], ids=lambda task: f"{task.task_id}-{task.seed}")
def test_the_oracles_outcome_passes(task: Task) -> None:
    judgement = judge_task(task, evidence_of(task, task.oracle))
    assert judgement.verdict.outcome is Outcome.PASS, judgement.verdict.reason
    assert judgement.verdict.score == 1
    assert judgement.side_effects == ()
    assert [str(verdict.outcome) for verdict in judgement.checks] == ["pass"] * 3


@pytest.mark.parametrize("task", [INSTANCE, *DRAWN], ids=lambda task: f"{task.task_id}-{task.seed}")
def test_every_mutants_outcome_fails(task: Task) -> None:
    assert len(task.mutants) >= 5
    for mutant in task.mutants:
        judgement = judge_task(task, evidence_of(task, mutant.steps))
        assert (judgement.verdict.outcome, judgement.verdict.score) == (Outcome.FAIL, 0), mutant.name


def test_doing_nothing_fails() -> None:
    judgement = judge_task(INSTANCE, evidence_of(INSTANCE, ()))
    assert [verdict.outcome for verdict in judgement.checks] == [Outcome.FAIL] * 3
    assert judgement.checks[0].reason == "the page does not exist (404)"


def test_the_negated_description_passes_the_original_checks_alone() -> None:
    mutant = next(one for one in INSTANCE.mutants if one.name == "description negated")
    evidence = evidence_of(INSTANCE, mutant.steps)
    assert judge_task(INSTANCE, evidence, "original").verdict.outcome is Outcome.PASS
    assert judge_task(INSTANCE, evidence).verdict.outcome is Outcome.FAIL


def test_the_removed_post_is_listed() -> None:
    mutant = next(one for one in INSTANCE.mutants if "removed" in one.name)
    judgement = judge_task(INSTANCE, evidence_of(INSTANCE, mutant.steps))
    assert [str(effect) for effect in judgement.side_effects] == [
        "forum submissions 4 updated: visibility 'visible' -> 'trashed'"
    ]


def test_side_effects_are_kept_with_the_verdict_that_lists_them() -> None:
    mutant = next(one for one in INSTANCE.mutants if "removed" in one.name)
    first = judge_task(INSTANCE, evidence_of(INSTANCE, mutant.steps))
    later = judge_task(INSTANCE, evidence_of(INSTANCE, mutant.steps, answer="done"), before=first, changed={"answer"})
    assert later.side_effects == first.side_effects != ()


def test_the_forum_of_another_user_fails() -> None:
    evidence = evidence_of(INSTANCE, INSTANCE.oracle)
    key = task_needs(INSTANCE).rows[0].key
    other = evidence.model_copy(update={"rows": {key: [{"id": USER_ID + 1}]}})
    assert judge_task(INSTANCE, other).verdict.outcome is Outcome.FAIL


def test_a_report_on_a_possible_task_fails_before_any_check() -> None:
    judgement = judge_task(INSTANCE, evidence_of(INSTANCE, INSTANCE.oracle, infeasible="no such button"))
    assert judgement.verdict.outcome is Outcome.FAIL
    assert len(judgement.checks) == 1
    assert "the task is possible" in judgement.verdict.reason


IMPOSSIBLE = INSTANCE.model_copy(
    update={"possible": False, "checks": (), "changes": Changes.model_validate({"forum": {}})}
)


@pytest.mark.parametrize(
    ("infeasible", "steps", "outcome"),
    [
        ("it cannot be done", (), Outcome.PASS),
        ("", (), Outcome.PASS),
        (None, (), Outcome.FAIL),
        ("it cannot be done", INSTANCE.oracle, Outcome.FAIL),
        (None, INSTANCE.oracle, Outcome.FAIL),
    ],
)
def test_an_impossible_task(infeasible: str | None, steps: tuple[AnyStep, ...], outcome: Outcome) -> None:
    evidence = evidence_of(INSTANCE, steps, infeasible=infeasible, answer="it cannot be done")
    assert judge_task(IMPOSSIBLE, evidence).verdict.outcome is outcome


@pytest.mark.parametrize(("infeasible", "outcome"), [("it cannot be done", Outcome.PASS), (None, Outcome.FAIL)])
def test_an_impossible_task_without_checks_of_its_benchmark_asks_for_the_report(
    infeasible: str | None, outcome: Outcome
) -> None:
    judgement = judge_task(IMPOSSIBLE, Evidence(answer="N/A", infeasible=infeasible), "original")
    assert judgement.verdict.outcome is outcome
    assert judgement.checks[0].evidence == infeasible


def test_what_reads_state_is_named_with_its_sites() -> None:
    assert state_reads(INSTANCE, "all") == [("the expected change of forum", ("forum",))]
    assert state_reads(INSTANCE, "original") == []


def test_a_site_that_is_down_is_indeterminate() -> None:
    evidence = Evidence(missing={"state:forum": "the site did not answer"}, hosts={"forum": "http://forum.localhost"})
    judgement = judge_task(INSTANCE, evidence)
    assert judgement.verdict.outcome is Outcome.INDETERMINATE
    assert not judgement.verdict.reward_valid
    assert {verdict.reason for verdict in judgement.checks} == {"the site did not answer"}


def test_only_what_may_have_changed_is_judged_again() -> None:
    first = judge_task(INSTANCE, evidence_of(INSTANCE, ()))
    done = evidence_of(INSTANCE, INSTANCE.oracle)
    assert judge_task(INSTANCE, done, before=first, changed={"answer", "url", "page"}) == first
    assert judge_task(INSTANCE, done, before=first, changed={"state:forum"}).verdict.outcome is Outcome.PASS
    assert judge_task(INSTANCE, done, before=first).verdict.outcome is Outcome.PASS
    assert judge_task(INSTANCE, done, changed=set()).verdict.outcome is Outcome.PASS


def test_a_report_that_came_in_between_is_seen() -> None:
    first = judge_task(IMPOSSIBLE, evidence_of(INSTANCE, ()))
    evidence = evidence_of(INSTANCE, (), infeasible="no")
    assert judge_task(IMPOSSIBLE, evidence, before=first, changed={"answer"}).verdict.outcome is Outcome.PASS


def test_a_report_taken_back_is_judged_in_full() -> None:
    """A report on a possible task leaves one verdict alone, of which no part of the task can be kept."""
    reported = judge_task(INSTANCE, evidence_of(INSTANCE, INSTANCE.oracle, infeasible="no such button"))
    done = judge_task(INSTANCE, evidence_of(INSTANCE, INSTANCE.oracle), before=reported, changed={"answer"})
    assert done == judge_task(INSTANCE, evidence_of(INSTANCE, INSTANCE.oracle))


def test_a_kept_verdict_of_an_impossible_task_is_that_of_its_own_part() -> None:
    first = judge_task(IMPOSSIBLE, evidence_of(INSTANCE, INSTANCE.oracle, infeasible="no"))
    later = judge_task(IMPOSSIBLE, evidence_of(INSTANCE, ()), before=first, changed={"answer"})
    assert later.checks[1] == first.checks[1]
    assert [verdict.outcome for verdict in later.checks] == [Outcome.FAIL, Outcome.FAIL]


THEIRS = INSTANCE.model_copy(
    update={"checks": (TextCheck.model_validate({"judge": "text", "exact": ["N/A"], "original": True}),)}
)


@pytest.mark.parametrize("possible", [True, False])
@pytest.mark.parametrize(
    ("answer", "infeasible", "outcome"),
    [
        (None, "it cannot be done", Outcome.PASS),
        ("N/A", None, Outcome.PASS),
        ("done", "it cannot be done", Outcome.FAIL),
        ("done", None, Outcome.FAIL),
        (None, None, Outcome.FAIL),
    ],
)
def test_to_other_benchmarks_a_report_is_the_answer_na(
    answer: str | None, infeasible: str | None, outcome: Outcome, possible: bool
) -> None:
    task = THEIRS.model_copy(update={"possible": possible})
    judgement = judge_task(task, Evidence(answer=answer, infeasible=infeasible), "original")
    assert [verdict.outcome for verdict in judgement.checks] == [outcome]


def test_judging_twice_and_survival_in_json() -> None:
    for mutant in INSTANCE.mutants:
        evidence = evidence_of(INSTANCE, mutant.steps)
        stored = Evidence.model_validate_json(evidence.model_dump_json())
        first = judge_task(INSTANCE, evidence)
        assert judge_task(Task.model_validate_json(INSTANCE.model_dump_json()), stored) == first
        assert Judgement.model_validate_json(first.model_dump_json()) == first
