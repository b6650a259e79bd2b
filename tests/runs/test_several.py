"""Several tasks in one environment, and the self-test that sets a task aside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.several import Turn, play_several
from browserenv.tasks.catalog import Catalog

GREET = """family: forum.greet
sites: [forum]
login: {{forum: MarvelsGrantMan136}}
start: "forum:/"
intent: Say heron.
checks: [{{judge: text, exact: "heron"}}]
oracle: [{{do: send_msg_to_user, text: "{word}"}}]
mutants: []
"""


@pytest.fixture
def catalog(tmp_path: Path, forum_golden: Any) -> Catalog:
    """A family whose oracle is right, one whose oracle is wrong, one that cannot be drawn from this data."""
    (tmp_path / "forum").mkdir()
    fine, broken = GREET.format(word="heron"), GREET.format(word="herring")
    undrawn = fine.replace("forum.greet", "forum.undrawn").replace("heron", "{{name.name}}") + (
        "params: {name: {draw: row, site: forum, collection: forums, where: {name: no_such}, give: {name: name}}}\n"
    )
    (tmp_path / "forum" / "greet.yaml").write_text(fine)
    (tmp_path / "forum" / "broken.yaml").write_text(broken.replace("forum.greet", "forum.broken"))
    (tmp_path / "forum" / "undrawn.yaml").write_text(undrawn)
    return Catalog(tmp_path)


@pytest.fixture
def made() -> Iterator[list[BrowserEnv]]:
    made: list[BrowserEnv] = []
    yield made
    for env in made:
        env.close()


def turns(catalog: Catalog, ids: list[str], made: list[BrowserEnv], **options: Any) -> list[Turn]:
    def make_env(task_id: str) -> BrowserEnv:
        made.append(BrowserEnv(task_id, catalog=catalog, size="small", observe=("axtree",)))
        return made[-1]

    return list(
        play_several(catalog, ids, make_env, lambda task, hosts: make_agent("oracle", task, hosts), 0, **options)
    )


def test_tasks_are_played_in_order_in_one_environment(catalog: Catalog, made: list[BrowserEnv]) -> None:
    found = turns(catalog, ["forum.greet", "forum.broken"], made)
    assert [(turn.task_id, turn.outcome) for turn in found] == [("forum.greet", "pass"), ("forum.broken", "fail")]
    assert "herring" in found[1].reason
    assert len(made) == 1


def test_the_self_test_sets_a_task_aside_whose_oracle_fails(catalog: Catalog, made: list[BrowserEnv]) -> None:
    found = turns(catalog, ["forum.broken", "forum.greet"], made, selftests=True)
    assert [(turn.task_id, turn.outcome) for turn in found] == [
        ("forum.broken", "indeterminate"),
        ("forum.greet", "pass"),
    ]
    assert found[0].played is None
    assert found[0].reason.startswith("the oracle does not pass here: ")


def test_a_task_that_this_data_has_not_is_indeterminate(catalog: Catalog, made: list[BrowserEnv]) -> None:
    found = turns(catalog, ["forum.undrawn", "forum.greet"], made)
    assert [turn.outcome for turn in found] == ["indeterminate", "pass"]
    assert "forum.undrawn" in found[0].reason


def test_the_tasks_of_a_group_are_known_before_the_first_is_played(catalog: Catalog, made: list[BrowserEnv]) -> None:
    seen: list[Any] = []
    turns(
        catalog,
        ["forum.greet", "forum.broken"],
        made,
        on_open=lambda env, tasks: seen.append([task.task_id for task in tasks]),
        on_turn=lambda env, turn: seen.append(turn.task_id),
    )
    assert seen == [["forum.greet", "forum.broken"], "forum.greet", "forum.broken"]
