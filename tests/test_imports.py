"""Who may import whom: the directions of the house, and what stays out of a light import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

ROOMS = (
    "agents",
    "audit",
    "browser",
    "cli",
    "compose",
    "judges",
    "report",
    "results",
    "runs",
    "sites",
    "stats",
    "tasks",
    "worlds",
)

ALLOWED: dict[str, set[str]] = {
    "tasks": set(),
    "sites": set(),
    "judges": {"tasks"},
    "browser": {"errors"},
    "compose": {"errors", "sites"},
    "worlds": {"compose", "errors", "sites"},
    "agents": {"errors", "browser", "tasks"},
    "env": {"errors", "browser", "judges", "tasks", "worlds"},
    "runs": {"agents", "env", "errors", "judges", "results", "tasks"},
    "results": {"errors"},
    "stats": {"results"},
    "report": {"errors", "results", "stats"},
}
ENV_FILES = (
    "call_order.py",
    "env.py",
    "gymnasium_env.py",
    "validation.py",
    "episode.py",
    "goal.py",
    "info.py",
    "loop.py",
    "observation.py",
    "settings.py",
    "snapshots.py",
    "spaces.py",
    "storage.py",
    "vector_env.py",
)


def files_of(room: str) -> list[Path]:
    if room == "env":
        return [ROOT / "browserenv" / name for name in ENV_FILES if (ROOT / "browserenv" / name).exists()]
    folder = ROOT / room if (ROOT / room).is_dir() else ROOT / "browserenv" / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else []


def imported_modules(path: Path) -> Iterator[str]:
    """Absolute names of all that a file imports from browserenv, wherever in the file it does."""
    top = ("browserenv",) if path.relative_to(ROOT).parts[0] != "browserenv" else ()
    package = (*top, *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] != "browserenv" or len(parts) < 2:
        return None
    if f"{parts[1]}.py" in ENV_FILES:
        return "env"
    return parts[1]


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_a_room_imports_only_what_it_may(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in files_of(room)
        for module in imported_modules(path)
        if (target := room_of(module)) not in (None, room) and target not in ALLOWED[room]
    ]
    assert wrong == []


def test_worlds_read_manifests_and_golden_states_but_no_application() -> None:
    for path in files_of("worlds"):
        for module in imported_modules(path):
            if module.startswith("browserenv.sites."):
                assert module.startswith("browserenv.sites.kit."), f"{path.name} imports {module}"


def test_agents_use_only_the_observation_and_action_types_of_the_browser() -> None:
    for path in files_of("agents"):
        for module in imported_modules(path):
            if module.startswith("browserenv.browser"):
                assert module.split(".")[2] in {"actions", "observe", "parse"}, f"{path.name} imports {module}"


def test_importing_browserenv_loads_no_browser_and_no_site() -> None:
    code = "import browserenv, sys; print(sorted({m.split('.')[0] for m in sys.modules}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = result.stdout
    for heavy in ("playwright", "flask", "PIL", "waitress", "typer", "rich", "docker"):
        assert f"'{heavy}'" not in loaded


def test_making_an_environment_loads_no_model_client_and_no_library_for_pictures() -> None:
    code = "import browserenv.gymnasium_env, sys; print(sorted({m.split('.')[0] for m in sys.modules}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    for optional in ("openai", "skimage", "scipy"):
        assert f"'{optional}'" not in result.stdout


def test_a_site_process_loads_nothing_of_the_harness() -> None:
    code = (
        "import sites.kit.serve, sites.kit.registry as r, sys; [r.application(s) for s in r.SITE_NAMES];"
        "print(sorted({m.split('.')[0] for m in sys.modules}))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    for ours in ("browserenv", "playwright", "gymnasium", "numpy", "pydantic"):
        assert f"'{ours}'" not in result.stdout


def test_no_file_is_named_like_a_standard_library_module() -> None:
    for top in ("browserenv", "compose", "judges", "sites", "tasks"):
        for path in (ROOT / top).rglob("*.py"):
            assert path.stem not in sys.stdlib_module_names, path


def test_no_file_is_over_450_lines() -> None:
    for top in ("browserenv", "compose", "judges", "sites", "tasks", "tests"):
        for path in (ROOT / top).rglob("*.py"):
            assert len(path.read_text().splitlines()) <= 450, path
