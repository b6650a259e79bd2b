from __future__ import annotations

import threading
from pathlib import Path

import pytest

from browserenv.compose.cached import cached


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BROWSERENV_CACHE", str(tmp_path))
    return tmp_path / "images"


def test_it_is_made_once(cache: Path) -> None:
    calls: list[Path] = []

    def make(path: Path) -> None:
        calls.append(path)
        path.write_text("content")

    assert [cached("thing-1", make), cached("thing-1", make)] == [cache / "thing-1"] * 2
    assert (cache / "thing-1").read_text() == "content"
    assert len(calls) == 1


def test_what_failed_half_way_is_not_there(cache: Path) -> None:
    def fail(path: Path) -> None:
        path.write_text("half")
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        cached("thing-1", fail)
    assert [path.name for path in cache.iterdir()] == ["thing-1.lock"]


def test_what_a_killed_maker_left_is_removed(cache: Path) -> None:
    left, of_another = cache / "thing-1.making-x1y2", cache / "thing-2.making-x1y2"
    left.mkdir(parents=True)
    of_another.mkdir()
    cached("thing-1", Path.touch)
    assert [left.exists(), of_another.exists()] == [False, True]


def test_two_that_ask_at_once_make_once() -> None:
    calls: list[Path] = []
    both = threading.Barrier(2)

    def make(path: Path) -> None:
        calls.append(path)
        path.mkdir()

    def ask() -> None:
        both.wait()
        cached("thing-1", make)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
