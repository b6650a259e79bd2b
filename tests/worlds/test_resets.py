"""Whatever was damaged, each way of resetting leaves the start state, to the last byte of evidence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from browserenv.sites.kit.golden import Golden
from browserenv.worlds.damage import Vandal
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.process import SiteProcess
from browserenv.worlds.visitor import Visitor

USER = "MarvelsGrantMan136"
NOISE = {"forum": {"users": [{"name": "noise_1", "password_hash": "", "created_at": "2023-01-01T00:00:00+00:00"}]}}
PAGES = (
    "/",
    "/f/books/new",
    "/f/sci_fi",
    "/f/sci_fi/edit",
    "/forums",
    f"/user/{USER}",
    "/search?q=thought",
    "/search?q=book",
    "/f/pics/hot",
    "/f/books/active",
)


@pytest.fixture
def worlds(forum_golden: Golden) -> Iterator[tuple[EmbeddedWorld, EmbeddedWorld]]:
    """Two worlds of one process: one to be damaged, and one that is always replaced and never damaged."""
    process = SiteProcess()
    damaged, fresh = (EmbeddedWorld(["forum"], size="small", process=process) for _ in range(2))
    try:
        damaged.open()
        fresh.open()
        yield damaged, fresh
    finally:
        process.close()


def evidence(world: EmbeddedWorld) -> dict[str, Any]:
    """What a judge and an agent see after some work: pages, new rows with their ids, the diff, the clock."""
    visitor = Visitor(world, "forum", world.login("forum", USER))
    before = {path: visitor.get(path) for path in PAGES if "sci_fi" not in path}
    parts = ("name", "title", "description", "sidebar")
    visitor.submit("/create_forum", {f"forum[{part}]": "sci_fi" for part in parts})
    text = {"submission[title]": "A thought", "submission[mediaType]": "url", "submission[body]": "b"}
    visitor.submit("/submit", {**text, "submission[forum]": "1"})
    return {
        "before": before,
        "diff": world.diff(),
        "pages": {path: visitor.get(path) for path in PAGES},
        "clock": world.moment().clock,
        "versions": world.moment().versions,
    }


def test_both_ways_give_the_same_evidence_as_a_fresh_copy(worlds: tuple[EmbeddedWorld, EmbeddedWorld]) -> None:
    damaged, fresh = worlds
    expected: dict[str, Any] = {}
    for number in range(10):
        setup = NOISE if number in (4, 5, 6) else {}
        damaged.reset_by = "replace" if number % 3 == 0 else "rollback"
        start = damaged.reset(setup)
        assert start == fresh.reset(setup)
        key = "noise" if setup else "plain"
        expected.setdefault(key, evidence(fresh))
        assert evidence(damaged) == expected[key], f"round {number}, {start.ways}"
        Vandal(damaged, "forum", damaged.database("forum"), number).strike()


@pytest.mark.slow
def test_fifty_resets_with_random_damage_between_give_one_fingerprint(world: EmbeddedWorld) -> None:
    expected = world.reset({})
    ways = set()
    for number in range(50):
        world.reset_by = "rollback" if number % 2 else "replace"
        vandal = Vandal(world, "forum", world.database("forum"), number)
        done = vandal.strike()
        assert world.moment().versions["forum"] > 0, done
        start = world.reset({})
        assert start == expected, done
        assert (world.moment().versions, world.diff()) == ({"forum": 0}, {"forum": {}})
        ways.add(start.ways["forum"])
    assert ways == {"replace", "rollback"}


def test_the_same_seed_does_the_same_damage(worlds: tuple[EmbeddedWorld, EmbeddedWorld]) -> None:
    diffs = []
    for world in worlds:
        world.reset({})
        done = Vandal(world, "forum", world.database("forum"), 11).strike(6)
        diffs.append((done, world.diff()))
    assert diffs[0] == diffs[1]
    assert diffs[0][1]["forum"]


def test_what_cannot_be_rolled_back_is_replaced_and_told(forum_golden: Golden) -> None:
    said: list[str] = []
    world = EmbeddedWorld(["forum"], size="small", reset_by="rollback", log=said.append)
    world.open()
    try:
        start = world.reset({})
        assert start.ways == {"forum": "rollback"}
        (world.database("forum").parent / "left-over").write_text("x")
        again = world.reset({})
        assert (again, again.ways, said) == (start, {"forum": "rollback"}, [])
        assert not (world.database("forum").parent / "left-over").exists()
        with world.database("forum").open("r+b") as file:
            file.seek(-1, os.SEEK_END)
            file.write(b"\x01")
        again = world.reset({})
        assert (again, again.ways) == (start, {"forum": "replace"})
        assert len(said) == 1
        assert "the database file was written to" in said[0]
    finally:
        world.close()
