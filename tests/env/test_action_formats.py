"""The same task in the words of several benchmarks: what they do comes to the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from browserenv.agents.axtree import elements
from browserenv.errors import BrowserenvError
from browserenv.gymnasium_env import BrowserEnv
from browserenv.judges.verdict import Outcome
from browserenv.settings import Settings

FIELDS = (
    ("Name", "sci_fi"),
    ("Title", "sci_fi"),
    ("Description", "A wild place for sci-fi enthusiasts"),
    ("Sidebar", "New\nClassic\nMovies\nPost my novel\nRandom"),
)
Write = Callable[[str, str, str], str]


@pytest.fixture
def play_as(env: BrowserEnv) -> Iterator[Callable[..., BrowserEnv]]:
    """The environment of this folder with other settings; the browser is the same."""
    before = env.core.settings

    def changed(**settings: Any) -> BrowserEnv:
        env.core.settings = replace(before, **settings)
        return env

    yield changed
    env.core.settings = before


def id_of(observation: dict[str, Any], role: str, name: str) -> str:
    (found,) = [each for each in elements(observation["axtree"]) if (each.role, each.name) == (role, name)]
    return found.element_id


def create_forum(env: BrowserEnv, click: Callable[[str], str], fill: Callable[[str, str], str]) -> tuple[Any, ...]:
    """Plays task 580; returns the last step."""
    observation, _ = env.reset(seed=0)
    observation, *_ = env.step(click(id_of(observation, "link", "Create forum")))
    for name, text in FIELDS:
        observation, *_ = env.step(fill(id_of(observation, "textbox", name), text))
        assert observation["last_action_error"] == ""
    return env.step(click(id_of(observation, "button", "Create forum")))


def test_one_policy_in_two_grammars_gives_one_end_state(play_as: Callable[..., BrowserEnv]) -> None:
    ends = []
    for form, click, fill in (
        ("browsergym", "click({0!r})".format, "fill({0!r}, {1!r})".format),
        ("webarena", lambda e: f"click [{e[1:]}]", lambda e, text: f"So: ```type [{e[1:]}] [{text}] [0]```"),
    ):
        env = play_as(action_format=form)
        _, reward, terminated, _, info = create_forum(env, click, fill)
        assert (float(reward), terminated, info["outcome"], info["side_effects"]) == (1.0, True, "pass", [])
        ends.append((env.core.world.diff(), env.core.evidence["diff"]))
    assert ends[0] == ends[1]
    assert ends[0][0]["forum"]["forums"]["added"], "something was done"


def test_webarena_s_tree_and_webarena_s_words_belong_together(play_as: Callable[..., BrowserEnv]) -> None:
    env = play_as(action_format="webarena", axtree_format="webarena")

    def number(observation: dict[str, Any], words: str) -> str:
        (found,) = re.findall(rf"\[(\d+)\] {words}", observation["axtree"])
        return str(found)

    observation, _ = env.reset(seed=0)
    observation, *_ = env.step("click [" + number(observation, "link 'Create forum'") + "]")
    for name, text in FIELDS:
        observation, *_ = env.step("type [" + number(observation, f"textbox '{name}'") + f"] [{text}] [0]")
        assert observation["last_action_error"] == ""
    _, reward, *_ = env.step("click [" + number(observation, "button 'Create forum'") + "]")
    assert float(reward) == 1.0


def test_several_actions_in_a_step_stop_at_the_first_that_fails(play_as: Callable[..., BrowserEnv]) -> None:
    env = play_as(multi_action=True)
    env.reset(seed=0)
    observation, *_ = env.step(
        'goto("http://forum.localhost/f/books")\nclick("e99999")\ngoto("http://forum.localhost/f/movies")'
    )
    assert observation["url"] == "http://forum.localhost/f/books"
    first, second = observation["last_action_error"].splitlines()
    assert first.startswith("action 2 of 3: no element 'e99999'")
    assert second.endswith("the rest was not done")
    observation, _, terminated, _, info = env.step('new_tab()\nsend_msg_to_user("done")')
    assert (terminated, info["step"], len(observation["open_pages_urls"])) == (True, 2, 2)


def test_a_step_that_cannot_be_read_does_nothing_of_it(play_as: Callable[..., BrowserEnv]) -> None:
    env = play_as(multi_action=True)
    env.reset(seed=0)
    observation, *_ = env.step("new_tab()\nnew_tag()")
    assert "did you mean 'new_tab'?" in observation["last_action_error"]
    assert len(observation["open_pages_urls"]) == 1


def test_a_computer_use_agent_works_by_the_picture(play_as: Callable[..., BrowserEnv]) -> None:
    env = play_as(action_format="pyautogui", screenshot_scale=0.5)
    env.reset(seed=0)
    x, y = env.run(
        env.core.require_session().script(
            """() => { const box = [...document.querySelectorAll("a")].find(a => a.innerText === "Create forum")
               .getBoundingClientRect(); return [(box.left + box.width / 2) / 2, (box.top + box.height / 2) / 2] }"""
        )
    )
    observation, *_ = env.step(f"```python\nimport pyautogui\npyautogui.moveTo({x}, {y})\npyautogui.click()\n```")
    assert observation["last_action_error"] == ""
    assert observation["url"] == "http://forum.localhost/create_forum"
    assert observation["screenshot"].shape == (360, 640, 3)
    _, _, terminated, _, info = env.step("pyautogui.hotkey('alt', 'left')\nFAIL")
    assert (terminated, info["outcome"]) == (True, "fail")


@pytest.mark.parametrize(("text", "answer"), [('"DONE"', ""), ('{"action_type": "DONE", "answer": "42"}', "42")])
def test_done_ends_the_episode_with_the_answer_that_there_is(
    play_as: Callable[..., BrowserEnv], text: str, answer: str
) -> None:
    env = play_as(action_format="computer_13")
    env.reset(seed=0)
    _, _, terminated, _, _ = env.step(text)
    assert terminated
    assert env.core.episode.answer == answer


def test_the_reason_why_the_wait_stopped_is_among_the_timings(env: BrowserEnv) -> None:
    env.reset(seed=0)
    *_, info = env.step("noop()")
    assert info["timings_ms"]["settled"] == "quiet"
    assert all(isinstance(ms, float) for ms in info["timings_ms"].values())
    *_, info = env.step("no action")
    assert "settled" not in info["timings_ms"]


def test_half_a_character_is_no_obstacle(env: BrowserEnv) -> None:
    env.reset(seed=0)
    observation, *_ = env.step('click("\ud800")')
    assert observation["last_action"] == 'click("?")'
    assert observation["last_action_error"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"action_format": "osworld"}, "action_format cannot be 'osworld'; it is one of browsergym, webarena"),
        ({"multi_action": "yes"}, "multi_action cannot be 'yes'; it is True or False"),
        ({"cdp": "no"}, "cdp cannot be 'no'; it is True or False"),
        ({"headless": None}, "headless cannot be None; it is True or False"),
        ({"max_steps": "30"}, "max_steps cannot be '30'; it is a whole number or None"),
        ({"max_steps": True}, "max_steps cannot be True; it is a whole number or None"),
        ({"max_steps": 0}, "max_steps cannot be 0; give a number above 0"),
        ({"max_time_s": float("nan")}, "max_time_s cannot be nan; give a number above 0"),
        ({"screenshot_scale": "0.5"}, "screenshot_scale cannot be '0.5'; it is a number"),
        ({"axtree_max_chars": 500.5}, "axtree_max_chars cannot be 500.5; it is a whole number or None"),
        ({"navigation_timeout_ms": 1e10}, "navigation_timeout_ms cannot be 10000000000.0; give at most 3,600,000"),
        ({"viewport": 1280}, r"viewport cannot be 1280; it is a tuple, such as \(1280, 720\)"),
        ({"viewport": (True, 720)}, "viewport cannot be"),
        ({"observe": "axtree"}, "observe cannot be 'axtree'; it is a tuple, such as"),
        ({"judge_model": 5}, "judge_model cannot be 5; it is a text or None"),
    ],
)
def test_settings_that_do_not_exist_are_named(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BrowserenvError, match=words):
        Settings.of(**settings)


def test_settings_from_a_sweep_are_plain() -> None:
    """NumPy's numbers, and whatever holds several values; a record of them is JSON."""
    settings = Settings.of(
        viewport=np.array([800, 600]), max_steps=np.int64(5), multi_action=np.True_, observe=iter(["axtree"])
    )
    assert (settings.viewport, settings.observe, settings.max_steps) == ((800, 600), ("axtree",), 5)
    assert json.dumps(settings.as_record())


def test_a_dialog_left_open_at_the_end_does_not_keep_the_page_from_being_judged(env: BrowserEnv) -> None:
    env.reset(seed=0)
    session = env.core.require_session()
    env.run(session.script("() => void setTimeout(() => confirm('Sure?'), 50)"))
    observation, *_ = env.step("noop()")
    assert [(each["type"], each["message"], each["answer"]) for each in observation["dialogs"]] == [
        ("confirm", "Sure?", "")
    ]
    assert observation["axtree"].startswith('[dialog] confirm "Sure?"')
    assert env.observation_space.contains(observation)
    observation, _, terminated, _, info = env.step('send_msg_to_user("done")')
    assert (terminated, info["outcome"]) == (True, str(Outcome.FAIL))
    assert [each["answer"] for each in observation["dialogs"]] == ["dismissed"]
