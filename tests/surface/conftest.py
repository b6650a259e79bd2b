from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browserenv.sites.kit.golden import Golden

from .hand import Hand


@pytest.fixture(scope="session")
def forum_tasks(reference_data: Path) -> list[dict[str, Any]]:
    """WebArena's tasks that need the forum alone."""
    tasks = json.loads((reference_data / "webarena" / "test.raw.json").read_text())
    return [task for task in tasks if task["sites"] == ["reddit"]]


@pytest.fixture
def hand(forum_golden: Golden) -> Iterator[Hand]:
    """A person at the forum, logged in, in real Chromium."""
    hand = Hand()
    yield hand
    hand.close()
