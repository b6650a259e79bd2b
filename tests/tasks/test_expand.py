"""Expanding families into records, in our own form and in WebArena's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browserenv.tasks.catalog import Catalog
from browserenv.tasks.errors import TaskError
from browserenv.tasks.expand import InexpressibleError, as_record, as_webarena, expand, format_named
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate


def task(**changes: Any) -> Task:
    content = {"family": "forum.say", "sites": ["forum"], "start": ["forum:/", "forum:/f/books"], "intent": "Say it."}
    family = Family.model_validate({**content, **changes})
    return instantiate(family, family.family, {}, seed=4)


def test_one_record_a_seed_as_json_with_its_digest() -> None:
    catalog = Catalog()
    records = [as_record(found) for found in expand(catalog, "forum.create-forum", range(3))]
    assert [record["seed"] for record in records] == [0, 1, 2]
    assert [record["digest"] for record in records] == [catalog.task("forum.create-forum", s).digest for s in range(3)]
    assert json.loads(json.dumps(records)) == records


def test_task_580_in_webarenas_form_has_its_fields() -> None:
    record = as_webarena(Catalog().task("580"))
    assert record["task_id"] == 580
    assert record["sites"] == ["reddit"]
    assert record["start_url"] == "__REDDIT__"
    assert record["eval"]["eval_types"] == ["program_html"]
    first, second = record["eval"]["program_html"]
    assert first["url"] == second["url"] == "__REDDIT__/f/sci_fi/edit"
    assert first["required_contents"] == {"must_include": ["A wild place for sci-fi enthusiasts"]}
    assert second["required_contents"] == {"must_include": ["New", "Classic", "Movies", "Post my novel", "Random"]}


def test_answers_addresses_tabs_and_impossible_tasks() -> None:
    checks = [
        {"judge": "text", "must_include": ["a", "b"]},
        {"judge": "url", "any_of": ["forum:/f/books", "forum:/f/cats"]},
        {
            **{"judge": "page", "url": "last", "locator": "document.title", "must_include": [["c", "d"]]},
            "prepare": ["document.body.click()"],
        },
    ]
    record = as_webarena(task(checks=checks))
    assert record["start_url"] == "__REDDIT__ |AND| __REDDIT__/f/books"
    assert record["eval"]["eval_types"] == ["string_match", "url_match", "program_html"]
    assert record["eval"]["reference_answers"] == {"must_include": ["a", "b"]}
    (page,) = record["eval"]["program_html"]
    assert page["required_contents"] == {"must_include": ["c |OR| d"]}
    assert page["prep_actions"] == ["document.body.click()"]
    assert record["eval"]["reference_url"] == "__REDDIT__/f/books |OR| __REDDIT__/f/cats"
    impossible = as_webarena(task(possible=False))
    assert impossible["eval"]["reference_answers"] == {"fuzzy_match": "N/A"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"changes": {"forum": {"forums": {"deleted": [{"id": 1}]}}}}, "judged by its change of state alone"),
        ({"checks": [{"judge": "text", "exact": ["a", "b"]}]}, "accepts several whole answers"),
        ({"checks": [{"judge": "text", "must_include": [["a", "b"]]}]}, "accepts one of several texts"),
        ({"checks": [{"judge": "url", "url": "forum:/a"}, {"judge": "url", "url": "forum:/b"}]}, "several url checks"),
        ({"checks": [{"judge": "text", "must_exclude": ["a"]}]}, "has a text check"),
        ({"checks": [{"judge": "state", "site": "forum", "query": "diff", "equals": {}}]}, "has a state check"),
    ],
)
def test_what_the_form_cannot_say_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InexpressibleError, match=message):
        as_webarena(task(**changes))


def test_an_unknown_form_offers_the_nearest() -> None:
    with pytest.raises(TaskError, match="no format 'webarean'; did you mean 'webarena'"):
        format_named("webarean")
