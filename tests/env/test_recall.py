"""Each word that a person sees in the viewport is in the observation, in every format, on pages of all replicas."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browserenv.browser.sight import AXTREE_FORMATS
from browserenv.env import AsyncBrowserEnv
from browserenv.gymnasium_env import BrowserEnv
from browserenv.tasks.family import Family
from browserenv.tasks.task import instantiate
from browserenv.worlds.embedded import EmbeddedWorld
from tests.browser.recall import lost

USER = "MarvelsGrantMan136"
FORUM = (
    "/",
    "/forums",
    "/f/books",
    "/f/books/top",
    "/f/books/moderation_log",
    "/search?q=the",
    f"/user/{USER}",
    f"/user/{USER}/comments",
    f"/user/{USER}/edit_biography",
    f"/user/{USER}/account",
    "/create_forum",
    "/submit/books",
)
CALENDAR = (
    "/week/2023-10-15",
    "/day/2023-10-16",
    "/month/2023-10-15",
    "/agenda/2023-10-15",
    "/event/new?date=2023-10-20&start=15:00&title=Party",
    "/calendars",
    "/settings",
    "/tasks",
    "/search?q=lunch",
)


@pytest.fixture(scope="module")
def env() -> Iterator[BrowserEnv]:
    """The forum and the calendar in one world, with a user who may edit."""
    content = {"sites": ["forum", "calendar"], "login": {"forum": USER}, "start": "forum:/", "intent": "Look around"}
    task = instantiate(
        Family.model_validate({"family": "forum.look", "checks": [{"judge": "url", "url": "forum:/"}], **content}),
        "forum.look",
        {},
        0,
    )
    env = BrowserEnv("580", size="small", observe=("axtree",), max_steps=1000)
    env.core = AsyncBrowserEnv(
        lambda seed, state: task, EmbeddedWorld(["forum", "calendar"], size="small"), env.settings
    )
    env.reset(seed=0)
    yield env
    env.close()


def _lost_on(env: BrowserEnv, addresses: list[str]) -> tuple[list[tuple[str, str, set[str]]], int]:
    """(address, format, words) where words are lost, and how many were in sight in all."""
    found: list[tuple[str, str, set[str]]] = []
    n_seen = 0
    for number, address in enumerate(addresses):
        observation, *_ = env.step(f'goto("{address}")')
        assert observation["last_action_error"] == "", (address, observation["last_action_error"])
        if number % 3 == 1:
            env.step("scroll(0, 400)")
        for axtree_format in AXTREE_FORMATS:
            words, n_words = lost(env.run, env.core.require_session(), axtree_format)
            found += [(address, axtree_format, words)] if words else []
            n_seen += n_words
    return found, n_seen


@pytest.mark.slow
@pytest.mark.parametrize(("host", "pages"), [("forum", FORUM), ("calendar", CALENDAR)])
def test_each_word_in_sight_is_told(env: BrowserEnv, host: str, pages: tuple[str, ...]) -> None:
    addresses = [f"http://{host}.localhost{path}" for path in pages]
    if host == "forum":
        script = '() => document.querySelector(\'a[href*="/f/"][href*="-"]\').href'
        env.step(f'goto("{addresses[0]}")')
        addresses.append(str(env.run(env.core.require_session().script(script))))
    found, n_seen = _lost_on(env, addresses)
    assert not found, found
    assert n_seen > 3 * 30 * len(pages)
