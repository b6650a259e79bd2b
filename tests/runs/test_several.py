"""Several tasks in one environment, and the self-test that sets a task aside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.errors import BrowserNotFoundError, NoReplicaError
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
    stranger = fine.replace("forum.greet", "forum.stranger").replace("MarvelsGrantMan136", "nobody_of_that_name")
    (tmp_path / "forum" / "stranger.yaml").write_text(stranger)
    (tmp_path / "calendar").mkdir()
    planned = fine.replace("forum", "calendar").replace("login: {calendar: MarvelsGrantMan136}\n", "")
    (tmp_path / "calendar" / "greet.yaml").write_text(planned)
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


def test_a_task_that_cannot_be_begun_is_recorded_with_its_reason_and_the_next_is_played(
    catalog: Catalog, made: list[BrowserEnv]
) -> None:
    found = turns(catalog, ["forum.stranger", "forum.greet"], made)
    assert [turn.outcome for turn in found] == ["indeterminate", "pass"]
    assert found[0].reason == "task forum.stranger logs in as 'nobody_of_that_name', who is no user of forum"


def test_a_world_that_cannot_be_opened_costs_its_own_tasks_alone(
    catalog: Catalog, made: list[BrowserEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_env(task_id: str) -> BrowserEnv:
        if task_id.startswith("calendar"):
            monkeypatch.setenv("BROWSERENV_CACHE", "/dev/null/cache")
        else:
            monkeypatch.undo()
        if task_id == "forum.broken":
            raise NoReplicaError("no replica of site maps; there are forum, calendar")
        made.append(BrowserEnv(task_id, catalog=catalog, size="small", observe=("axtree",)))
        return made[-1]

    ids = ["calendar.greet", "forum.greet"]
    found = list(play_several(catalog, ids, make_env, lambda task, hosts: make_agent("oracle", task, hosts), 0))
    assert [(turn.task_id, turn.outcome) for turn in found] == [
        ("calendar.greet", "indeterminate"),
        ("forum.greet", "pass"),
    ]
    assert "is the folder writable?" in found[0].reason
    others = ["forum.broken", "forum.greet"]
    found = list(play_several(catalog, others, make_env, lambda task, hosts: make_agent("oracle", task, hosts), 0))
    assert {turn.reason for turn in found} == {"no replica of site maps; there are forum, calendar"}


def test_without_a_browser_nothing_is_played(
    catalog: Catalog, made: list[BrowserEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSERENV_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(BrowserNotFoundError, match="is not an executable file"):
        turns(catalog, ["forum.greet", "calendar.greet"], made)


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
