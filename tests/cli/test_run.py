"""``browserenv run``: suites and their certificates, several tasks, what is said before anything is played."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
import typer

from browserenv.cli import run as run_module
from browserenv.cli.run import complain, unjudged
from browserenv.errors import BrowserenvError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.judges import likeness
from browserenv.runs.trajectory import FOLDER, write_trajectory
from browserenv.tasks.catalog import PACKAGED, Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate

PICTURE = "data:image/png;base64,iVBORw0KGgo="


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """One family in a folder without a certificate."""
    (tmp_path / "forum").mkdir()
    shutil.copy(PACKAGED / "forum" / "subscribe.yaml", tmp_path / "forum" / "subscribe.yaml")
    return Catalog(tmp_path)


def task(*checks: dict[str, Any]) -> Task:
    content = {
        "family": "forum.look",
        "sites": ["forum"],
        "start": "forum:/",
        "intent": "Look.",
        "checks": list(checks),
        "oracle": [{"do": "noop"}],
    }
    family = Family.model_validate(content)
    return instantiate(family, family.family, {}, seed=0)


def test_a_suite_without_a_certificate_is_refused_with_the_mend(catalog: Catalog) -> None:
    words = (
        "suite forum has no certificate: forum.subscribe was not audited; "
        "audit with 'browserenv audit forum --certify', or run with --uncertified"
    )
    with pytest.raises(BrowserenvError) as refused:
        complain(catalog, ["forum"], ["forum.subscribe"], uncertified=False)
    assert str(refused.value) == words


@pytest.mark.parametrize(("names", "uncertified"), [(["forum"], True), (["forum.subscribe"], False)])
def test_otherwise_it_is_said(catalog: Catalog, names: list[str], uncertified: bool, capsys: Any) -> None:
    complain(catalog, names, ["forum.subscribe"], uncertified)
    assert capsys.readouterr().err == "no certificate: forum.subscribe was not audited\n"


def test_several_tasks_are_a_line_each(forum_golden: Any) -> None:
    command = [sys.executable, "-m", "browserenv.cli.main", "run", "forum.subscribe", "forum.vote-post"]
    options = ["--size", "small", "--selftest"]
    result = subprocess.run([*command, *options], capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["pass", "pass"]
    assert lines[2] == "tasks 2   indeterminate 0   scored 2   pass 2   fail 0"


def test_of_many_episodes_none_is_kept_and_what_cannot_be_stored_is_said(
    forum_golden: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    (tmp_path / FOLDER).write_text("a file where the folder of the episodes would be")
    kept: list[weakref.ref[Any]] = []
    n_alive: list[int] = []

    def store(out: Path, played: Any, what: Any) -> Path:
        gc.collect()
        n_alive.append(sum(reference() is not None for reference in kept))
        kept.append(weakref.ref(played))
        return write_trajectory(out, played, what)

    monkeypatch.setattr(run_module, "write_trajectory", store)
    names = ["forum.subscribe", "forum.vote-post", "forum.create-forum"]
    with pytest.raises(typer.Exit) as ended:
        run_module.run(names, agent="noop", size="small", out=tmp_path)
    assert ended.value.exit_code == 1
    assert max(n_alive) <= 1  # the one before, until its line is printed
    said = capsys.readouterr()
    assert said.out.splitlines()[-1] == "tasks 3   indeterminate 0   scored 3   pass 0   fail 3"
    unstored = [line for line in said.err.splitlines() if f"could not be stored in {tmp_path}: " in line]
    assert [line.split()[1] for line in unstored] == names


def test_what_no_judge_can_decide_is_named_before_it_is_played(monkeypatch: Any) -> None:
    monkeypatch.delenv("BROWSERENV_JUDGE_MODEL", raising=False)
    env = BrowserEnv("580", size="small")
    plain = task({"judge": "text", "exact": "heron"})
    asking = task({"judge": "model", "rubric": "answer", "question": "Who?", "reference": "Ann"})
    likes = {"judge": "image", "url": "forum:/", "locator": "document.querySelector('img')", "like": PICTURE}
    comparing = task({"judge": "group", "rule": "any_of", "checks": [likes]})
    assert unjudged(plain, env) is None
    assert unjudged(comparing, env) is None
    assert "BROWSERENV_JUDGE_MODEL" in str(unjudged(asking, env))
    monkeypatch.setattr(likeness, "find_spec", lambda name: None)
    said = str(unjudged(comparing, env))
    assert said.startswith("task forum.look: 1 of its checks will be indeterminate: comparing pictures needs")
    assert "likeness by structure" in said
