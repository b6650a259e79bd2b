"""An outside program drives the browser over CDP, and the episode is judged as if the agent had acted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright

from browserenv.browser.launch import find_chromium
from browserenv.errors import BrowserenvError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden

FORUM = {
    "name": "sci_fi",
    "title": "sci_fi",
    "description": "A wild place for sci-fi enthusiasts",
    "sidebar": "New\nClassic\nMovies\nPost my novel\nRandom",
}


@pytest.fixture(scope="module")
def open_env(forum_golden: Golden) -> Iterator[BrowserEnv]:
    """Task 580 on the small forum, with an address for outside programs."""
    env = BrowserEnv("580", size="small", cdp=True)
    yield env
    env.close()


def create_forum(page: Page) -> None:
    page.goto("http://forum.localhost/create_forum")
    for field, text in FORUM.items():
        page.locator(f"#forum_{field}").fill(text)
    page.get_by_role("button", name="Create forum").click()
    page.wait_for_url("**/f/sci_fi")


def test_what_an_outside_program_does_is_judged(open_env: BrowserEnv) -> None:
    assert find_chromium() is not None
    assert open_env.settings.as_record()["cdp"] is True
    open_env.reset(seed=0)
    assert open_env.evaluate().score == 0.0
    with sync_playwright() as playwright:
        outside = playwright.chromium.connect_over_cdp(open_env.cdp_url)
        (context,) = outside.contexts
        (page,) = context.pages
        assert page.url == "http://forum.localhost/"
        second = context.new_page()  # logged in, as the first one is, and seen by the environment
        create_forum(second)
        with pytest.raises(PlaywrightError, match="ERR_NAME_NOT_RESOLVED"):
            page.goto("http://127.0.0.1:80/")
        page.wait_for_url("chrome-error://chromewebdata/")
        page.goto("http://forum.localhost/f/books")
        outside.close()
    assert open_env.evaluate().score == 1.0
    observation, reward, _, _, info = open_env.step("noop()")
    assert (reward, info["outcome"]) == (1.0, "pass")
    assert observation["open_pages_urls"] == ("http://forum.localhost/f/books", "http://forum.localhost/f/sci_fi")


@pytest.mark.parametrize("viewport", [(700, 900), (1500, 500)])
def test_a_viewport_that_an_outside_program_changed_leaves_the_picture_s_size(
    open_env: BrowserEnv, viewport: tuple[int, int]
) -> None:
    before, _ = open_env.reset(seed=0)
    with sync_playwright() as playwright:
        outside = playwright.chromium.connect_over_cdp(open_env.cdp_url)
        (page,) = outside.contexts[0].pages
        page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
        observation, *_ = open_env.step("noop()")
        assert page.evaluate("[innerWidth, innerHeight]") == list(viewport)
        outside.close()
    assert open_env.observation_space.contains(observation)
    picture = observation["screenshot"]
    assert picture.shape == before["screenshot"].shape
    assert (picture[viewport[1] :] == 255).all()
    assert (picture[:, viewport[0] :] == 255).all()
    assert (picture[: viewport[1], : viewport[0]] != 255).any()


def test_each_episode_has_an_address_of_its_own(open_env: BrowserEnv) -> None:
    open_env.reset(seed=0)
    first = open_env.cdp_url
    observation, _ = open_env.reset(seed=0)
    assert open_env.cdp_url.startswith("http://127.0.0.1:")
    assert observation["open_pages_urls"] == ("http://forum.localhost/",)
    with sync_playwright() as playwright, pytest.raises(PlaywrightError, match="ECONNREFUSED"):
        playwright.chromium.connect_over_cdp(first)


def test_a_point_is_restored_with_what_its_pages_had_stored(forum_golden: Golden) -> None:
    env = BrowserEnv("calendar.create-event", size="small", observe=("axtree",), cdp=True)
    try:
        before, _ = env.reset(seed=0)
        session, address = env.core.require_session(), env.cdp_url
        env.run(session.script("() => { localStorage.kept = 'yes'; }"))
        after, info = env.restore(env.snapshot())
        assert info["restored"]["exact"]
        assert after["axtree"] == before["axtree"]
        assert env.run(session.script("() => localStorage.kept")) == "yes"
        assert env.cdp_url != address
    finally:
        env.close()


def test_without_asking_there_is_no_address(forum_golden: Golden) -> None:
    with pytest.raises(BrowserenvError, match="make it with cdp=True"):
        _ = BrowserEnv("580", size="small").cdp_url
