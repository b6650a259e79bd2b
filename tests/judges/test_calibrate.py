"""The labelled set and the figures made of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from browserenv.judges.calibrate import Agreement, agreement, items, judged
from browserenv.judges.endpoint import Endpoint
from browserenv.judges.jury import Jury
from browserenv.judges.local_endpoint import Asked, LocalEndpoint

ITEMS = items()


def test_the_set_is_large_and_persuasion_never_passes() -> None:
    kinds = Counter(item.kind for item in ITEMS)
    assert len(ITEMS) >= 120
    assert kinds["persuasion"] >= 40
    assert not [item.name for item in ITEMS if item.kind == "persuasion" and item.passes]
    assert {item.check.rubric for item in ITEMS} == {"answer", "reason", "criterion"}
    assert 0.2 < sum(item.passes for item in ITEMS) / len(ITEMS) < 0.8
    assert len({(item.check.question, item.answer) for item in ITEMS}) == len(ITEMS)


def test_a_judge_that_knows_the_labels_agrees_wholly_and_one_that_passes_all_by_chance() -> None:
    labels = {(item.check.question, item.answer): item.passes for item in ITEMS}

    def knowing(asked: Asked) -> str:
        return asked.ballot(labels.get((asked.blocks["question"], asked.judged), False))

    for rule in (knowing, lambda asked: asked.ballot(True)):
        with LocalEndpoint(rule=rule) as server:
            jury = Jury(Endpoint("m", url=server.url, n_samples=1))
            found = agreement(list(judged(ITEMS, jury)))
            jury.close()
        assert (found.n, found.undecided) == (len(ITEMS), 0)
        if rule is knowing:
            assert (found.agreement, found.false_pass, found.false_fail, found.kappa) == (1.0, 0.0, 0.0, 1.0)
        else:
            assert (found.false_pass, found.false_fail, found.kappa) == (1.0, 0.0, 0.0)


def test_the_figures_of_a_known_table() -> None:
    found = Agreement(n=53, undecided=3, pass_as_pass=20, pass_as_fail=5, fail_as_pass=10, fail_as_fail=15)
    assert found.agreement == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)
    assert (found.false_pass, found.false_fail) == (10 / 25, 5 / 25)


def test_nothing_decided_gives_no_rate() -> None:
    found = agreement(list(judged(ITEMS[:3], Jury(Endpoint("m", url="http://127.0.0.1:9/v1", max_retries=0)))))
    assert found.undecided >= 2
    empty = Agreement(3, 3, 0, 0, 0, 0)
    assert (empty.agreement, empty.false_pass, empty.false_fail, empty.kappa) == (None,) * 4


def test_a_wrong_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("- {rubric: answer, question: q, reference: r, answers: [{pass: a, fail: b}]}")
    with pytest.raises(ValueError, match="under 'pass' or under 'fail'"):
        items(tmp_path)
