"""The lesson: its plan, its tallies, and the numbers as the judges give them in real runs on both kinds of site."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from browserenv.demo.chart import draw_chart
from browserenv.demo.leak import MAX_LOOKS, N_RUNS, SETTINGS, Deed, Tally, ToyAgent, deed, play_lesson
from browserenv.demo.stage import make_stage
from browserenv.demo.strip import lines, strip
from browserenv.errors import BrowserenvError
from browserenv.worlds.embedded import EmbeddedWorld

EXPECTED = [".+.+...+.+.+.+..+.+.", ".+.+.P.+.+.+P+..+.+.", ".+P+PPP+P+P+P+PP+P+P", ".+.F...F.F.F.F..F.F."]


def tallies() -> list[Tally]:
    """The four of the lesson, from the marks that they show."""
    found = []
    for setting, marks in zip(SETTINGS, EXPECTED, strict=True):
        passed = tuple(mark in "+P" for mark in marks)
        found.append(Tally(setting, passed, tuple(mark in "+F" for mark in marks)))
    return found


def test_the_plan_is_eight_jobs_five_others_five_nothings_and_two_damages() -> None:
    deeds = Counter(deed(number) for number in range(1, N_RUNS + 1))
    assert deeds == {Deed.JOB: 8, Deed.OTHER: 5, Deed.NOTHING: 5, Deed.DAMAGE: 2}
    assert [deed(number) for number in (1, 2, 3, 4, 5, 6, 13)] == [
        "other",
        "job",
        "nothing",
        "job",
        "other",
        "damage",
        "damage",
    ]


def test_a_page_that_shows_nothing_yet_is_looked_at_again() -> None:
    stage = make_stage("calendar")
    agent = ToyAgent(stage, 2, stage.hosts)
    agent.start(2)
    assert [agent.act({"axtree": "[e1] generic", "url": ""}) for _ in range(3)] == ["noop()"] * 3
    shown = {"axtree": '[e2] button "Dentist appointment, 3:00 to 4:00 PM"', "url": ""}
    assert agent.act(shown).startswith("send_msg_to_user")
    agent.start(2)
    looks = [agent.act({"axtree": "", "url": ""}) for _ in range(MAX_LOOKS)]
    assert looks[-1].startswith("goto"), "not for ever"


def test_the_table_says_score_and_errors() -> None:
    shown = lines(tallies())
    assert [strip(tally) for tally in tallies()] == EXPECTED
    assert [line.split()[-3:] for line in shown[1:5]] == [
        ["8/20", "0", "0"],
        ["10/20", "2", "0"],
        ["19/20", "11", "0"],
        ["1/20", "0", "7"],
    ]


def test_the_chart_is_a_picture_and_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        draw_chart(tallies(), "A title", tmp_path / name)
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (1500, 840)
        assert len(picture.convert("RGB").getcolors(100_000) or []) > 10
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_an_unknown_site_is_answered_with_those_there_are() -> None:
    with pytest.raises(BrowserenvError, match="no lesson on 'forun'; did you mean 'forum'"):
        make_stage("forun")


@pytest.mark.slow
@pytest.mark.parametrize(
    "site", ["calendar", "forum"] if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else ["calendar"]
)
def test_the_judges_give_the_four_scores(site: str) -> None:
    """Six of the twenty runs, every deed among them; all of both sites with ``BROWSERENV_ALL_FAMILIES=1``."""
    n_runs = N_RUNS if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else 6
    stage = make_stage(site)
    found = play_lesson(stage, lambda: EmbeddedWorld([site], size=stage.size), n_runs=n_runs)
    assert [strip(tally) for tally in found] == [marks[:n_runs] for marks in EXPECTED]
    assert {deed(number) for number in range(1, n_runs + 1)} == set(Deed)


def test_the_errors_of_the_four_settings_are_counted() -> None:
    assert [tally.n_passed for tally in tallies()] == [8, 10, 19, 1]
    assert [(tally.n_false_passes, tally.n_false_fails) for tally in tallies()] == [(0, 0), (2, 0), (11, 0), (0, 7)]
