"""Names of collections are checked against the sites before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.judges.schema import verify_names
from browserenv.tasks.errors import TaskFileError
from browserenv.tasks.family import Family
from browserenv.tasks.query import names_of
from browserenv.tasks.task import Task, instantiate

KNOWN = {"forum": ("forums", "users", "comments")}


def task(**changes: Any) -> Task:
    content = {
        "family": "forum.say",
        "sites": ["forum"],
        "login": {"forum": "ann"},
        "start": "forum:/",
        "intent": "Say it.",
        "checks": [],
        "oracle": [{"do": "noop"}],
        **changes,
    }
    family = Family.model_validate(content)
    return instantiate(family, family.family, {}, seed=0)


def state(query: str, **more: Any) -> dict[str, Any]:
    return {"judge": "state", "site": "forum", "query": query, "equals": 1, **more}


ROWS = {"u": {"collection": "user", "where": {"name": "ann"}}}
LOOKUP = {"lookup": {"collection": "form", "where": {"name": "books"}}}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"checks": [state("length(diff.form.added)")]}, r"unknown collection 'form' of forum \(checks\[0\].query\)"),
        ({"checks": [state("length(values(diff.coments.added)[*].body)")]}, "did you mean 'comments'"),
        ({"checks": [state("length(rows.u)", rows=ROWS)]}, r"'user' of forum \(checks\[0\].rows.u\)"),
        ({"changes": {"forum": {"forms": {"added": [{"name": "x"}]}}}}, r"'forms' of forum \(changes.forum\)"),
        ({"changes": {"forum": {"comments": {"added": [{"forum_id": LOOKUP}]}}}}, "'form' of forum"),
        (
            {"checks": [{"judge": "group", "rule": "any_of", "checks": [state("length(diff.form.added)")]}]},
            r"checks\[0\].checks\[0\].query",
        ),
    ],
)
def test_a_collection_that_a_site_has_not_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TaskFileError, match=message):
        verify_names(task(**changes), KNOWN)


def test_names_that_are_there_and_sites_that_are_not_known_pass() -> None:
    whole = task(checks=[state("length(diff.forums.added)")])
    verify_names(whole, KNOWN)
    verify_names(task(checks=[state("length(diff.form.added)")]), {})


@pytest.mark.parametrize(
    ("query", "collections"),
    [
        ("length(diff.forums.added)", {"forums"}),
        ("values(diff.forums.added)[?name == 'x'].title | [0]", {"forums"}),
        ("[length(diff.a.added), length(diff.b.deleted)]", {"a", "b"}),
        ("diff", set()),
        ("diff.*.added", set()),
    ],
)
def test_the_collections_that_a_query_reads(query: str, collections: set[str]) -> None:
    assert names_of(query).collections == collections
