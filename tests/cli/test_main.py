"""The command line as a person meets it: real commands, their exit codes, and errors of one line."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from os import environ
from pathlib import Path
from typing import Any

import pytest

from browserenv.audit.certificate import read_certificate


def browserenv(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "browserenv.cli.main", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env={**environ, **(env or {})},
    )


def test_run_plays_the_oracle_and_shows_each_step_and_check(forum_golden: Any) -> None:
    result = browserenv("run", "task-580", "--size", "small")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"forum      {forum_golden.name}")
    assert "fingerprint" in lines[2]
    assert "as expected" in lines[2]
    assert sum(line.startswith("pass ") for line in lines) == 3
    assert "side effects: none" in lines
    assert lines[-1].startswith("reward 1.0   6 steps")


def test_run_of_the_noop_agent_says_which_check_failed_and_why(forum_golden: Any) -> None:
    result = browserenv("run", "task-580", "--agent", "noop", "--size", "small")
    assert result.returncode == 1, result.stderr
    failures = [line for line in result.stdout.splitlines() if line.startswith("fail ")]
    assert len(failures) == 3
    assert "the page does not exist (404)" in failures[0]
    assert "reward 0.0   2 steps" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", "task-58"), "no task '58'; did you mean '580'? 'browserenv tasks list' shows all"),
        (("tasks", "show", "forum.creat-forum"), "no task 'forum.creat-forum'; did you mean 'forum.create-forum'?"),
        (("run", "--agent", "orcale", "--size", "small"), "no agent 'orcale'; did you mean 'oracle'?"),
        (("run", "--size", "tiny"), "no size 'tiny' of site 'forum'; there are small, full"),
        (("sites", "build", "forun"), "no site 'forun'; did you mean 'forum'?"),
        (("sites", "get", "forum", "/", "--user", "nobody"), "no user 'nobody' on forum"),
        (("audit", "--folder", "/nowhere"), "no task files in /nowhere; name the folder that holds one"),
        (("run", "--size", "small", "--out", "/dev/null/runs"), "/dev/null/runs cannot be written: Not a directory"),
        (("tasks", "lint", "--folder", "tasks/forum"), "no task files in tasks/forum; name the folder that holds one"),
        (("tasks", "new", "forum.mine", "--folder", "/dev/null"), "cannot be written: Not a directory; is there room"),
        (("tasks", "expand", "forum.create-forum", "--out", "/dev/null/x"), "/dev/null/x cannot be written"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], message: str, forum_golden: Any) -> None:
    result = browserenv(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_a_user_whom_the_machine_does_not_know_is_told_to_name_a_cache() -> None:
    """As in a container that runs with ``--user 54321``: there is no home folder."""
    code = (
        "import os; from browserenv.sites.kit.golden import cache_folder, GoldenError;"
        "from browserenv.tasks.imported import ImportedTasks, imports_folder; os.setuid(54321);"
        "assert not ImportedTasks(imports_folder()).files\n"
        "try: cache_folder()\nexcept GoldenError as error: print(error)"
    )
    env = {name: value for name, value in environ.items() if name not in ("HOME", "BROWSERENV_CACHE", "XDG_CACHE_HOME")}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env)
    assert result.stdout.strip() == "there is no home folder to cache in; set BROWSERENV_CACHE to a folder", (
        result.stderr
    )


def test_no_browser_is_one_clear_line(forum_golden: Any) -> None:
    result = browserenv("run", "--size", "small", env={"BROWSERENV_CHROMIUM": "/nowhere/chromium"})
    assert result.returncode == 2
    assert "BROWSERENV_CHROMIUM=/nowhere/chromium is not an executable file" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_taken_port_is_one_clear_line(forum_golden: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = browserenv("sites", "serve", "forum", "--size", "small", "--port", str(port))
    assert result.returncode == 2
    assert f"cannot listen on port {port}: Address already in use; give another --port" in result.stderr


def test_a_corrupt_cache_is_built_again_and_said_so(forum_golden: Any, tmp_path: Path) -> None:
    folder = tmp_path / "golden" / "forum" / forum_golden.name
    folder.mkdir(parents=True)
    (folder / "golden.json").write_text("{}")
    result = browserenv("sites", "build", "forum", "--size", "small", env={"BROWSERENV_CACHE": str(tmp_path)})
    assert result.returncode == 0
    assert "is corrupt" in result.stderr
    assert forum_golden.fingerprint[:8] in result.stdout


def test_sites_get_prints_a_page_and_tells_a_missing_one(forum_golden: Any) -> None:
    page = browserenv("sites", "get", "forum", "/f/books")
    assert page.returncode == 0
    assert page.stdout.startswith("<!doctype html>")
    missing = browserenv("sites", "get", "forum", "/f/nothing_here")
    assert missing.returncode == 1
    assert "forum answered 404 to /f/nothing_here" in missing.stderr


def test_tasks_are_listed_and_shown() -> None:
    listed = browserenv("tasks", "list").stdout
    assert "task-580" in listed
    assert "forum.create-forum" in listed
    shown = browserenv("tasks", "show", "browserenv/task-580").stdout
    assert "A wild place for sci-fi enthusiasts" in shown
    assert "digest: " in shown


def test_doctor_tries_everything_out(forum_golden: Any) -> None:
    result = browserenv("doctor")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "read, login as MarvelsGrantMan136 and write work" in result.stdout
    assert "reward 0.0 for doing nothing" in result.stdout


def test_doctor_names_what_is_broken(forum_golden: Any) -> None:
    result = browserenv("doctor", env={"BROWSERENV_CHROMIUM": "/nowhere/chromium"})
    assert result.returncode == 1
    assert "browser    broken: BROWSERENV_CHROMIUM=/nowhere/chromium" in result.stdout
    assert "read, login as" in result.stdout


def test_expand_writes_one_task_a_line(tmp_path: Path, forum_golden: Any) -> None:
    out = tmp_path / "tasks.jsonl"
    result = browserenv(
        "tasks", "expand", "forum.newest-author", "--seeds", "0:3", "--size", "small", "--out", str(out)
    )
    assert result.returncode == 0, result.stderr
    assert "3 of 3 tasks written, 3 different" in result.stderr
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["seed"] for record in records] == [0, 1, 2]


def test_expand_in_a_form_that_cannot_say_the_task_names_why(forum_golden: Any) -> None:
    arguments = ("tasks", "expand", "forum.subscribe", "--seeds", "0:2", "--size", "small", "--format", "webarena")
    result = browserenv(*arguments)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "forum.subscribe is judged by its change of state alone" in result.stderr


def test_a_new_family_is_linted_clean_and_is_not_overwritten(tmp_path: Path, forum_golden: Any) -> None:
    folder = ("--folder", str(tmp_path))
    assert browserenv("tasks", "new", "forum.say-word", *folder).returncode == 0
    assert "1 families, 0 complaints" in browserenv("tasks", "lint", *folder).stdout
    again = browserenv("tasks", "new", "forum.say-word", *folder)
    assert again.returncode == 2
    assert again.stderr.startswith(str(tmp_path / "forum" / "say_word.yaml"))


def test_audit_shows_a_table_and_writes_a_certificate(tmp_path: Path, forum_golden: Any) -> None:
    out = tmp_path / "certificate.json"
    result = browserenv("audit", "forum.compare-subscribers", "--seeds", "0:1", "--out", str(out))
    assert result.returncode == 0, result.stderr
    assert "mutants killed 100.0%   broken none" in result.stdout
    assert read_certificate(out).count("oracle") == (2, 2)
    assert list(read_certificate(out).families) == ["forum.compare-subscribers"]


def test_texts_that_a_terminal_cannot_show_are_escaped() -> None:
    code = "from browserenv.cli.main import take_any_text; take_any_text(); print('half \\ud83d, whole \\u00e9')"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.stdout, result.stderr) == ("half \\ud83d, whole \\xe9\n", "")
