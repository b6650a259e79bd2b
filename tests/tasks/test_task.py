"""Tasks: frozen, stored as JSON, and named by a digest of what is asked."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate

BASE: dict[str, Any] = {
    "family": "forum.talk",
    "sites": ["forum", "shop"],
    "start": ["forum:/", "shop:/"],
    "intent": "Say it.",
    "checks": [
        {"judge": "text", "must_include": ["a", ["b", "c"]], "original": True},
        {"judge": "url", "any_of": ["forum:/a", "shop:/b"]},
        {"judge": "state", "site": "shop", "query": "rows.o", "rows": {"o": {"collection": "o"}}, "equals": None},
    ],
    "changes": {"shop": {"o": {"added": [{"x": None, "y": {"equals": {"k": [1]}}, "exact": True}]}}},
    "setup": {"shop": {"o": [{"id": 3, "note": None}]}},
}


def task(**changes: Any) -> Task:
    family = Family.model_validate({**BASE, **changes})
    return instantiate(family, "1", {}, None)


def test_survives_json() -> None:
    for one in (task(), task(changes=None), *Catalog().tasks()):
        assert Task.model_validate_json(one.model_dump_json()) == one
        assert Task.model_validate_json(one.model_dump_json()).digest == one.digest


def test_is_frozen() -> None:
    with pytest.raises(ValidationError):
        task().intent = "Say nothing."  # type: ignore[misc]


def test_original_checks_alone() -> None:
    assert [check.judge for check in task().checks_for()] == ["text", "url", "state"]
    assert [check.judge for check in task().checks_for("original")] == ["text"]
    assert task().changes_for("original") is None
    assert task().changes_for("all") is not None


def test_nothing_may_change_on_a_site_that_changes_do_not_name() -> None:
    changes = task().changes
    assert changes is not None
    assert changes.root["forum"] == {}
    assert set(changes.sites) == {"forum", "shop"}


@pytest.mark.parametrize(
    "change",
    [
        {"intent": "Say it!"},
        {"checks": BASE["checks"][:1]},
        {"changes": {}},
        {"changes": None},
        {"setup": {}},
        {"budget": {"max_steps": 31}},
        {"stop": "on_success"},
        {"possible": False},
        {"start": "forum:/"},
        {"login": {"forum": "Ann"}},
        {"permissions": {"actions": ["click"]}},
    ],
)
def test_the_digest_follows_what_is_asked(change: dict[str, Any]) -> None:
    assert task(**change).digest != task().digest


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"provenance": {"x": 1}}, {"oracle": [{"do": "noop"}]}, {"family": "forum.speak"}, {"login": {}}],
)
def test_the_digest_leaves_out_everything_else(change: dict[str, Any]) -> None:
    assert task(**change).digest == task().digest


def test_null_and_no_column_are_two_expectations() -> None:
    def digest(row: dict[str, Any]) -> str:
        return task(changes={"shop": {"o": {"added": [row]}}}).digest

    assert (
        len({digest({}), digest({"x": None}), digest({"x": {"any": True}}), digest({"x": 0}), digest({"x": False})})
        == 5
    )


def test_gym_id() -> None:
    assert Catalog().task("580").gym_id == "browserenv/task-580"
    assert Catalog().task("forum.create-forum", 3).gym_id == "browserenv/forum.create-forum"
