"""The family of the flagship, task 580."""

from __future__ import annotations

import re

import pytest

from browserenv.tasks.catalog import Catalog
from browserenv.tasks.checks import PageCheck
from browserenv.tasks.params import Choice

CATALOG = Catalog()
FAMILY = CATALOG.families["forum.create-forum"]
TASK = CATALOG.task("580")
FORUM = FAMILY.params["forum"]
assert isinstance(FORUM, Choice)
CHOICES = list(FORUM.examples())

# Forums that other tasks address, so that the seed data must hold them.
EXISTING = [
    "BuyItForLife",
    "Cyberpunk",
    "DIY",
    "EarthPorn",
    "Futurology",
    "IAmA",
    "Karaoke",
    "LifeProTips",
    "MachineLearning",
    "PlantsForCatParents",
    "UpliftingNews",
    "aww",
    "books",
    "cmu_lti",
    "consoles",
    "dataisbeautiful",
    "deeplearning",
    "explainlikeimfive",
    "funny",
    "gadgets",
    "games",
    "gaming",
    "headphones",
    "history",
    "iphone",
    "massachusetts",
    "movies",
    "news",
    "nyc",
    "pics",
    "pittsburgh",
    "relationship_advice",
    "sci_fi",
    "science",
    "singularity",
    "space",
    "sports",
    "technology",
    "television",
    "videos",
    "wallstreetbets",
    "washington",
    "washingtondc",
    "homelab",
]


def test_intent_start_and_checks_are_the_originals() -> None:
    assert TASK.intent == (
        "Create a new forum named sci_fi, with a description of A wild place for sci-fi enthusiasts, and include "
        "['New', 'Classic', 'Movies', 'Post my novel', 'Random'] in the sidebar?"
    )
    assert TASK.start == ("forum:/",)
    assert TASK.login == {"forum": "MarvelsGrantMan136"}
    assert [check.model_dump(exclude_none=True) for check in TASK.checks_for("original")] == [
        {
            "original": True,
            "judge": "page",
            "url": "forum:/f/sci_fi/edit",
            "locator": 'document.querySelector("#forum_description").value',
            "must_include": (("A wild place for sci-fi enthusiasts",),),
        },
        {
            "original": True,
            "judge": "page",
            "url": "forum:/f/sci_fi/edit",
            "locator": 'document.querySelector("#forum_sidebar").value',
            "must_include": (("New",), ("Classic",), ("Movies",), ("Post my novel",), ("Random",)),
        },
    ]


def test_the_expected_change() -> None:
    assert TASK.changes is not None
    counts = {name: (len(c.added), len(c.updated), len(c.deleted)) for name, c in TASK.changes.root["forum"].items()}
    assert counts == {"forums": (1, 0, 0), "moderators": (1, 0, 0), "subscriptions": (1, 0, 0)}


def test_draws_stay_what_they_are() -> None:
    """Golden values: a change here changes what was measured, so it needs a new version of the family."""
    assert [CATALOG.task("forum.create-forum", seed).params["forum"]["name"] for seed in range(4)] == [
        "homecoffee",
        "homecoffee",
        "letterpress",
        "mapmaking",
    ]
    assert [CATALOG.task("forum.create-forum", seed).digest[:12] for seed in range(4)] == DIGESTS
    assert TASK.digest[:12] == "65fa08e8d54f"


DIGESTS = ["d8953791e583", "d8953791e583", "9d9593de840c", "fdd9322c60d1"]


def test_names_are_new_and_allowed() -> None:
    names = [choice["name"] for choice in CHOICES]
    assert len(names) == len({name.lower() for name in names}) >= 12
    assert not {name.lower() for name in names} & {name.lower() for name in EXISTING}
    assert all(re.fullmatch(r"[A-Za-z0-9_]{3,22}", name) for name in names)  # mutants lengthen them by up to three


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice["name"])
def test_records_are_believable(choice: dict[str, object]) -> None:
    assert set(choice) == {"name", "description", "sidebar"}
    description, sidebar = choice["description"], choice["sidebar"]
    assert isinstance(description, str)
    assert isinstance(sidebar, list)
    assert 20 <= len(description) <= 200
    assert 3 <= len(sidebar) == len(set(sidebar))
    # The mutant without the last item must miss it: no other text may hold it.
    others = " ".join([*sidebar[:-1], description]).lower()
    assert sidebar[-1].lower() not in others


def test_there_are_enough_mutants_and_damage_comes_before_success() -> None:
    assert len({mutant.name for mutant in TASK.mutants}) == len(TASK.mutants) >= 5
    assert TASK.stop == "on_success"
    assert not any(mutant.append for mutant in FAMILY.mutants)
    assert all(mutant.steps != TASK.oracle for mutant in TASK.mutants)
    longest = max(len(mutant.steps) for mutant in TASK.mutants)
    assert len(TASK.oracle) < longest <= TASK.budget.max_steps


def test_page_checks_read_a_page_of_the_new_forum() -> None:
    for seed in range(10):
        task = CATALOG.task("forum.create-forum", seed)
        name = task.params["forum"]["name"]
        assert {check.url for check in task.checks if isinstance(check, PageCheck)} == {f"forum:/f/{name}/edit"}
