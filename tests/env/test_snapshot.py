"""Snapshot, restore and fork in mid-episode: the same point again, in the same environment and in others."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from browserenv.agents.oracle import OracleAgent, find
from browserenv.env import AsyncBrowserEnv
from browserenv.errors import BrowserenvError, CallOrderError, InfrastructureFault, UnknownNameError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.golden import Golden
from browserenv.snapshots import Snapshots
from browserenv.tasks.steps import Target
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.pool import SitePool
from tests.env.conftest import reset_from_its_opening

HOSTS = {"forum": "http://forum.localhost", "calendar": "http://calendar.localhost"}
EVENT = "calendar.create-event"
LOOK = """() => [scrollY, document.activeElement.name, sessionStorage.kept,
    document.querySelector("#forum_name")?.value, document.querySelector("#forum_sidebar")?.value]"""


@pytest.fixture(scope="module")
def env(forum_golden: Golden) -> Iterator[BrowserEnv]:
    with SitePool() as pool:
        env = BrowserEnv("580", size="small", pool=pool, observe=("axtree",))
        yield env
        env.close()


@pytest.fixture(scope="module")
def calendar() -> Iterator[BrowserEnv]:
    env = BrowserEnv(EVENT, size="small", observe=("axtree",))
    yield env
    env.close()


def begin(env: BrowserEnv, n_steps: int) -> tuple[OracleAgent, dict[str, Any]]:
    """The oracle after its first steps, and what it saw then."""
    observation, _ = env.reset(seed=0)
    agent = OracleAgent(env.task_for(0).oracle, HOSTS)
    agent.start(0)
    for _ in range(n_steps):
        observation, *_ = env.step(agent.act(observation))
    return agent, observation


def finish(env: BrowserEnv, observation: dict[str, Any], n_done: int) -> tuple[float, dict[str, Any]]:
    """The oracle from its ``n_done``-th step on; the reward and the info at the end."""
    agent = OracleAgent(env.task_for(0).oracle[n_done:], HOSTS)
    agent.start(0)
    info: dict[str, Any] = {}
    over, reward = False, 0.0
    while not over:
        observation, given, terminated, truncated, info = env.step(agent.act(observation))
        reward, over = float(given), terminated or truncated
    return reward, info


def fingerprint(env: BrowserEnv) -> dict[str, str]:
    world: Any = env.core.world
    return {site: kept.fingerprint for site, kept in world.snapshot().items()}


def give_up(env: BrowserEnv) -> float:
    _, reward, terminated, *_ = env.step('send_msg_to_user("It is done.")')
    assert terminated
    return float(reward)


def test_an_episode_is_finished_failed_and_finished_again_from_one_point(env: BrowserEnv) -> None:
    """The point lies between the third and the fourth step, with a half-filled form."""
    _, before = begin(env, 3)
    point = env.snapshot()
    assert finish(env, before, 3)[0] == 1.0
    found = fingerprint(env)

    observation, info = env.restore(point)
    history = "its history: 1 other page to go back or forward to"
    assert info["restored"] == {"exact": False, "tabs": [{"url": before["url"], "differs": [history]}]}
    assert observation["axtree"] == before["axtree"]
    assert (info["step"], observation["last_action"]) == (3, before["last_action"])
    env.step('goto("http://forum.localhost/f/books")')
    assert give_up(env) == 0.0
    assert fingerprint(env) != found

    observation, _ = env.restore(point)
    reward, info = finish(env, observation, 3)
    assert (reward, info["step"], info["restores"]) == (1.0, 6, 1)
    assert fingerprint(env) == found


def test_a_half_filled_form_scrolling_and_focus_come_back(env: BrowserEnv) -> None:
    observation, _ = env.reset(seed=0)
    env.step('goto("http://forum.localhost/create_forum")')
    observation, *_ = env.step("noop()")
    name, sidebar = (find(observation, Target(role="textbox", name=name)) for name in ("Name", "Sidebar"))
    env.step(f'fill("{name}", "half")')
    env.step(f'fill("{sidebar}", "one\\ntwo")')
    env.step("scroll(0, 120)")
    env.step(f'focus("{name}")')
    env.step("new_tab()")
    env.step('goto("http://forum.localhost/f/books")')
    env.step("scroll(0, 300)")
    before, *_ = env.step("tab_focus(0)")
    session = env.core.require_session()
    env.run(session.script("() => { sessionStorage.kept = 'yes'; }"))
    was = env.run(session.script(LOOK))
    assert was[1:] == ["forum[name]", "yes", "half", "one\ntwo"]
    point = env.snapshot()
    env.step('goto("http://forum.localhost/")')
    env.step("tab_close()")
    after, info = env.restore(point)
    assert after["open_pages_urls"] == before["open_pages_urls"]
    assert after["axtree"] == before["axtree"]
    assert after["focused_element"] == before["focused_element"] != ""
    assert env.run(session.script(LOOK)) == was
    env.step("tab_focus(1)")
    assert env.run(session.script("() => scrollY")) == 300
    differs = [what for tab in info["restored"]["tabs"] for what in tab["differs"]]
    assert all("history" in what for what in differs)


def test_a_chosen_kind_of_submission_comes_back_with_its_field(env: BrowserEnv) -> None:
    env.reset(seed=0)
    env.step('goto("http://forum.localhost/submit")')
    observation, *_ = env.step("noop()")
    before, *_ = env.step(f'click("{find(observation, Target(role="radio", name="Image"))}")')
    after, info = env.restore(env.snapshot())
    assert after["axtree"] == before["axtree"] and "URL" not in after["axtree"].partition("Image")[2]
    assert all("history" in what for what in info["restored"]["tabs"][0]["differs"])


def test_what_cannot_be_restored_is_named(env: BrowserEnv) -> None:
    observation, _ = env.reset(seed=0)
    env.step('goto("http://forum.localhost/create_forum")')
    observation, *_ = env.step("noop()")
    button = find(observation, Target(role="button", name="Create forum"))
    session = env.core.require_session()
    env.run(session.script("() => document.querySelector('#forum_name').form.setAttribute('novalidate', '')"))
    env.step(f'click("{button}")')  # the form comes back with its errors, by POST
    env.run(session.script("() => document.body.append(document.createElement('canvas'))"))
    _, info = env.restore(env.snapshot())
    restored = info["restored"]
    assert not restored["exact"]
    said = " ".join(restored["tabs"][0]["differs"])
    for word in ("came by POST", "canvas", "history", "the content of the page: not as it was"):
        assert word in said


def test_the_end_of_an_episode_may_be_taken_back_and_a_reset_ends_all_points(env: BrowserEnv) -> None:
    begin(env, 1)
    point = env.snapshot()
    give_up(env)
    with pytest.raises(CallOrderError):
        env.step("noop()")
    env.restore(point)
    assert env.step("noop()")[2] is False
    env.reset(seed=0)
    with pytest.raises(UnknownNameError, match=f"no snapshot '{point}' of this episode; kept: none; a reset ends them"):
        env.restore(point)


def test_a_point_outlives_its_browser(env: BrowserEnv) -> None:
    _, before = begin(env, 3)
    point = env.snapshot()
    os.kill(env.core.browser_process_id, signal.SIGKILL)
    observation, info = env.restore(point)
    assert (info["retries"], info["retried_after"]["part"], info["step"]) == (1, "browser", 3)
    assert observation["axtree"] == before["axtree"]
    assert env.restore(point)[1]["retries"] == 0
    assert finish(env, observation, 3)[0] == 1.0


def test_a_tab_whose_page_did_not_come_is_restored_empty_and_a_failure_keeps_the_points(proxied: Any) -> None:
    proxied.reset(seed=0)
    point, proxy = proxied.snapshot(), proxied.core.world.proxy
    proxy.manner = "reset"
    proxied.step('goto("http://forum.localhost/f/books")')
    of_the_failure = proxied.snapshot()
    proxy.manner = "pass"
    _, info = proxied.restore(of_the_failure)
    differs = ["the page had not come, and its tab is empty now"]
    assert info["restored"]["tabs"] == [{"url": "chrome-error://chromewebdata/", "differs": differs}]
    assert info["retries"] == 0
    with reset_from_its_opening(proxied.core.world), pytest.raises(InfrastructureFault, match="could not be restored"):
        proxied.restore(point)
    assert proxied.restore(point)[0]["url"] == "http://forum.localhost/"


def test_points_are_bounded_and_can_be_given_up() -> None:
    kept, one = Snapshots(most=2), object()
    names = [kept.keep(one) for _ in range(2)]  # type: ignore[arg-type]
    with pytest.raises(BrowserenvError, match="2 snapshots are kept, which is the most"):
        kept.keep(one)  # type: ignore[arg-type]
    kept.forget(names[0])
    assert kept.keep(one) == "s3"  # type: ignore[arg-type]


@pytest.mark.slow
def test_forks_go_their_own_ways(env: BrowserEnv) -> None:
    _, before = begin(env, 3)
    forks = env.fork(3)
    try:
        assert [fork.beginning[0]["axtree"] for fork in forks] == [before["axtree"]] * 3
        assert finish(forks[0], forks[0].beginning[0], 3)[0] == 1.0
        assert give_up(forks[1]) == 0.0
        forks[2].step('goto("http://forum.localhost/f/books")')
        assert finish(env, before, 3)[0] == 1.0
        assert fingerprint(forks[0]) == fingerprint(env) != fingerprint(forks[1])
        assert forks[1].core.world.diff() == forks[2].core.world.diff() == {"forum": {}}
    finally:
        for fork in forks:
            fork.close()


@pytest.mark.slow
def test_the_calendar_goes_back_and_forks_too(calendar: BrowserEnv) -> None:
    """Its state is in the browser."""
    observation, _ = calendar.reset(seed=0)
    n_steps = len(calendar.task_for(0).oracle)
    start = calendar.snapshot()
    assert finish(calendar, observation, 0)[0] == 1.0
    done = calendar.restore(start)[0]
    assert give_up(calendar) == 0.0
    observation, info = calendar.restore(start)
    assert observation["axtree"] == done["axtree"]
    assert info["restored"]["exact"]
    (fork,) = calendar.fork(1)
    try:
        assert finish(calendar, observation, 0)[0] == 1.0
        assert n_steps > 0
        assert give_up(fork) == 0.0
    finally:
        fork.close()


def test_a_form_of_the_calendar_saves_what_stands_in_it_when_it_was_restored(calendar: BrowserEnv) -> None:
    observation, _ = calendar.reset(seed=0)
    calendar.step('goto("http://calendar.localhost/event/new?date=2023-10-20")')
    observation, *_ = calendar.step("noop()")

    def element(role: str, name: str) -> str:
        return find(observation, Target(role=role, name=name))

    for name, text in (("Title", "Fair"), ("Start time", "3:00 PM"), ("End time", "5:30 PM")):
        calendar.step(f'fill("{element("textbox", name)}", "{text}")')
    calendar.step(f'select_option("{element("combobox", "Reminder 1")}", "1 hour before")')
    before, *_ = calendar.step(f'select_option("{element("combobox", "Repeat")}", "Custom…")')
    point = calendar.snapshot()
    observation, info = calendar.restore(point)
    assert all("history" in what for tab in info["restored"]["tabs"] for what in tab["differs"])
    assert observation["axtree"] == before["axtree"]
    calendar.step(f'click("{element("button", "Save")}")')
    session = calendar.core.require_session()
    stored = calendar.run(session.script("() => JSON.parse(localStorage['browserenv.calendar']).collections.events"))
    (row,) = (row for row in stored.values() if row["title"] == "Fair")
    assert (row["start"], row["end"]) == ("2023-10-20T15:00:00.000Z", "2023-10-20T17:30:00.000Z")
    assert (row["reminders"], row["rrule"]) == ([60], "FREQ=WEEKLY;BYDAY=FR")


def test_the_asynchronous_face_has_it_too(forum_golden: Golden) -> None:
    async def work() -> list[float]:
        made = BrowserEnv("580", size="small", observe=("axtree",))
        core = AsyncBrowserEnv(made.core._draw, EmbeddedWorld(["forum"], size="small"), made.settings)
        try:
            await core.reset(0)
            point = await core.snapshot()
            (fork,) = await core.fork(1)
            ends = [await each.step('send_msg_to_user("Done.")') for each in (core, fork)]
            await fork.close()
            await core.restore(point)
            core.points.forget(point)
            return [float(end[1]) for end in ends]
        finally:
            await core.close()

    assert asyncio.run(work()) == [0.0, 0.0]
