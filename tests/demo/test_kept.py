"""What changed between two moments, from the differences of both to one start."""

from __future__ import annotations

from random import Random
from typing import Any

from browserenv.demo.kept import since
from browserenv.worlds.client_state import diff

State = dict[str, dict[str, dict[str, Any]]]


def drawn(random: Random) -> State:
    names = ("forums", "users")
    return {
        name: {f"{n}": {"id": n, "x": random.randrange(3)} for n in range(6) if random.random() < 0.6} for name in names
    }


def test_it_is_the_difference_of_the_two_states() -> None:
    random = Random(1)
    for _ in range(500):
        start, earlier, now = drawn(random), drawn(random), drawn(random)
        assert since(diff(start, earlier), diff(start, now)) == diff(earlier, now)


def test_nothing_changed_since_is_empty() -> None:
    start, now = drawn(Random(2)), drawn(Random(3))
    assert since(diff(start, now), diff(start, now)) == {}
