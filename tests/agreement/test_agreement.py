"""Our judges beside what the originals' own packages said of the same cases, which is kept as facts (see agree.py)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge
from browserenv.judges.verdict import Outcome
from browserenv.tasks.address import parse_address
from browserenv.tasks.checks import AnyCheck, TextCheck, UrlCheck
from browserenv.tasks.foreign import PLACES
from browserenv.tasks.webarena import read_webarena
from tests.agreement.cases import SEED, SHARES, Case, cases
from tests.agreement.known import KNOWN, Difference, differences
from tests.agreement.ours import verdicts, with_words

HERE = Path(__file__).parent
DOCUMENT = (HERE.parents[1] / "docs" / "agreement.md").read_text(encoding="utf-8")
MARKS: dict[str, bool | str] = {"P": True, "F": False, "E": "error"}


@pytest.fixture(scope="module")
def made() -> list[Case]:
    return with_words(cases())


@pytest.fixture(scope="module")
def found(made: list[Case]) -> list[Difference]:
    facts = json.loads((HERE / "verdicts.json").read_text())
    assert facts["seed"] == SEED
    theirs = {case["id"]: MARKS[mark] for case, mark in zip(made, facts["verdicts"], strict=True)}
    return differences(made, theirs, verdicts(made, "all"), verdicts(made, "original"))


def test_the_same_seed_makes_the_same_cases(made: list[Case]) -> None:
    assert made == with_words(cases())
    assert made[:600] != with_words(cases(SEED + 1))[:600]
    assert Counter(case["kind"] for case in made) == SHARES
    assert sum(SHARES.values()) == 2000


def test_every_difference_is_of_a_known_kind(found: list[Difference]) -> None:
    assert [(each.case["id"], each.which, each.theirs, each.ours) for each in found if not each.is_explained] == []


def test_the_original_checks_judge_as_webarena_and_real_do(found: list[Difference]) -> None:
    assert {each.case["kind"] for each in found if each.which == "original"} <= {"response"}


def test_nothing_is_left_undecided(found: list[Difference]) -> None:
    assert not [each.case["id"] for each in found if each.ours == "indeterminate"]


def test_every_reference_of_webarena_s_passes_by_our_rules(reference_data: Path) -> None:
    hosts = {place.site: f"http://{place.site}.localhost" for place in PLACES.values()}
    n_judged = 0
    for task in read_webarena(reference_data / "webarena" / "test.raw.json").tasks:
        for check in task.checks_for("all"):
            for gold in _gold(check, hosts):
                verdict = judge(check, gold)
                assert verdict.outcome is Outcome.PASS, (task.task_id, verdict.reason)
                n_judged += 1
    assert n_judged > 420


def _gold(check: AnyCheck, hosts: dict[str, str]) -> list[Evidence]:
    """Evidence of an agent that gives the reference itself: as its answer, or as the address where it ends."""
    if isinstance(check, TextCheck):
        answer = check.exact[0] if check.exact else ", ".join(texts[0] for texts in check.must_include or ())
        return [Evidence(answer=answer, finished=True)]
    if isinstance(check, UrlCheck):
        places = [parse_address(address) for address in check.addresses]
        return [Evidence(finished=True, hosts=hosts, url=place.on(hosts[place.site])) for place in places]
    return []


def test_every_known_kind_is_seen_and_is_in_the_document(found: list[Difference]) -> None:
    counts = Counter(each.known for each in found if each.which == "all")
    rows = [f"| {k.name} | {k.kind} | {counts[k]} | {k.theirs} | {k.right} | {k.reason} |" for k in KNOWN]
    assert [row for row in rows if row not in DOCUMENT] == []
    assert all(counts[each] for each in KNOWN)
