"""Virtual environments for programs that need other versions of libraries than ours; made once, in the cache folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ..errors import BrowserenvError
from ..sites.kit.golden import cache_folder
from .progress import say

TIMEOUT_S = 900.0


def python_with(name: str, *requirements: str) -> Path:
    """The Python of the virtual environment ``name`` with these packages. Raises ``BrowserenvError`` when it cannot be
    made."""
    folder = cache_folder() / "venvs" / name
    python, ready = folder / "bin" / "python", folder / "ready"
    wanted = "\n".join(requirements)
    if ready.exists() and ready.read_text() == wanted:
        return python
    say(f"installing {', '.join(requirements)} into {folder}")
    _run([sys.executable, "-m", "venv", "--clear", str(folder)])
    _run([str(python), "-m", "pip", "install", *requirements, "--quiet", "--no-compile", "--disable-pip-version-check"])
    ready.write_text(wanted)
    return python


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        raise BrowserenvError(f"{_short(command)} took more than {TIMEOUT_S:g} s") from None
    if done.returncode:
        last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise BrowserenvError(f"{_short(command)} failed: {last}")


def _short(command: list[str]) -> str:
    return " ".join([Path(command[0]).name, *command[1:5]])
