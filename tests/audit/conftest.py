from __future__ import annotations

from collections.abc import Iterator

import pytest

from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden


@pytest.fixture(scope="module")
def env(forum_golden: Golden) -> Iterator[BrowserEnv]:
    """One world and one Chromium for all audits of a file."""
    env = BrowserEnv("580", size="small", observe=("axtree",))
    env.open()
    yield env
    env.close()
