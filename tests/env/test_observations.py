"""The observation is what its space declares, whichever parts and options are chosen; a goal may hold pictures."""

from __future__ import annotations

import base64
import io
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image

from browserenv.errors import BrowserenvError, InfrastructureFault
from browserenv.gymnasium_env import BrowserEnv
from browserenv.settings import PARTS, Settings
from browserenv.spaces import observation_space
from browserenv.tasks.task import Task

WAYS: list[dict[str, Any]] = [
    {"observe": ()},
    {"observe": PARTS},
    {"observe": PARTS, "screenshot_scale": 0.37, "viewport": (1280, 720), "axtree_format": "webarena"},
    {"observe": PARTS, "axtree_format": "browsergym", "axtree_viewport_only": True, "axtree_max_chars": 500},
    {"observe": ("axtree",), "axtree_format": "webarena", "axtree_prune": False, "axtree_viewport_only": False},
    {"observe": ("screenshot_som", "axtree_object"), "screenshot_scale": 0.5},
    {"observe": ("axtree", "extra_element_properties", "html"), "axtree_viewport_only": True, "axtree_prune": False},
]


@pytest.mark.parametrize(
    "way", WAYS, ids=lambda way: "-".join(map(str, [len(way["observe"]), *list(way.values())[1:]]))
)
def test_every_way_of_observing_is_in_its_space(env: BrowserEnv, way: dict[str, Any]) -> None:
    settings = Settings.of(size="small", **way)
    env.core.settings = settings
    space = observation_space(settings.observe, settings.viewport, settings.sight)
    first, _ = env.reset(seed=0)
    second, *_, info = env.step("scroll(0, 100)")
    assert info["unseen"] == {}
    for observation in (first, second):
        assert space.contains(observation), [key for key in space if not space[key].contains(observation[key])]
        assert set(observation) == set(space)
    assert set(space.sample()) == set(space)
    if "screenshot_som" in way["observe"]:
        scale = way.get("screenshot_scale", 1)
        assert second["screenshot_som"].shape == (round(720 * scale), round(1280 * scale), 3)


def test_info_says_whether_anything_happened(env: BrowserEnv) -> None:
    env.core.settings = Settings.of(size="small", observe=("axtree",))
    env.reset(seed=0)
    assert env.step("noop()")[4]["page_changed"] is False
    assert env.step('goto("http://forum.localhost/forums")')[4]["page_changed"] is True
    env.core.settings = Settings.of(size="small", observe=("screenshot",))
    env.reset(seed=0)
    assert env.step("noop()")[4]["page_changed"] is None


@pytest.mark.parametrize(
    ("setting", "value", "says"),
    [
        ("axtree_format", "webarenas", "axtree_format cannot be 'webarenas'; it is one of tree, webarena, browsergym"),
        ("axtree_max_chars", 10, "axtree_max_chars cannot be 10; give 200 or more, or None for all"),
        ("screenshot_scale", 2, "screenshot_scale cannot be 2; give a number from 0.05 to 1"),
        ("observe", ["axtree", "som"], "observe cannot be 'som'; it is one of axtree, screenshot, "),
    ],
)
def test_a_choice_that_does_not_exist_is_refused(setting: str, value: Any, says: str) -> None:
    with pytest.raises(BrowserenvError) as error:
        Settings.of(**{setting: value})
    assert str(error.value).startswith(says)


def test_the_choices_are_in_the_record() -> None:
    record = Settings.of(axtree_format="webarena", screenshot_scale=0.5).as_record()
    assert (record["axtree_format"], record["screenshot_scale"], record["axtree_max_chars"]) == ("webarena", 0.5, None)


def _with_pictures(env: BrowserEnv, *pictures: str) -> Task:
    return env.task.model_copy(update={"pictures": pictures})


def test_a_picture_of_the_goal_is_there_as_bytes(env: BrowserEnv) -> None:
    env.core.settings = Settings.of(size="small", observe=("html",))
    observation, _ = env.reset(
        seed=0, options={"task": env.task_for(0).model_copy(update={"start": ("forum:/f/pics",)})}
    )
    found = re.search(r'<img[^>]* src="(/[^"]+)"', observation["html"])
    assert found
    path, elsewhere = found.group(1), "https://example.com/cat.png"
    task = _with_pictures(env, f"forum:{path}", f"http://forum.localhost{path}", elsewhere)
    observation, _ = env.reset(seed=0, options={"task": task})
    text, *pictures = observation["goal_object"]
    assert text == {"type": "text", "text": task.intent}
    urls = [each["image_url"]["url"] for each in pictures]
    assert urls[0] == urls[1]
    assert urls[2] == elsewhere
    kind, _, data = urls[0].partition(";base64,")
    assert kind.startswith("data:image/")
    with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
        assert np.array(picture.convert("RGB")).std() > 0
    assert env.observation_space["goal_object"].contains(observation["goal_object"])  # type: ignore[index]


def test_a_picture_that_is_not_there_is_a_fault_of_the_site(env: BrowserEnv) -> None:
    env.reset(seed=0)
    task = _with_pictures(env, "forum:/nowhere.png")
    with pytest.raises(InfrastructureFault, match=r"the goal's picture .*nowhere\.png could not be had"):
        env.reset(seed=0, options={"task": task})
