"""What tests of several rooms share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import docker
import pytest

from browserenv.compose.engine import connect
from browserenv.compose.images import build_image
from browserenv.errors import BrowserenvError
from browserenv.sites.kit import golden
from browserenv.sites.kit.registry import SITE_NAMES


@pytest.fixture(scope="session")
def forum_golden() -> golden.Golden:
    """The forum's small golden state, from the user's cache."""
    return golden.ensure("forum", "small")


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The folder with other benchmarks' task files; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("BROWSERENV_REFERENCE_DATA", "../shared/data"))
    if not folder.is_dir():
        pytest.skip(f"no folder {folder}: set BROWSERENV_REFERENCE_DATA to the reference task files")
    return folder


def skip_or_fail(lacking: str) -> NoReturn:
    """A machine that lacks something skips what needs it, and says so; where all was installed for the tests, which
    BROWSERENV_REQUIRE_DOCKER=1 tells, it fails."""
    if os.environ.get("BROWSERENV_REQUIRE_DOCKER") == "1":
        pytest.fail(lacking)
    pytest.skip(lacking)


@pytest.fixture(scope="session")
def engine() -> Iterator[docker.DockerClient]:
    """The container engine."""
    try:
        client = connect()
    except BrowserenvError as error:
        skip_or_fail(str(error))
    yield client
    client.close()


@pytest.fixture(scope="session")
def forum_image(engine: docker.DockerClient, forum_golden: golden.Golden) -> str:
    """The name of the small forum's image, built if it is not there."""
    return build_image(engine, forum_golden).name


@pytest.fixture(scope="session")
def small_images(engine: docker.DockerClient) -> list[str]:
    """The names of all sites' small images, built if they are not there."""
    return [build_image(engine, golden.ensure(site, "small")).name for site in SITE_NAMES]
