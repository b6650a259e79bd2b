"""Stored episodes are judged again without a browser; what moves is what was changed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from browserenv.agents.lookup import make_agent
from browserenv.cli.run import ended
from browserenv.gymnasium_env import BrowserEnv
from browserenv.judges.endpoint import Endpoint
from browserenv.judges.evidence import Evidence
from browserenv.judges.judgement import judge_task
from browserenv.judges.jury import Jury
from browserenv.judges.local_endpoint import LocalEndpoint
from browserenv.judges.version import judges_version
from browserenv.runs.play import Played, Step, play
from browserenv.runs.rejudge import rejudge, save
from browserenv.runs.trajectory import Ended, EpisodeRecord, read_trajectory, write_trajectory
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.rubrics import ModelCheck
from browserenv.tasks.task import Task

HOSTS = {"forum": "http://forum.localhost"}
SECRET = "sk-TEST-0123456789abcdef"
TASK = Catalog().task("580")


@pytest.fixture(scope="module")
def run(forum_golden: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Task 580 played by the oracle and by an agent that does nothing, stored; with a secret all around."""
    run = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROWSERENV_JUDGE_KEY", SECRET)
        env = BrowserEnv(
            "580", size="small", judge_model="m", judge_url=f"http://ann:{SECRET}@127.0.0.1:9/v1?k={SECRET}"
        )
        try:
            for name in ("oracle", "noop"):
                played = play(env, make_agent(name, TASK, HOSTS), seed=0, pictures=name == "noop")
                write_trajectory(run, played, ended(env, name))
        finally:
            env.close()
    return run


def edited(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    task = json.loads((folder / "task.json").read_text())
    change(task)
    (folder / "task.json").write_text(json.dumps(task))


def folder_of(run: Path, agent: str) -> Path:
    return run / "trajectories" / f"580-seed0-{agent}-trial0"


@pytest.mark.parametrize(("agent", "outcome"), [("oracle", "pass"), ("noop", "fail")])
def test_the_same_judges_say_the_same(run: Path, agent: str, outcome: str) -> None:
    again = rejudge(folder_of(run, agent), {})
    record = again.trajectory.record
    assert again.after == record.judgement
    assert (again.moved, again.outcome_moved, again.skipped) == ((), False, "")
    assert (record.outcome, record.judged_by) == (outcome, judges_version())
    assert {"browserenv", "playwright", "chromium", "python"} <= record.versions.keys()
    assert record.settings["size"] == "small"


def test_no_stored_file_holds_the_secret(run: Path) -> None:
    files = [path for path in run.rglob("*") if path.is_file()]
    assert len(files) >= 9
    for path in files:
        assert b"sk-TEST" not in path.read_bytes(), path
    told = read_trajectory(folder_of(run, "oracle")).record
    assert told.settings["judge_url"] == "http://127.0.0.1:9/v1"
    assert told.judge_model == {"model": "m", "url": "http://127.0.0.1:9/v1", "n_samples": 3, "temperature": 0.0}


def test_after_an_edit_of_a_key_only_that_verdict_moves(run: Path, tmp_path: Path) -> None:
    stored = read_trajectory(folder_of(run, "oracle"))
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in ("episode.json", "evidence.json", "task.json", "steps.jsonl"):
        (folder / name).write_bytes((stored.folder / name).read_bytes())
    edited(folder, lambda task: task["checks"][1].update(must_include=[["Another sidebar"]]))
    again = rejudge(folder, {})
    (moved,) = again.moved
    assert moved.after is not None
    assert moved.after.label == "#forum_sidebar on /f/sci_fi/edit"
    assert again.outcome_moved
    assert str(moved).startswith("pass -> fail  page #forum_sidebar")
    save(again)
    kept = rejudge(folder, {})
    assert kept.moved == ()
    assert (kept.trajectory.record.outcome, kept.trajectory.record.reward) == ("fail", 0.0)


def test_a_check_that_came_or_went_has_moved(run: Path) -> None:
    def without_a_check(record: EpisodeRecord) -> Task:
        return TASK.model_copy(update={"checks": TASK.checks[:1]})

    again = rejudge(folder_of(run, "oracle"), {}, without_a_check)
    assert again.after is not None
    assert len(again.after.checks) == 2
    assert again.moved[-1].after is None or again.moved[-1].before is None
    assert not again.outcome_moved


def test_a_task_that_asks_another_thing_now_is_not_judged(run: Path) -> None:
    def drawn_anew(record: EpisodeRecord) -> Task:
        return TASK.model_copy(update={"params": {"forum": "another"}})

    def gone(record: EpisodeRecord) -> Task:
        return Catalog().task("forum.no-such-family", record.seed)

    for task_for, why in ((drawn_anew, "drawn with other slots"), (gone, "no task 'forum.no-such-family'")):
        again = rejudge(folder_of(run, "oracle"), {}, task_for)
        assert again.after is None
        assert why in again.skipped


def test_the_task_that_was_judged_by_is_stored(run: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(folder_of(run, "oracle"), folder)
    mended = TASK.model_copy(update={"checks": TASK.checks[:1]})
    save(rejudge(folder, {}, lambda record: mended))
    kept = rejudge(folder, {})
    assert kept.moved == ()
    assert kept.trajectory.task == mended
    assert kept.trajectory.record.task_digest == mended.digest


def stored_with_model(tmp_path: Path, server: LocalEndpoint) -> Path:
    check = ModelCheck(rubric="answer", question="Who won?", reference=("Ann", "Ben"))
    task = TASK.model_copy(update={"checks": (check,), "changes": None})
    seen = Evidence(answer="Ann and then Ben", finished=True)
    jury = Jury(Endpoint("local", url=server.url))
    judgement = judge_task(task, seen, jury=jury)
    jury.close()
    info = {"outcome": str(judgement.verdict.outcome), "reward_valid": True, "fault": None}
    played = Played(0, {}, 1.0, [Step(1, "x", "", judgement.verdict.score, 1.0, {}, info)])
    told = Ended(
        task,
        seen.model_dump(mode="json"),
        judgement,
        "a",
        {"checks": "all"},
        {},
        judges_version(),
        judge_model=jury.endpoint.record,
    )
    return write_trajectory(tmp_path, played, told)


def test_a_model_check_is_judged_again_offline_from_what_was_stored(tmp_path: Path) -> None:
    with LocalEndpoint() as server:
        folder = stored_with_model(tmp_path, server)
    again = rejudge(folder, {"BROWSERENV_CACHE": str(tmp_path / "empty")})
    assert again.trajectory.record.outcome == "pass"
    assert again.after == again.trajectory.record.judgement
    edited(folder, lambda task: task["checks"][0].update(reference=["Cid", "Dan"]))
    again = rejudge(folder, {"BROWSERENV_CACHE": str(tmp_path / "empty")})
    assert [str(moved.after.outcome) for moved in again.moved if moved.after] == ["indeterminate"]


def test_another_model_is_asked_and_its_verdict_told(tmp_path: Path) -> None:
    with LocalEndpoint() as server:
        folder = stored_with_model(tmp_path, server)
    with LocalEndpoint(rule=lambda asked: asked.ballot(False, "no")) as strict:
        environ = {
            "BROWSERENV_JUDGE_MODEL": "strict",
            "BROWSERENV_JUDGE_URL": strict.url,
            "BROWSERENV_CACHE": str(tmp_path),
        }
        (moved,) = rejudge(folder, environ).moved
        assert str(moved).startswith("pass -> fail  model answer conveys")
        n_requests = len(strict.requests)
        assert rejudge(folder, environ).outcome_moved
        assert len(strict.requests) == n_requests, "the second time it comes from the cache"


def test_an_episode_that_a_fault_ended_is_not_judged(tmp_path: Path) -> None:
    with LocalEndpoint() as server:
        folder = stored_with_model(tmp_path, server)
    stored = read_trajectory(folder)
    record = stored.record.model_copy(update={"fault": {"part": "world", "message": "gone"}, "judgement": None})
    (folder / "episode.json").write_text(record.model_dump_json())
    again = rejudge(folder, {})
    assert (again.after, again.skipped) == (None, "it ended by a fault: world: gone")
    save(replace(again))
    assert read_trajectory(folder).record == record
