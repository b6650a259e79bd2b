"""The folder of imported tasks, the catalog that reads it, and the command that fills it."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium as gym
import pytest
from typer.testing import CliRunner

from browserenv.cli.main import app
from browserenv.errors import BrowserenvError
from browserenv.registration import register_tasks
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.errors import TaskFileError, UnknownTaskError
from browserenv.tasks.imported import ImportedTasks, imports_folder

RECORD = {
    "id": "gocalendar-99",
    "goal": "Add a dinner",
    "website": {"id": "gocalendar"},
    "evals": [{"type": "jmespath", "query": "length(eventsDiff.added)", "expected_value": 1}],
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BROWSERENV_TASKS", str(tmp_path / "imported"))
    path = tmp_path / "gocalendar-99.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return path


def test_import_then_make(file: Path) -> None:
    result = CliRunner().invoke(app, ["tasks", "import", str(file), "--format", "real"])
    assert result.exit_code == 0, result.output
    assert "real: 1 tasks" in result.output
    catalog = Catalog()
    task = catalog.task("real.gocalendar-99", seed=7)
    assert task.intent == "Add a dinner"
    assert catalog.sites("real.gocalendar-99") == ("calendar",)
    assert "real.gocalendar-99" not in catalog.ids()
    assert "browserenv/real.gocalendar-99" in register_tasks(catalog)
    gym.registry.pop("browserenv/real.gocalendar-99")


def test_what_is_stored_is_what_was_read(file: Path) -> None:
    CliRunner().invoke(app, ["tasks", "import", str(file), "--format", "real"])
    stored = ImportedTasks(imports_folder())
    once = stored.files["real.gocalendar-99"].read_bytes()
    CliRunner().invoke(app, ["tasks", "import", str(file), "--format", "real"])
    assert stored.files["real.gocalendar-99"].read_bytes() == once


@pytest.mark.parametrize("command", [["audit"], ["audit", "--check"], ["tasks", "expand"], ["tasks", "lint"]])
def test_what_needs_a_family_says_that_an_imported_task_has_none(file: Path, command: list[str]) -> None:
    CliRunner().invoke(app, ["tasks", "import", str(file), "--format", "real"])
    said = CliRunner().invoke(app, [*command, "real.gocalendar-99"])
    assert isinstance(said.exception, UnknownTaskError)
    assert str(said.exception).startswith("task real.gocalendar-99 is of another benchmark and of no family")


def test_errors_name_the_mend(file: Path, tmp_path: Path) -> None:
    unknown = CliRunner().invoke(app, ["tasks", "import", str(file), "--format", "reel"])
    assert isinstance(unknown.exception, BrowserenvError)
    assert str(unknown.exception).startswith("no format 'reel'; did you mean 'real'?")
    nowhere = CliRunner().invoke(app, ["tasks", "import", str(file), "--format", "real", "--site", "forum"])
    assert "names no site" in str(nowhere.exception)
    stored = ImportedTasks(tmp_path / "imported")
    with pytest.raises(UnknownTaskError, match="no imported task"):
        stored.task("real.x")
    (tmp_path / "imported" / "real").mkdir(parents=True)
    (tmp_path / "imported" / "real" / "x.json").write_text("{}", encoding="utf-8")
    with pytest.raises(TaskFileError, match="import it again"):
        ImportedTasks(tmp_path / "imported").task("real.x")
