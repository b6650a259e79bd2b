"""``browserenv run --out`` and ``browserenv rejudge``, as a person uses them."""

from __future__ import annotations

import json
import subprocess
import sys
from os import environ
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from browserenv.cli.main import app
from browserenv.judges.evidence import Evidence
from browserenv.judges.judgement import judge_task
from browserenv.runs.play import Played, Step
from browserenv.runs.trajectory import Ended, write_trajectory
from browserenv.tasks.catalog import Catalog
from browserenv.worlds.golden_reader import reader_of


def browserenv(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "browserenv.cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=240, env={**environ, **more})


def test_a_run_is_stored_and_judged_again_without_a_browser(forum_golden: Any, tmp_path: Path) -> None:
    ran = browserenv("run", "--size", "small", "--out", str(tmp_path), SOME_API_KEY="sk-TEST-0123456789abcdef")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1].startswith("stored     ")
    again = browserenv("rejudge", str(tmp_path), BROWSERENV_CHROMIUM="/nowhere/chromium")
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("episodes 1   verdicts 3   moved 0   outcomes moved 0   not judged 0")
    (path,) = tmp_path.rglob("task.json")
    task = json.loads(path.read_text())
    task["checks"][0]["must_include"] = [["A calm place"]]
    path.write_text(json.dumps(task))
    moved = browserenv("rejudge", str(tmp_path), "--write")
    assert moved.returncode == 1
    assert "pass -> fail  page #forum_description on /f/sci_fi/edit" in moved.stdout
    assert "moved 1   outcomes moved 1" in moved.stdout
    assert browserenv("rejudge", str(tmp_path)).returncode == 0
    back = browserenv("rejudge", str(tmp_path), "--current-tasks")
    assert "fail -> pass  page #forum_description" in back.stdout


def test_tasks_drawn_from_the_sites_data_are_drawn_again_as_they_are_now(forum_golden: Any, tmp_path: Path) -> None:
    task = Catalog().task("forum.newest-author", 3, reader_of("small"))
    seen = Evidence(answer=str(task.params["newest"]["author"]), finished=True, diff={"forum": {}})
    judgement = judge_task(task, seen)
    played = Played(3, {}, 1.0, [Step(1, "x", "", 1.0, 1.0, {}, {"outcome": "pass", "reward_valid": True})])
    settings = {"checks": "all", "size": "small"}
    write_trajectory(
        tmp_path, played, Ended(task, seen.model_dump(mode="json"), judgement, "a", settings, {}, "before")
    )
    result = CliRunner().invoke(app, ["rejudge", str(tmp_path), "--current-tasks"])
    assert result.exit_code == 0, result.output
    assert "moved 0   outcomes moved 0   not judged 0" in result.output


def test_a_folder_without_episodes_is_one_clear_line(tmp_path: Path) -> None:
    result = browserenv("rejudge", str(tmp_path))
    assert result.returncode == 2
    assert result.stderr.startswith(f"no stored episodes in {tmp_path}")
    assert len(result.stderr.splitlines()) == 1
