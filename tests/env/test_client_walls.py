"""The actions of an agent on a client-side site: no storage, no special page's effect, no other site's storage."""

from __future__ import annotations

from typing import Any

import pytest

from browserenv.browser.actions import SPECS
from browserenv.env import AsyncBrowserEnv
from browserenv.gymnasium_env import BrowserEnv
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate

SITES = {"calendar": "http://calendar.localhost", "forum": "http://forum.localhost"}
KEY = "browserenv.calendar"
SCRIPT = f"localStorage.setItem('{KEY}','{{}}')"


@pytest.fixture(scope="module")
def env() -> Any:
    env = BrowserEnv("calendar.reading-evening", size="small", observe=("axtree",))
    task = instantiate(
        Family.model_validate(
            {
                "family": "calendar.test",
                "sites": ["calendar", "forum"],
                "login": {"forum": "MarvelsGrantMan136"},
                "start": "calendar:/",
                "intent": "Do it",
                "checks": [{"judge": "text", "exact": "done"}],
            }
        ),
        "calendar.test",
        {},
        0,
    )
    env.core = AsyncBrowserEnv(lambda seed, state: task, env.core.world, env.settings)
    yield env
    env.close()


def kept(env: BrowserEnv) -> Any:
    return env.run(env.core.require_session().storage(tuple(SITES.values())))


def test_no_action_runs_a_script_or_names_storage() -> None:
    words = " ".join([*SPECS, *(str(spec) for spec in SPECS.values())]).lower()
    for word in ("script", "evaluate", "storage", "cookie", "javascript"):
        assert word not in words


@pytest.mark.parametrize(
    "action",
    [
        f'goto("javascript:{SCRIPT}")',
        f'goto("data:text/html,<script>{SCRIPT}</script>")',
        'goto("view-source:http://calendar.localhost/")',
        'goto("devtools://devtools/bundled/inspector.html")',
        'goto("chrome://local-state")',
        'goto("file:///root/.config/chromium/Default/Local Storage")',
        'goto("http://calendar.localhost:9222/json")',
        'keyboard_press("F12")',
        'keyboard_press("Control+Shift+J")',
        'keyboard_press("Control+u")',
        'goto("http://calendar.localhost/config?run_id=1&task_id=2")',
        'goto("http://calendar.localhost/clear")',
        'goto("http://calendar.localhost/submit?retrieved_answer=done")',
        'goto("http://calendar.localhost/finish")',
        'goto("http://calendar.localhost/event/new?title=<script>localStorage.clear()</script>")',
        'goto("http://calendar.localhost/search?q=<img src=x onerror=localStorage.clear()>")',
        'goto("http://forum.localhost/?q=<script>localStorage.clear()</script>")',
    ],
)
def test_storage_is_beyond_an_agents_actions(env: BrowserEnv, action: str) -> None:
    env.reset(seed=0)
    before = kept(env)
    assert KEY in before[SITES["calendar"]]
    observation, *_ = env.step(action)
    assert kept(env) == before
    assert all(url == "about:blank" or url.startswith(tuple(SITES.values())) for url in observation["open_pages_urls"])
    assert '"collections"' not in observation["axtree"]


def test_a_site_sees_no_storage_and_no_cookie_of_another(env: BrowserEnv) -> None:
    env.reset(seed=0)
    env.step('goto("http://forum.localhost/")')
    session = env.core.require_session()
    read = "() => [localStorage.length, sessionStorage.length]"
    assert env.run(session.script(read)) == [0, 0]
    env.step('goto("http://calendar.localhost/")')
    assert env.run(session.script("() => document.cookie")) == ""
    assert env.run(session.script("() => Object.keys(localStorage)")) == [KEY]
    assert (
        env.run(session.script("() => fetch('http://forum.localhost/').then(() => 'read', () => 'refused')"))
        == "refused"
    )


def test_the_seed_that_a_page_may_read_tells_no_answer(env: BrowserEnv) -> None:
    """``/seed.json`` can be opened by anybody: it holds what the pages show and nothing about the task."""
    task: Task = Catalog().task("calendar.create-event", 0)
    env.reset(seed=0)
    observation, *_ = env.step('goto("http://calendar.localhost/seed.json")')
    assert task.params["event"]["title"] not in observation["axtree"]
