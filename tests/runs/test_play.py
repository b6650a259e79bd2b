"""Playing one episode: what is kept of it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from browserenv.agents.noop import NoopAgent
from browserenv.gymnasium_env import BrowserEnv
from browserenv.runs.play import Step, play, reason_of


@pytest.fixture(scope="module")
def env(forum_golden: Any) -> Iterator[BrowserEnv]:
    env = BrowserEnv("580", size="small", viewport=(400, 300), max_steps=3)
    yield env
    env.close()


class Waiting(NoopAgent):
    """Does nothing until its budget is used up."""

    def act(self, observation: Any) -> str:
        return "noop(10)"


def test_of_earlier_observations_the_texts_are_kept_and_no_pictures(env: BrowserEnv) -> None:
    seen: list[weakref.ref[Any]] = []
    axtrees: list[str] = []

    def look(step: Step) -> None:
        seen.append(weakref.ref(step.before["screenshot"]))
        axtrees.append(step.before["axtree"])

    played = play(env, Waiting(), seed=0, on_step=look)
    env.reset(seed=0)
    gc.collect()
    assert [reference() for reference in seen] == [None] * 3
    assert [step.before["axtree"] for step in played.steps] == axtrees
    assert all("screenshot" not in step.before and step.picture is None for step in played.steps)
    assert reason_of(played).startswith("the budget of steps was used up; ")


def test_pictures_are_kept_as_files_where_they_are_asked_for(env: BrowserEnv) -> None:
    shown: list[Any] = []
    played = play(env, Waiting(), seed=0, on_step=lambda step: shown.append(step.before["screenshot"]), pictures=True)
    for step, pixels in zip(played.steps, shown, strict=True):
        assert step.picture is not None
        assert np.array_equal(np.asarray(Image.open(BytesIO(step.picture))), pixels)
