"""The machine's time and zone do not matter: moved by a day, a year, to 29 February, over a change of clocks.

Every process of the run, Chromium and the sites included, sees the moved clock. Three of the twelve pairs here;
``BROWSERENV_ALL_CLOCKS=1`` plays all.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ZONES = ("UTC", "America/Los_Angeles", "Asia/Kolkata")
LIMIT_S = 300


def next_time(month: int, day: int, *, leap: bool = False) -> datetime:
    year = datetime.now(UTC).year + 1
    while leap and year % 4:
        year += 1
    return datetime(year, month, day, 12, tzinfo=UTC)


def over_the_change() -> datetime:
    """Three seconds before clocks go forward in Los Angeles: 10:00 UTC on the second Sunday in March."""
    first = next_time(3, 1)
    sunday = first + timedelta(days=(6 - first.weekday()) % 7 + 7)
    return sunday.replace(hour=9, minute=59, second=57)


TIMES: dict[str, Callable[[], datetime]] = {
    "a day on": lambda: datetime.now(UTC) + timedelta(days=1),
    "a year on": lambda: datetime.now(UTC) + timedelta(days=366),
    "29 February": lambda: next_time(2, 29, leap=True),
    "clocks go forward": over_the_change,
}
SHORT = {("a year on", "UTC"), ("29 February", "Asia/Kolkata")}
SHORT |= {("clocks go forward", "America/Los_Angeles")}
PAIRS = [(moment, zone) for moment in TIMES for zone in ZONES]
PLAYED = PAIRS if os.environ.get("BROWSERENV_ALL_CLOCKS") == "1" else [pair for pair in PAIRS if pair in SHORT]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What moves the clock, compiled."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler (cc) to build what moves the clock")
    path = tmp_path_factory.mktemp("clock") / "moved_clock.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(path), str(HERE / "moved_clock.c"), "-ldl"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return path


def run(**environment: str) -> dict[str, Any]:
    """What a run shows; a run that met a fault of the machine is done again, as a benchmark would do it."""
    command = [sys.executable, str(HERE / "clock_run.py")]
    for _ in range(3):
        done = subprocess.run(command, env=os.environ | environment, capture_output=True, timeout=LIMIT_S, check=False)
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        found: dict[str, Any] = json.loads(done.stdout)
        if not found["fault"]:
            return found
    pytest.fail(f"three runs in a row met a fault: {found['fault']}")


@pytest.fixture(scope="module")
def unmoved(forum_golden: Any) -> dict[str, Any]:
    return run()


@pytest.mark.slow
@pytest.mark.parametrize(("moment", "zone"), PLAYED)
def test_pages_and_verdicts_are_the_same(library: Path, unmoved: dict[str, Any], moment: str, zone: str) -> None:
    at = TIMES[moment]()
    offset_s = round(at.timestamp() - time.time())
    moved = run(LD_PRELOAD=str(library), CLOCK_OFFSET_S=str(offset_s), TZ=zone)
    late = datetime.fromisoformat(moved["now"]) - at
    assert timedelta(0) <= late < timedelta(seconds=LIMIT_S), "the clock was not moved"
    if moment == "clocks go forward":
        assert datetime.fromisoformat(moved["now"]) > at + timedelta(seconds=3), "the change fell into the run"
    assert moved["shown"].keys() == unmoved["shown"].keys()
    for part, found in moved["shown"].items():
        assert found == unmoved["shown"][part], part


@pytest.mark.slow
def test_the_run_that_is_compared_is_judged_as_it_should(unmoved: dict[str, Any]) -> None:
    assert unmoved["shown"]["calendar/tasks"][2][0] == "fail"
    assert unmoved["shown"]["oracle"][0] == 1.0
