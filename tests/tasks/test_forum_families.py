"""The forum families: each can be drawn for any seed, says what it asks, and comes with its proof."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from browserenv.sites.kit.golden import Golden
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task
from browserenv.worlds.golden_reader import GoldenReader

CATALOG = Catalog()
FAMILIES: Mapping[str, Family] = {name: family for name, family in CATALOG.families.items() if "forum." in name}
SEEDS = (0, 1, 2, 2**31)


@pytest.fixture(scope="module")
def state(forum_golden: Golden) -> GoldenReader:
    return GoldenReader(lambda site: forum_golden)


def draw(name: str, seed: int, state: GoldenReader) -> Task:
    return CATALOG.task(name, seed, state)


def test_there_are_many_and_some_are_impossible() -> None:
    assert len(FAMILIES) >= 24
    assert sum(not family.possible for family in FAMILIES.values()) >= 3


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_drawn_alike_for_a_seed_and_differs_by_seed(name: str, state: GoldenReader) -> None:
    tasks = [draw(name, seed, state) for seed in SEEDS]
    assert tasks == [draw(name, seed, state) for seed in SEEDS]
    assert len({task.digest for task in tasks}) > 1
    assert len({task.intent for task in tasks}) > 1


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_comes_with_its_proof(name: str, state: GoldenReader) -> None:
    task = draw(name, 0, state)
    assert task.oracle
    assert len({mutant.name for mutant in task.mutants}) == len(task.mutants) >= 3
    assert all(mutant.steps != task.oracle for mutant in task.mutants)
    assert len(task.oracle) <= task.budget.max_steps
    assert task.changes is not None
    assert task.provenance.get("note"), "where it comes from"


def test_the_newest_thread_is_the_first_of_the_sites_own_list(state: GoldenReader) -> None:
    """The site lists by id, the families ask for the latest time: both must name one thread."""
    for forum in state.rows("forum", {"collection": "forums", "give": {"id": "id"}}):
        query = {
            "collection": "submissions",
            "where": {"forum_id": forum["id"], "visibility": "visible"},
            "limit": 1,
        }
        by_time = state.rows("forum", {**query, "order": ["-created_at", "-id"]})
        assert by_time == state.rows("forum", {**query, "order": ["-id"]})


def test_a_key_is_computed_from_the_data(state: GoldenReader) -> None:
    task = draw("forum.compare-subscribers", 0, state)
    named = [forum["id"] for forum in task.params["pair"]]
    query = {
        "collection": "forums",
        "where": {"id": {"one_of": named}},
        "give": {"name": "name", "n": "subscriber_count"},
    }
    counts = {row["name"]: row["n"] for row in state.rows("forum", query)}
    assert task.params["larger"]["name"] == max(counts, key=lambda name: counts[name])
