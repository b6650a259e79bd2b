from __future__ import annotations

from collections.abc import Iterator

import pytest

from browserenv.sites.kit.golden import Golden
from browserenv.worlds.embedded import EmbeddedWorld


@pytest.fixture
def world(forum_golden: Golden) -> Iterator[EmbeddedWorld]:
    """An open embedded world with the small forum."""
    world = EmbeddedWorld(["forum"], size="small")
    world.open()
    yield world
    world.close()
