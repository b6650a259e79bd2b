"""The wheelhouse: the sites' libraries as wheels for the image, fetched on the host by pip."""

from __future__ import annotations

import hashlib
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ..errors import BrowserenvError
from .cached import cached

REQUIREMENTS = Path(__file__).parent / "requirements.txt"
IMAGE_PYTHON = "3.11"
# The oldest C library first; Debian 12, the oldest base, has 2.36.
GLIBC_MINORS = range(17, 37)
FETCH_TIMEOUT_S = 600.0


def pins() -> tuple[str, ...]:
    """``name==version`` of every library that the sites need, direct or not, as installed beside browserenv.

    Raises ``BrowserenvError`` for one that is not installed.
    """
    lines = (line.partition("#")[0].strip() for line in REQUIREMENTS.read_text().splitlines())
    waiting = [Requirement(line) for line in lines if line]
    found: dict[str, str] = {}
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name in found:
            continue
        try:
            installed = distribution(name)
        except PackageNotFoundError as error:
            raise BrowserenvError(f"the sites need {name}, which is not installed; pip install {name}") from error
        found[name] = installed.version
        waiting += [needed for needed in map(Requirement, installed.requires or []) if _applies(needed)]
    return tuple(f"{name}=={version}" for name, version in sorted(found.items()))


def _applies(needed: Requirement) -> bool:
    in_image = {
        "extra": "",
        "python_version": IMAGE_PYTHON,
        "python_full_version": f"{IMAGE_PYTHON}.0",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
    }
    return needed.marker is None or needed.marker.evaluate(in_image)


def wheels(wanted: tuple[str, ...]) -> Path:
    """A folder with a wheel for each of ``wanted`` that fits the image. Raises ``BrowserenvError``."""
    key = hashlib.sha256("\n".join([IMAGE_PYTHON, _machine(), *wanted]).encode()).hexdigest()[:12]
    return cached(f"wheels-{key}", lambda folder: _fetch(wanted, folder))


def installer() -> Path:
    """A folder with pip's own wheel, which installs the others inside the build."""
    wanted = f"pip=={distribution('pip').version}"
    return cached(wanted.replace("==", "-"), lambda folder: _fetch((wanted,), folder))


def _fetch(wanted: tuple[str, ...], folder: Path) -> None:
    platforms = [f"--platform=manylinux_2_{minor}_{_machine()}" for minor in GLIBC_MINORS]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", f"--python-version={IMAGE_PYTHON}", "--implementation=cp", *platforms]
    command += [f"--platform=manylinux2014_{_machine()}", f"--dest={folder}", *wanted]
    done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_TIMEOUT_S, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or [done.stderr.strip()]
        raise BrowserenvError(f"pip could not fetch the sites' wheels: {errors[-1]}; can pip reach its index?")


def _machine() -> str:
    return {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
