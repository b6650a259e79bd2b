"""``browserenv judges``: against a real local endpoint, and without one."""

from __future__ import annotations

import signal
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

from browserenv.judges.local_endpoint import LocalEndpoint

COMMAND = [sys.executable, "-m", "browserenv.cli.main", "judges"]
SOME = """
- rubric: answer
  question: q
  reference: Ann won
  answers:
    - {pass: "Yes: Ann won."}
    - {fail: "Ben won"}
    - {fail: "Ann", kind: persuasion}
"""


def judges(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in environ.items() if not name.startswith("BROWSERENV_JUDGE")}
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=120, env={**clean, **more}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "some.yaml").write_text(SOME)
    return tmp_path


def test_calibrate_prints_the_figures_with_their_counts(folder: Path) -> None:
    with LocalEndpoint() as server:
        more = {"BROWSERENV_JUDGE_MODEL": "m", "BROWSERENV_JUDGE_URL": server.url, "BROWSERENV_CACHE": str(folder)}
        result = judges("calibrate", "--folder", str(folder), **more)
        assert result.returncode == 0, result.stderr
        assert result.stdout.startswith(f"judge m at {server.url}   3 samples")
        row = next(line for line in result.stdout.splitlines() if line.startswith("all "))
        assert row.split()[1:] == ["3", "0", "100.0%", "(3/3)", "0.0%", "(0/2)", "0.0%", "(0/1)", "1.00"]
        n_requests = len(server.requests)
        assert f"requests {n_requests} " in result.stdout
        again = judges("calibrate", "--folder", str(folder), **more)
        assert len(server.requests) == n_requests, "the second time it comes from the cache"
        assert f"requests 0   replies from the cache {n_requests}" in again.stdout


def test_what_cannot_be_judged_is_told(folder: Path) -> None:
    with LocalEndpoint(then="malformed") as server:
        more = {"BROWSERENV_JUDGE_MODEL": "m", "BROWSERENV_JUDGE_URL": server.url, "BROWSERENV_CACHE": str(folder)}
        result = judges("calibrate", "--folder", str(folder), "--show", **more)
    assert result.returncode == 1
    assert "3 items could not be judged; the first: no majority of 3 samples" in result.stdout
    assert "some-1  pass, judged indeterminate" in result.stdout


def test_an_endpoint_that_judges_nothing_is_not_asked_for_long(folder: Path) -> None:
    (folder / "some.yaml").write_text(SOME + "".join(f'    - {{fail: "Ben {n}"}}\n' for n in range(9)))
    with LocalEndpoint(then="malformed") as server:
        more = {"BROWSERENV_JUDGE_MODEL": "m", "BROWSERENV_JUDGE_URL": server.url, "BROWSERENV_CACHE": str(folder)}
        result = judges("calibrate", "--folder", str(folder), **more)
    assert result.returncode == 1
    assert "stopped: none of the first 5 of 12 items could be judged" in result.stdout


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({}, "no judge model is set; set BROWSERENV_JUDGE_MODEL"),
        ({"BROWSERENV_JUDGE_MODEL": "m"}, "no key for https://api.openai.com/v1; set BROWSERENV_JUDGE_KEY"),
        ({"BROWSERENV_JUDGE_MODEL": "m", "BROWSERENV_JUDGE_URL": "here"}, "BROWSERENV_JUDGE_URL 'here' is no address"),
    ],
)
def test_no_model_is_one_clear_line(more: dict[str, str], message: str) -> None:
    result = judges("calibrate", **more)
    assert result.returncode == 2
    assert result.stderr.startswith(message)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_how_to_use_it_and_ends_when_told_to(number: signal.Signals) -> None:
    process = subprocess.Popen([*COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        line = process.stdout.readline()
        process.send_signal(number)
        assert process.wait(timeout=60) == 0
    assert line.startswith("export BROWSERENV_JUDGE_MODEL=literal BROWSERENV_JUDGE_URL=http://127.0.0.1:")
    assert judges("serve", "--behaviour", "malfromed").stderr.startswith("no behaviour 'malfromed'; did you mean")
