"""Lint: each complaint on a family that has the fault and on none that has not."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.lint import lint, lint_task
from browserenv.tasks.task import instantiate

TODAY = date(2026, 3, 1)
MUTANTS = [{"name": str(i), "prepend": [{"do": "noop"}]} for i in range(3)]
BASE: dict[str, Any] = {
    "family": "forum.say",
    "sites": ["forum"],
    "start": "forum:/",
    "intent": "Say {{word}}.",
    "params": {"word": {"draw": "choice", "of": ["heron", "walnut"]}},
    "checks": [{"judge": "text", "exact": "{{word}}"}],
    "oracle": [{"do": "send_msg_to_user", "text": "{{word}}"}],
    "mutants": MUTANTS,
}
ROW = {"draw": "row", "site": "forum", "collection": "forums", "give": {"name": "name"}}


def complaints(**changes: Any) -> list[str]:
    return [str(complaint) for complaint in lint(Family.model_validate({**BASE, **changes}), TODAY)]


def key(text: str) -> dict[str, Any]:
    return {"checks": [{"judge": "text", "must_include": ["{{word}}", text]}]}


def test_a_good_file_has_no_complaint() -> None:
    assert complaints() == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mutants": MUTANTS[:2]}, "2 mutants; write at least 3"),
        ({"oracle": []}, "no oracle"),
        ({"intent": "Say it."}, "the intent names no slot"),
        ({"params": {**BASE["params"], "spare": BASE["params"]["word"]}}, "slot 'spare' is drawn and never used"),
        ({"params": {**BASE["params"], "forum": ROW}}, "slot 'forum' is drawn and never used"),
        (key("http://forum.localhost/f/books"), "absolute URL 'http://forum.localhost/f/books' in a key"),
        (key("git clone git.localhost:8023"), "host 'git.localhost:8023' in a key"),
        (key("127.0.0.1"), "host '127.0.0.1' in a key"),
        (key("5f2b8c1d9e0a4b7c8d6e5f4a"), "generated id '5f2b8c1d9e0a4b7c8d6e5f4a' in a key"),
        (key("due on 2026-05-01"), "date 2026-05-01 is near today"),
        (key("spring of 2027"), "year 2027 is near today"),
        ({"intent": "Say {{word}} on 2025-12-24."}, "date 2025-12-24 is near today"),
        ({"changes": {"forum": {"votes": {"added": [{"submission_id": 42}]}}}}, "id 42 is written down"),
    ],
)
def test_complaints(changes: dict[str, Any], message: str) -> None:
    found = complaints(**changes)
    assert len(found) == 1
    assert message in found[0]


@pytest.mark.parametrize("text", ["version 2.5.1", "15 October 2023", "2044-01-01", "ratio 3:10", "ann@mail.example"])
def test_harmless_keys(text: str) -> None:
    assert complaints(**key(text)) == []


def test_a_slot_that_decides_must_be_named_in_the_intent() -> None:
    params = {**BASE["params"], "other": BASE["params"]["word"]}
    found = complaints(params=params, checks=[{"judge": "text", "exact": "{{other}}"}])
    assert found == [
        "slot 'other' decides the outcome and the intent does not name it; name it in forum.say (params.other)"
    ]


def test_an_oracle_longer_than_the_budget() -> None:
    family = Family.model_validate({**BASE, "oracle": [{"do": "noop"}] * 3, "budget": {"max_steps": 3}})
    task = instantiate(family, family.family, {"word": "heron"}, seed=0)
    assert [found.text for found in lint_task(task)] == [
        "the oracle needs 4 steps and the budget has 3; raise max_steps"
    ]


def test_the_packaged_families_are_clean() -> None:
    assert [str(found) for family in Catalog().families.values() for found in lint(family, TODAY)] == []
