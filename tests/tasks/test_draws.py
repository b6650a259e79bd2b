"""Draws from a state: the same for the same seed and state, ties refused, nothing read without a state."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

import pytest

from browserenv.sites.kit.queries import count_rows, select_rows
from browserenv.tasks.errors import DrawError, StateNeededError
from browserenv.tasks.family import Family
from browserenv.tasks.task import instantiate

SCHEMA = """
CREATE TABLE forums (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE posts (id INTEGER PRIMARY KEY, forum_id INTEGER REFERENCES forums(id), title TEXT, score INTEGER);
INSERT INTO forums VALUES (1, 'books'), (2, 'cats'), (3, 'empty');
INSERT INTO posts VALUES (1, 1, 'a', 5), (2, 1, 'b', 9), (3, 1, 'c', 1), (4, 2, 'd', 4), (5, 2, 'e', 4);
"""


class Reader:
    """A state reader on a small database."""

    def __init__(self) -> None:
        self.db = sqlite3.connect(":memory:")
        self.db.executescript(SCHEMA)

    def rows(self, site: str, query: Mapping[str, Any]) -> list[dict[str, Any]]:
        assert site == "forum"
        return select_rows(self.db, query)

    def count(self, site: str, query: Mapping[str, Any]) -> int:
        return count_rows(self.db, query)


FORUM = {"draw": "row", "site": "forum", "collection": "forums", "give": {"id": "id", "name": "name"}}
POSTS = {"site": "forum", "collection": "posts", "where": {"forum_id": "{{forum.id}}"}, "give": {"title": "title"}}


def family(params: dict[str, Any], intent: str = "Say {{forum.name}}.") -> Family:
    content = {
        "family": "forum.talk",
        "sites": ["forum"],
        "start": "forum:/",
        "intent": intent,
        "params": params,
        "checks": [{"judge": "text", "exact": "it"}],
    }
    return Family.model_validate(content)


def test_a_draw_is_a_function_of_seed_and_state() -> None:
    drawn = [family({"forum": FORUM}).draw(seed, Reader()) for seed in range(30)]
    assert drawn == [family({"forum": FORUM}).draw(seed, Reader()) for seed in range(30)]
    assert {params["forum"]["name"] for params in drawn} == {"books", "cats", "empty"}


def test_a_superlative_is_computed_and_a_tie_or_an_empty_forum_makes_the_draw_anew() -> None:
    found = family({"forum": FORUM, "best": {"draw": "row", **POSTS, "first": ["-score"]}})
    for seed in range(20):
        assert found.draw(seed, Reader()) == {"forum": {"id": 1, "name": "books"}, "best": {"title": "b"}}


def test_a_superlative_may_go_by_a_counted_field() -> None:
    counted = {"name": "name", "n": {"count": "posts", "by": "forum_id"}}
    found = family({"forum": {**FORUM, "give": counted, "first": ["-n"]}})
    assert found.draw(0, Reader()) == {"forum": {"name": "books", "n": 3}}


def test_several_rows_are_different_and_all_rows_are_in_order() -> None:
    some = {"draw": "rows", "n": 2, **{key: value for key, value in POSTS.items() if key != "where"}}
    everything = {"draw": "rows", **POSTS, "order": ["-score"], "at_least": 3}
    for seed in range(20):
        drawn = family({"forum": FORUM, "some": some, "all": everything}).draw(seed, Reader())
        assert len({post["title"] for post in drawn["some"]}) == 2
        assert [post["title"] for post in drawn["all"]] == ["b", "a", "c"]


def test_counts_can_be_bounded() -> None:
    n = {"draw": "count", "site": "forum", "collection": "posts", "where": {"forum_id": "{{forum.id}}"}}
    drawn = [family({"forum": FORUM, "n": {**n, "at_most": 0}}).draw(seed, Reader()) for seed in range(10)]
    assert {(params["forum"]["name"], params["n"]) for params in drawn} == {("empty", 0)}


def test_a_family_that_no_draw_fits_says_what_was_refused() -> None:
    with pytest.raises(DrawError, match=r"no draw of forum\.talk for seed 3 fits this data: slot 'forum': no row"):
        family({"forum": {**FORUM, "where": {"name": "dogs"}}}).draw(3, Reader())


def test_a_wrong_column_is_an_error_and_no_refusal() -> None:
    with pytest.raises(DrawError, match=r"no column 'nam' in forums.* in family forum\.talk \(params\.forum\)"):
        family({"forum": {**FORUM, "where": {"nam": "dogs"}}}).draw(3, Reader())


def test_without_a_state_the_file_is_checked_with_specimens_and_not_drawn() -> None:
    found = family({"forum": FORUM})
    with pytest.raises(StateNeededError, match=r"forum\.talk is drawn from the data of forum"):
        found.draw(0)
    (specimen,) = found.examples()
    assert instantiate(found, "forum.talk", specimen, seed=0).intent == "Say name-of-forums."


def test_the_drawn_facts_are_in_the_tasks_params() -> None:
    found = family({"forum": FORUM})
    params = found.draw(1, Reader())
    assert instantiate(found, "forum.talk", params, seed=1).params == params
