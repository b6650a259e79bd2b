"""Families: draws, instances, mutants."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.tasks.errors import Flaw, SeedError
from browserenv.tasks.family import Family, Mutant
from browserenv.tasks.params import Choice, Range, Words
from browserenv.tasks.seeds import generator
from browserenv.tasks.task import instantiate

BASE: dict[str, Any] = {
    "family": "forum.talk",
    "sites": ["forum"],
    "login": {"forum": "Ann"},
    "start": "forum:/",
    "intent": "Say {{word}} {{n}} times to {{login.forum}}.",
    "params": {
        "word": {"draw": "choice", "of": ["a", "b", "c", "d"]},
        "n": {"draw": "range", "first": 2, "last": 10, "step": 4},
        "tags": {"draw": "words", "of": ["x", "y", "z"], "n": 2},
    },
    "instances": {"7": {"word": "w", "n": 1, "tags": []}},
    "checks": [{"judge": "text", "must_include": ["{{word}}"]}],
    "oracle": [{"do": "send_msg_to_user", "text": "{{word}}"}, {"do": "noop"}],
}


def family(**changes: Any) -> Family:
    return Family.model_validate({**BASE, **changes})


def test_draws_are_the_same_for_the_same_seed() -> None:
    assert [family().draw(seed) for seed in range(20)] == [family().draw(seed) for seed in range(20)]
    assert len({str(family().draw(seed)) for seed in range(20)}) > 10


def test_another_slot_shifts_no_draw() -> None:
    more = family(params={"aa": {"draw": "range", "first": 0, "last": 9}, **BASE["params"]})
    for seed in range(20):
        drawn = more.draw(seed)
        drawn.pop("aa")
        assert drawn == family().draw(seed)


@pytest.mark.parametrize("seed", [True, -1, 1.0, "1", None])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(SeedError):
        family().draw(seed)


def test_kinds_of_draws() -> None:
    values = [family().draw(seed) for seed in range(80)]
    assert {value["word"] for value in values} == set("abcd")
    assert {value["n"] for value in values} == {2, 6, 10}
    assert {tuple(value["tags"]) for value in values} == {(a, b) for a in "xyz" for b in "xyz" if a != b}


def test_examples_show_every_choice() -> None:
    examples = list(family().examples())
    assert {example["word"] for example in examples} == set("abcdw")
    assert {example["n"] for example in examples} >= {1, 2, 10}


@pytest.mark.parametrize(
    ("param", "examples"),
    [
        (Choice(of=(1, "a")), (1, "a")),
        (Range(first=1, last=10, step=4), (1, 9)),
        (Words(of=("a", "b", "c"), n=2), (["a", "b"], ["b", "c"])),
    ],
)
def test_params(param: Choice | Range | Words, examples: tuple[Any, ...]) -> None:
    assert param.examples() == examples
    assert param.value(generator("a.b", 0)) == param.value(generator("a.b", 0))


def test_slots_are_filled_and_types_kept() -> None:
    task = instantiate(family(), "7", {"word": "w", "n": 3, "tags": ["x"]}, None)
    assert task.intent == "Say w 3 times to Ann."
    assert task.start == ("forum:/",)


def test_mutants_change_the_script_alone() -> None:
    mutants = [
        {"name": "params", "params": {"word": "not {{word}}"}},
        {"name": "steps", "steps": [{"do": "noop"}]},
        {"name": "replace", "replace": {"0": {"do": "go_back"}}},
        {"name": "around", "prepend": [{"do": "noop"}], "append": [{"do": "go_back"}]},
    ]
    params = {"word": "w", "n": 3, "tags": []}
    task = instantiate(family(mutants=mutants), "7", params, None)
    scripts = {mutant.name: [step.model_dump(exclude_none=True) for step in mutant.steps] for mutant in task.mutants}
    say, noop, back = {"do": "send_msg_to_user", "text": "w"}, {"do": "noop"}, {"do": "go_back"}
    assert scripts == {
        "params": [{**say, "text": "not w"}, noop],
        "steps": [noop],
        "replace": [back, noop],
        "around": [noop, say, noop, back],
    }
    assert task.digest == instantiate(family(), "7", params, None).digest


def test_records_are_overridden_field_by_field() -> None:
    record = {"forum": {"draw": "choice", "of": [{"name": "a", "text": "t"}]}}
    mutant = {"name": "m", "params": {"forum": {"text": "u"}}}
    made = family(
        params=record,
        instances={},
        intent="x",
        checks=[{"judge": "text", "exact": "{{forum.name}}"}],
        oracle=[{"do": "send_msg_to_user", "text": "{{forum.name}}{{forum.text}}"}],
        mutants=[mutant],
    )
    task = instantiate(made, "x", made.draw(0), 0)
    assert [step.model_dump()["text"] for step in (*task.oracle, *task.mutants[0].steps)] == ["at", "au"]


@pytest.mark.parametrize("index", ["2", "-1", "x"])
def test_a_step_that_is_not_there_cannot_be_replaced(index: str) -> None:
    with pytest.raises(Flaw, match="to replace"):
        Mutant(name="m", replace={index: {"do": "noop"}}).script((1, 2))
