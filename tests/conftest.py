"""What tests of several rooms share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browserenv.sites.kit import golden


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
