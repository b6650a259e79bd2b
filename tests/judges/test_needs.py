"""What checks need, so that no more is fetched and judged than must be."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from browserenv.judges.needs import Probe, all_needs, needs, probe
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.changes import Changes
from browserenv.tasks.checks import AnyCheck, PageCheck

CHECKS: TypeAdapter[AnyCheck] = TypeAdapter(AnyCheck)


@pytest.mark.parametrize(
    ("check", "inputs"),
    [
        ({"judge": "text", "exact": "x"}, {"answer"}),
        ({"judge": "url", "url": "forum:/a"}, {"url"}),
        ({"judge": "page", "url": "forum:/a", "exact_match": "x"}, {"state:forum"}),
        ({"judge": "page", "url": "last", "exact_match": "x"}, {"url", "page"}),
        ({"judge": "model", "rubric": "criterion", "criterion": "c"}, {"answer"}),
        ({"judge": "model", "rubric": "criterion", "criterion": "c", "url": "forum:/a"}, {"state:forum"}),
        ({"judge": "image", "url": "forum:/a", "locator": "document.images", "question": "q"}, {"state:forum"}),
        ({"judge": "state", "site": "shop", "query": "diff.a", "equals": {}}, {"state:shop"}),
    ],
)
def test_inputs(check: dict[str, Any], inputs: set[str]) -> None:
    assert needs(CHECKS.validate_python(check)).inputs == inputs


def test_a_page_check_needs_one_probe() -> None:
    check = PageCheck(url="forum:/a", locator="document.title", exact_match="x")
    assert needs(check).probes == (Probe("forum:/a document.title", "forum:/a", "document.title"),)
    assert probe(check).key == "forum:/a document.title"


def test_changes_need_their_sites_and_lookups_once() -> None:
    lookup = {"lookup": {"collection": "users", "where": {"name": "Ann"}}}
    changes = Changes.model_validate({"forum": {"a": {"added": [{"x": lookup}, {"y": lookup}]}}, "shop": {}})
    found = needs(changes)
    assert found.inputs == {"state:forum", "state:shop"}
    assert [row.key for row in found.rows] == ['forum:users {"name": "Ann"}']


def test_several_together_need_each_thing_once() -> None:
    task = Catalog().task("580")
    assert task.changes is not None
    found = all_needs([*task.checks, *task.checks, task.changes])
    assert found.inputs == {"state:forum"}
    assert [probe.locator for probe in found.probes] == [
        'document.querySelector("#forum_description").value',
        'document.querySelector("#forum_sidebar").value',
    ]
    assert len(found.rows) == 1
    assert all_needs([]).inputs == frozenset()
