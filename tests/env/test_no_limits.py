"""A site refuses no agent for being quick: no limit on posts, on logins, or on wrong passwords."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit import registry
from browserenv.worlds.visitor import Visitor


@pytest.fixture
def env(forum_golden: Any) -> Any:
    env = BrowserEnv("580", size="small", observe=("axtree",))
    env.reset(seed=0)
    yield env
    env.close()


def test_many_posts_and_logins_go_through(env: BrowserEnv) -> None:
    world = env.core.world
    user = registry.manifest("forum").login_user
    writer = Visitor(world, "forum", world.login("forum", user))
    for number in range(20):
        writer.submit("/submit/books", {"submission[title]": f"Thread {number}", "submission[body]": "Words."})
    added = world.diff()["forum"]["submissions"]["added"]
    assert len(added) == 20
    guest = Visitor(world, "forum")
    for _ in range(50):
        guest.submit("/login", {"_username": user, "_password": "wrong"})
    guest.submit("/login", {"_username": user, "_password": "test1234"})
    assert b"Log out" in guest.get("/")
