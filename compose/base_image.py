"""The base image: Python on Debian, pulled where a registry answers, else built from Debian packages."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docker
from docker.errors import ImageNotFound
from docker.models.images import Image

from ..errors import BrowserenvError
from .cached import cached
from .engine import ENGINE_ERRORS, said

DEFAULT = "python:3.11-slim"
REPOSITORY, TAG = "browserenv/base", "python3.11"
NAME = f"{REPOSITORY}:{TAG}"
SCRIPT = Path(__file__).parent / "base" / "build.sh"
LABEL = "browserenv.base"
BUILD_TIMEOUT_S = 1200.0

Say = Callable[[str], None]


def find_base(client: docker.DockerClient) -> Image | None:
    """The base image that is in use, or None; one that another version of the script built counts as none."""
    try:
        found = client.images.get(NAME)
    except ImageNotFound:
        return None
    made_by = found.labels.get(LABEL)
    return found if made_by in (None, _script_digest()) else None


def ensure_base(client: docker.DockerClient, wanted: str | None, say: Say) -> Image:
    """The base image, got now if there is none.

    ``wanted`` names an image to use (pulled unless the engine has it); None takes what is there, else pulls
    ``python:3.11-slim``, else builds one. Raises ``BrowserenvError`` when no way is open.
    """
    if wanted is not None:
        return _adopt(_local_or_pulled(client, wanted))
    if (found := find_base(client)) is not None:
        return found
    try:
        return _adopt(_local_or_pulled(client, DEFAULT))
    except BrowserenvError as error:
        say(f"{error}; building a base image from Debian packages")
    return _build(client)


def _local_or_pulled(client: docker.DockerClient, name: str) -> Image:
    try:
        return client.images.get(name)
    except ImageNotFound:
        try:
            return client.images.pull(name)
        except ENGINE_ERRORS as error:
            raise BrowserenvError(f"no registry gives {name} ({said(error)})") from error


def _adopt(image: Image) -> Image:
    image.tag(REPOSITORY, TAG)
    return image


def _build(client: docker.DockerClient) -> Image:
    digest = _script_digest()
    path = cached(f"base-{digest}.tar", _debootstrap)
    api: Any = client.api  # the SDK's types leave its lower layer out
    api.import_image_from_file(str(path), repository=REPOSITORY, tag=TAG, changes=[f"LABEL {LABEL}={digest}"])
    return client.images.get(NAME)


def _debootstrap(out: Path) -> None:
    if shutil.which("debootstrap") is None or os.geteuid() != 0:
        raise BrowserenvError(
            f"no registry gives {DEFAULT}, and a base image is built by root with debootstrap alone; "
            "run 'apt-get install debootstrap' and this command as root, or name an image by --base"
        )
    command = [str(SCRIPT), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_TIMEOUT_S, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["it said nothing"]
        raise BrowserenvError(f"debootstrap failed: {last[0]}; can this machine reach a Debian mirror?")


def _script_digest() -> str:
    return hashlib.sha256(SCRIPT.read_bytes()).hexdigest()[:12]
