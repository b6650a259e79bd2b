"""The documents say what is so: commands are listed, code blocks run, the example family loads and is played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import typer.main

from browserenv.agents.oracle import OracleAgent
from browserenv.cli.main import app
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import play
from browserenv.tasks.catalog import Catalog

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
HOSTS = {"forum": "http://forum.localhost"}


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def command_names() -> list[tuple[str, ...]]:
    """Every command as the words that a person types."""
    found: list[tuple[str, ...]] = []
    for name, command in typer.main.get_group(app).commands.items():
        inner = getattr(command, "commands", None)
        found += [(name, below) for below in inner] if inner else [(name,)]
    return found


def test_every_command_is_in_the_readme() -> None:
    table = README.split("## Commands")[1].split("## Licence")[0]
    for words in command_names():
        rows = [line for line in table.splitlines() if f"`browserenv {words[0]}" in line]
        assert any(words[-1] in row for row in rows), f"browserenv {' '.join(words)} is not in the README"


def test_the_code_of_the_readme_runs(forum_golden: Any) -> None:
    programs = blocks(README, "python")
    assert len(programs) == 2
    for program in programs:
        small = program.replace('gym.make("browserenv/task-580")', 'gym.make("browserenv/task-580", size="small")')
        assert 'size="small"' in small
        result = subprocess.run([sys.executable, "-c", small], capture_output=True, text=True, timeout=300, check=False)
        assert result.returncode == 0, result.stderr


def test_the_example_family_is_played_and_its_mutant_fails(forum_golden: Any, tmp_path: Path) -> None:
    (example,) = [block for block in blocks(CONTRIBUTING, "yaml") if block.startswith("family:")]
    (tmp_path / "forum").mkdir()
    (tmp_path / "forum" / "subscribe.yaml").write_text(example)
    env = BrowserEnv("forum.subscribe", size="small", catalog=Catalog(tmp_path))
    try:
        task = env.task_for(3)
        assert play(env, OracleAgent(task.oracle, HOSTS), seed=3).reward == 1.0
        (mutant,) = task.mutants
        assert play(env, OracleAgent(mutant.steps, HOSTS), seed=3).reward == 0.0
    finally:
        env.close()


def test_relative_links_lead_somewhere() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", (ROOT / name).read_text()):
            assert (ROOT / target).exists(), f"{name} links to {target}"
