from __future__ import annotations

from collections.abc import Iterator

import pytest

from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden


@pytest.fixture(scope="module")
def env(forum_golden: Golden) -> Iterator[BrowserEnv]:
    """Task 580 on the small forum; one world and one Chromium for all tests of a file."""
    env = BrowserEnv("580", size="small")
    yield env
    env.close()
