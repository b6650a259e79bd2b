from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from browserenv.compose import wheelhouse
from browserenv.compose.wheelhouse import REQUIREMENTS, pins
from browserenv.errors import BrowserenvError

ROOT = Path(__file__).parents[2]


def names_in(path: Path) -> set[str]:
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    return {canonicalize_name(Requirement(line).name) for line in lines if line}


def test_what_the_sites_need_is_installed_with_browserenv() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert names_in(REQUIREMENTS) <= {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}


def test_pins_are_the_versions_beside_browserenv() -> None:
    found = dict(pin.split("==") for pin in pins())
    assert found["flask"] == version("flask")
    assert {"jinja2", "werkzeug", "markupsafe", "itsdangerous", "mdurl"} <= set(found), "indirect ones are among them"


def test_every_library_that_the_sites_load_is_pinned() -> None:
    code = (
        "import sites.kit.serve, sites.kit.registry as r, sys; [r.application(s) for s in r.SITE_NAMES];"
        "print(*{m.split('.')[0] for m in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    distributions = packages_distributions()
    loaded = {
        canonicalize_name(owner)
        for module in done.stdout.split()
        if module not in sys.stdlib_module_names and not module.startswith("_")
        for owner in distributions.get(module, [])
    }
    assert loaded
    assert loaded <= {pin.split("==")[0] for pin in pins()} | {"browserenv"}


def test_a_library_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "requirements.txt").write_text("no-such-library-anywhere  # reason\n")
    monkeypatch.setattr(wheelhouse, "REQUIREMENTS", tmp_path / "requirements.txt")
    with pytest.raises(BrowserenvError, match="the sites need no-such-library-anywhere, which is not installed"):
        pins()
