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


@pytest.fixture(scope="module")
def one_hand(forum_golden: Golden) -> Iterator[Hand]:
    hand = Hand()
    yield hand
    hand.close()


@pytest.fixture
def hand(one_hand: Hand) -> Hand:
    """A person at the forum, logged in, in real Chromium."""
    one_hand.begin()
    return one_hand
