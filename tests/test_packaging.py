"""The list of packages in pyproject.toml is what is on the disk, and the links that tools follow are in place."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def folder_of(package: str) -> Path:
    folder: str
    for prefix, folder in sorted(SETUPTOOLS["package-dir"].items(), key=lambda item: -len(item[0])):
        if package == prefix or package.startswith(prefix + "."):
            return ROOT / folder / package.removeprefix(prefix).lstrip(".").replace(".", "/")
    raise AssertionError(f"no folder for {package}")


def packages_on_disk() -> set[str]:
    found = set()
    for top, prefix in {
        "browserenv": "",
        "compose": "browserenv.",
        "judges": "browserenv.",
        "sites": "browserenv.",
        "tasks": "browserenv.",
    }.items():
        for init in (ROOT / top).rglob("__init__.py"):
            found.add(prefix + ".".join(init.parent.relative_to(ROOT).parts))
    return found


def test_every_package_is_listed() -> None:
    assert set(SETUPTOOLS["packages"]) == packages_on_disk()


def test_every_listed_package_has_its_folder() -> None:
    for package in SETUPTOOLS["packages"]:
        assert (folder_of(package) / "__init__.py").is_file(), package


def test_every_package_has_its_own_mapping_where_it_is_not_below_its_parent() -> None:
    for package in SETUPTOOLS["packages"]:
        if package.split(".")[1:2] in (["compose"], ["judges"], ["sites"], ["tasks"]):
            assert package in SETUPTOOLS["package-dir"], package


def test_the_links_lead_to_the_top_level_folders() -> None:
    for name in ("compose", "judges", "sites", "tasks"):
        link = ROOT / "browserenv" / name
        assert link.is_symlink()
        assert str(link.readlink()) == f"../{name}"


def test_files_that_are_not_python_are_packaged() -> None:
    data = SETUPTOOLS["package-data"]
    for package in SETUPTOOLS["packages"]:
        folder = folder_of(package)
        patterns = [
            pattern
            for owner, globs in data.items()
            if folder.is_relative_to(folder_of(owner))
            for pattern in (f"{folder_of(owner)}/{glob}" for glob in globs)
        ]
        for path in folder.iterdir():
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                assert any(path.match(pattern) for pattern in patterns), f"{path} is in no package-data pattern"
