"""Checks that ask a model and that look at pictures, from a task file to the reward."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browserenv.gymnasium_env import BrowserEnv
from browserenv.judges.endpoint import Endpoint
from browserenv.judges.evidence import Evidence
from browserenv.judges.judgement import judge_task
from browserenv.judges.jury import Jury
from browserenv.judges.local_endpoint import LocalEndpoint
from browserenv.tasks.catalog import Catalog

FAMILY = """
family: forum.look
sites: [forum]
start: "forum:/"
intent: Say who was there, and look at the pictures.
checks:
  - {judge: model, rubric: answer, question: "Who was there?", reference: [Ann, Ben]}
  - judge: group
    rule: any_of
    checks:
      - {judge: text, exact: something else}
      - {judge: image, url: "forum:/", locator: "document.querySelectorAll('.submission img')", question: "A photo?"}
changes: {}
"""


@pytest.fixture(scope="module")
def asking(forum_golden: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BrowserEnv, LocalEndpoint]]:
    folder = tmp_path_factory.mktemp("tasks")
    (folder / "forum").mkdir()
    (folder / "forum" / "look.yaml").write_text(FAMILY)

    def rule(asked: Any) -> str:
        text: str = asked.ballot(bool(asked.pictures) or "Ann and Ben" in asked.judged)
        return text

    with LocalEndpoint(rule=rule) as server:
        jury = Jury(Endpoint("local", url=server.url))
        env = BrowserEnv("forum.look", size="small", catalog=Catalog(folder), jury=jury)
        yield env, server
        env.close()


def test_a_model_and_its_pictures_decide_the_reward(asking: tuple[BrowserEnv, LocalEndpoint]) -> None:
    env, server = asking
    env.reset(seed=0)
    _, reward, *_ = env.step("noop()")
    assert float(reward) == 0.0
    assert not [asked for asked in server.requests if not asked.pictures], "no answer, so nothing to ask"
    n_looks = len(server.requests)
    assert n_looks == 2
    env.step("noop()")
    assert len(server.requests) == n_looks, "nothing changed, so nothing is asked again"
    _, reward, terminated, _, info = env.step('send_msg_to_user("Ann and Ben")')
    assert (float(reward), terminated, info["outcome"]) == (1.0, True, "pass"), info["checks"]
    assert len(server.requests) == n_looks + 2


def test_the_stored_evidence_holds_the_pictures(asking: tuple[BrowserEnv, LocalEndpoint]) -> None:
    env, server = asking
    env.reset(seed=0)
    env.step('send_msg_to_user("Ann and Ben")')
    stored = Evidence.model_validate(env.core.evidence)
    (page,) = stored.pages.values()
    assert all(len(base64.b64decode(picture["base64"])) > 100 for picture in page.value)
    n_requests = len(server.requests)
    assert judge_task(env.task, stored, jury=env.core.jury) == env.core.episode.judgement
    assert len(server.requests) == n_requests


def test_without_a_model_the_episode_is_indeterminate(forum_golden: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.delenv("BROWSERENV_JUDGE_MODEL", raising=False)
    (tmp_path / "forum").mkdir()
    (tmp_path / "forum" / "look.yaml").write_text(FAMILY)
    env = BrowserEnv("forum.look", size="small", catalog=Catalog(tmp_path))
    try:
        env.reset(seed=0)
        *_, info = env.step('send_msg_to_user("Ann and Ben")')
    finally:
        env.close()
    assert (info["outcome"], info["reward_valid"]) == ("indeterminate", False)
    assert "no judge model is set" in info["checks"][0]["reason"]
