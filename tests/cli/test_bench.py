"""The benchmark commands do what they print: few rounds here, and no time is asserted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from browserenv.cli.main import app
from browserenv.cli.other_venv import python_with
from browserenv.errors import BrowserenvError


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["bench", *arguments])
    return result.exit_code, result.stdout


@pytest.mark.slow
def test_bench_reset_prints_a_row_for_each_way_and_size(forum_image: str) -> None:
    code, printed = run("reset", "--sizes", "small", "--times", "1", "--rounds", "1")
    assert code == 0
    rows = [line.split() for line in printed.splitlines() if line.startswith("small")]
    assert [row[:3] for row in rows[:2]] == [["small", "embedded,", "replace"], ["small", "embedded,", "rollback"]]
    assert [row[1:4] for row in rows[2:4]] == [["docker,", "one", "ready"], ["docker,", "none", "ready"]]
    assert all(float(figure) > 0 for row in rows[:2] for figure in row[4:])
    assert len(rows[4]) == 5  # the growth of a rollback with the rows that changed
    assert "a bare start of a container, until it serves, small:" in printed


def test_a_soak_verifies_every_reset(forum_golden: Any) -> None:
    code, printed = run("reset", "--sizes", "small", "--soak", "6")
    assert code == 0
    assert "resets     6 (3 by replace, 3 by rollback)   wrong 0" in printed
    assert "open files" in printed


@pytest.mark.slow
def test_worlds_at_once_are_alike(forum_golden: Any) -> None:
    code, printed = run("worlds", "--n", "2", "--size", "small")
    assert code == 0
    assert "2 worlds in 1 site processes at once: all alike" in printed
    assert printed.count("reward 1.0") == 2


def test_no_rounds_are_no_benchmark() -> None:
    result = CliRunner().invoke(app, ["bench", "reset", "--rounds", "0"])
    assert "--rounds of at least 1" in str(result.exception)


@pytest.mark.slow
def test_bench_step_takes_turns_and_writes_the_figures(forum_golden: Any, tmp_path: Path) -> None:
    code, printed = run("step", "--rounds", "1", "--browsergym", "no", "--out", str(tmp_path / "step.json"))
    assert code == 0
    figures = json.loads((tmp_path / "step.json").read_text())
    for name in ("bare", "ours"):
        assert set(figures["median ms"][name]) == {"noop", "click", "fill", "navigate", "reset"}
        assert all(ms > 0 for ms in figures["median ms"][name].values())
        assert figures["memory, MB"][name] > 50
    assert {"act", "settle", "observe", "validate"} <= set(figures["ours by phase, ms"]["click"])
    assert {"state", "browser", "observe"} <= set(figures["ours by phase, ms"]["reset"])
    assert "one more world beside its browser" in printed


def test_a_virtual_environment_that_cannot_be_made_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSERENV_CACHE", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(BrowserenvError, match=r"pip install browserenv-has.* failed: ERROR: No matching distribution"):
        python_with("nothing", "browserenv-has-no-such-package==1")
