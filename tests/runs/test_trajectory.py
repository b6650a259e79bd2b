"""Stored episodes: written whole, read back equal, and no secret in any file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from browserenv.info import Timings
from browserenv.judges.evidence import Evidence, PageAnswer
from browserenv.judges.judgement import judge_task, task_needs
from browserenv.judges.version import judges_version
from browserenv.runs.play import Played, Step
from browserenv.runs.redaction import Redaction
from browserenv.runs.trajectory import (
    Ended,
    TrajectoryError,
    episode_key,
    read_trajectory,
    trajectories,
    write_trajectory,
)
from browserenv.tasks.catalog import Catalog

SECRET = "sk-TEST-0123456789abcdef"
TASK = Catalog().task("580")


def evidence(**more: Any) -> Evidence:
    """As of an agent that did nothing: both pages are missing, nothing changed."""
    needed = task_needs(TASK)
    pages = {probe.key: PageAnswer(url="http://forum.localhost/x", status=404) for probe in needed.probes}
    rows: dict[str, Any] = {read.key: [{"id": 1, "name": "MarvelsGrantMan136"}] for read in needed.rows}
    return Evidence(finished=True, pages=pages, rows=rows, diff={"forum": {}}, **more)


def episode(fault: dict[str, str] | None = None, answer: str = "done", pictures: bool = False) -> tuple[Played, Ended]:
    seen = evidence(answer=answer)
    judgement = judge_task(TASK, seen)
    info: dict[str, Any] = {
        "outcome": "indeterminate" if fault else str(judgement.verdict.outcome),
        "reward_valid": not fault,
        "fault": fault,
        "checks": [verdict.model_dump(mode="json") for verdict in judgement.checks],
        "timings_ms": {"act": 1.26},
    }
    before = {"url": "http://forum.localhost/", "screenshot": np.zeros((4, 6, 3), dtype=np.uint8)}
    step = Step(1, f'send_msg_to_user("{answer}")', "", 0.0, 3.21, before, info).kept(pictures)
    played = Played(7, {"fingerprints": {"forum": "ab"}}, 12.3, [step], elapsed_s=1.5)
    settings = {"checks": "all", "size": "small", "header": f"Bearer {SECRET}"}
    ended = Ended(
        TASK,
        seen.model_dump(mode="json"),
        judgement,
        "noop",
        settings,
        {"browserenv": "0"},
        judges_version(),
        redaction=Redaction({"SOME_KEY": SECRET}),
    )
    return played, ended


def test_downloads_page_errors_and_the_reason_of_the_last_wait_are_stored(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "report.txt").write_text("a report")
    played, ended = episode()
    timings = Timings()
    timings.settle("quiet", 12.34)
    played.steps[0].info["timings_ms"] = timings
    played.steps[0].info["page_errors"] = [{"kind": "thrown", "text": "no", "url": ""}]
    folder = write_trajectory(tmp_path / "run", played, replace(ended, downloads=tmp_path / "kept"))
    assert (folder / "downloads" / "report.txt").read_text() == "a report"
    (line,) = (folder / "steps.jsonl").read_text().splitlines()
    step = json.loads(line)
    assert step["timings_ms"] == {"settle": 12.3, "settled": "quiet"}
    assert step["page_errors"] == [{"kind": "thrown", "text": "no", "url": ""}]


def test_an_episode_is_read_back_as_it_was(tmp_path: Path) -> None:
    played, ended = episode()
    folder = write_trajectory(tmp_path, played, ended)
    stored = read_trajectory(folder)
    assert stored.task == TASK
    assert stored.task.digest == TASK.digest == stored.record.task_digest
    assert stored.evidence == evidence(answer="done")
    assert stored.record.judgement == ended.judgement
    assert (stored.record.outcome, stored.record.reward, stored.record.n_steps) == ("fail", 0.0, 1)
    assert stored.record.judged_by == judges_version()
    (line,) = (folder / "steps.jsonl").read_text().splitlines()
    assert json.loads(line)["action"] == 'send_msg_to_user("done")'
    assert sorted(path.name for path in folder.iterdir()) == [
        "episode.json",
        "evidence.json",
        "steps.jsonl",
        "task.json",
    ]


def test_pictures_are_stored_on_request_and_the_same_key_is_replaced(tmp_path: Path) -> None:
    for pictures in (True, False):
        folder = write_trajectory(tmp_path, *episode(pictures=pictures))
        assert (folder / "step-001.png").exists() is pictures
    assert list(trajectories(tmp_path)) == [folder]
    assert [path.name for path in (tmp_path / "trajectories").iterdir()] == [folder.name]


def test_half_a_character_of_a_page_does_not_keep_an_episode_from_being_stored(tmp_path: Path) -> None:
    """Scripts make such texts, by cutting a string in the middle of an emoji; no file of UTF-8 holds them."""
    played, ended = episode()
    played.steps[0].info["page_errors"] = [{"kind": "thrown", "text": "no \ud83d", "url": ""}]
    assert ended.evidence is not None
    read = ended.evidence["pages"][next(iter(ended.evidence["pages"]))]
    read |= {"text": "half \udc00"}
    folder = write_trajectory(tmp_path, played, ended)
    (line,) = (folder / "steps.jsonl").read_text().splitlines()
    assert json.loads(line)["page_errors"][0]["text"] == "no ?"
    assert "half ?" in (folder / "evidence.json").read_text()


def test_the_budget_that_ended_an_episode_is_recorded(tmp_path: Path) -> None:
    played, ended = episode()
    played.steps[-1].info["truncated_by"] = "time"
    assert read_trajectory(write_trajectory(tmp_path, played, ended)).record.truncated_by == "time"


def test_a_fault_leaves_no_judgement(tmp_path: Path) -> None:
    record = read_trajectory(write_trajectory(tmp_path, *episode({"part": "world", "message": "gone"}))).record
    assert (record.judgement, record.reward_valid, record.outcome) == (None, False, "indeterminate")


def test_no_secret_is_in_any_file(tmp_path: Path) -> None:
    write_trajectory(tmp_path, *episode(answer=f"the key is {SECRET}", pictures=True))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 5
    for path in files:
        assert b"sk-TEST" not in path.read_bytes(), path


def test_what_is_missing_or_wrong_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrajectoryError, match=r"no stored episodes in .*; 'browserenv run --out"):
        list(trajectories(tmp_path))
    folder = write_trajectory(tmp_path, *episode())
    (folder / "task.json").write_text('{"task_id": 3}')
    with pytest.raises(TrajectoryError, match=r"task.json cannot be read: task_id: Input should be a valid string"):
        read_trajectory(folder)
    (folder / "task.json").write_bytes(b"\xff\xfe")
    with pytest.raises(TrajectoryError, match=r"task.json cannot be read: 'utf-8' codec can't decode"):
        read_trajectory(folder)
    (folder / "task.json").unlink()
    with pytest.raises(TrajectoryError, match=r"task.json is missing"):
        read_trajectory(folder)
    (folder / "episode.json").write_text((folder / "episode.json").read_text().replace('"format": 1', '"format": 9'))
    with pytest.raises(TrajectoryError, match="has format 9"):
        read_trajectory(folder)


def test_a_key_is_a_name_for_a_folder() -> None:
    assert episode_key("580", 0, "oracle") == "580-seed0-oracle-trial0"
    assert episode_key("../../etc", 1, "llm:a/b") == "_.._etc-seed1-llm_a_b-trial0"
