"""Deletion among many rows, on the real forum: three named comments of 53 are to go, and nothing else may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from browserenv.gymnasium_env import BrowserEnv
from browserenv.sites.kit.csrf import FIELD
from browserenv.tasks.catalog import Catalog
from browserenv.tasks.family import Family
from browserenv.tasks.task import Task, instantiate
from browserenv.worlds.visitor import Visitor

USER = "MarvelsGrantMan136"
FIRST, N_ROWS = 9_000_001, 53
NAMED = (3, 17, 40)


def amount(number: int) -> str:
    return f"Payment {number}: {number * 5}.00 to the club"


def cleared(post: int, user: int) -> Task:
    """The task: 53 comments of the user's stand there, three of them are to be deleted."""
    rows = [
        {
            "id": FIRST + number,
            "submission_id": post,
            "user_id": user,
            "body": amount(number),
            "created_at": "2023-10-01T12:00:00+00:00",
        }
        for number in range(N_ROWS)
    ]
    gone = [{"row": {"body": amount(number)}, "to": {"visibility": "deleted"}} for number in NAMED]
    family = Family.model_validate(
        {
            "family": "forum.clear",
            "sites": ["forum"],
            "login": {"forum": USER},
            "start": "forum:/",
            "intent": f"Delete your comments about the payments {', '.join(map(str, NAMED))}.",
            "setup": {"forum": {"comments": rows}},
            "changes": {"forum": {"comments": {"updated": gone}}},
            "checks": [],
            "oracle": [{"do": "noop"}],
        }
    )
    return instantiate(family, family.family, {}, seed=0)


class Payments:
    """The comments as their author works on them, over HTTP."""

    def __init__(self, env: BrowserEnv) -> None:
        (self.post,) = env.core.world.golden_state.rows(
            "forum", {"collection": "submissions", "where": {"visibility": "visible", "is_locked": 0}, "limit": 1}
        )
        (user,) = env.core.world.golden_state.rows("forum", {"collection": "users", "where": {"name": USER}})
        self.task = cleared(self.post["id"], user["id"])
        env.reset(seed=0, options={"task": self.task})
        (forum,) = env.core.world.rows(
            "forum",
            "forums",
            {"id": env.core.world.rows("forum", "submissions", {"id": self.post["id"]})[0]["forum_id"]},
        )
        self.place = f"/f/{forum['name']}/{self.post['id']}/-/comment"
        self.visitor = Visitor(env.core.world, "forum", env.core.world.login("forum", USER))

    def delete(self, *numbers: int) -> None:
        for number in numbers:
            self.visitor.submit(f"{self.place}/{FIRST + number}/delete", {}, FIELD)

    def rewrite(self, number: int, text: str) -> None:
        self.visitor.submit(f"{self.place}/{FIRST + number}/edit", {"comment[comment]": text})


def changed_one(payments: Payments) -> None:
    payments.delete(*NAMED)
    payments.rewrite(5, amount(5).replace("25.00", "26.00"))


@pytest.fixture(scope="module")
def env(forum_golden: Any) -> Iterator[BrowserEnv]:
    env = BrowserEnv("580", size="small", observe=("axtree",), catalog=Catalog())
    env.open()
    yield env
    env.close()


@pytest.mark.parametrize(
    ("ending", "does", "outcome"),
    [
        ("right", lambda payments: payments.delete(*NAMED), "pass"),
        ("clear all", lambda payments: payments.delete(*range(N_ROWS)), "fail"),
        ("one extra", lambda payments: payments.delete(*NAMED, 41), "fail"),
        ("one amount changed", changed_one, "fail"),
        ("only two", lambda payments: payments.delete(*NAMED[:2]), "fail"),
    ],
)
def test_three_of_many_are_deleted(
    env: BrowserEnv, ending: str, does: Callable[[Payments], None], outcome: str
) -> None:
    payments = Payments(env)
    does(payments)
    verdict = env.evaluate()
    assert str(verdict.outcome) == outcome, (ending, verdict.reason)
    if ending in ("clear all", "one extra", "one amount changed"):
        assert "side effect" in verdict.reason, verdict.reason
