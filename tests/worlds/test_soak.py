from __future__ import annotations

from browserenv.worlds.base import Setup, StartState
from browserenv.worlds.embedded import EmbeddedWorld
from browserenv.worlds.soak import soak


def test_a_soak_damages_resets_and_verifies(world: EmbeddedWorld) -> None:
    soaked = soak(world, "forum", 5, seed=3)
    assert (soaked.n_resets, soaked.wrong) == (5, [])
    assert soaked.ways == {"replace": 3, "rollback": 2}
    assert sum(soaked.deeds.values()) == 20
    assert all(use.memory_mb > 10 and use.n_files > 5 and use.state_mb > 1 for use in soaked.uses)


def test_a_reset_that_does_nothing_is_found_wrong(world: EmbeddedWorld) -> None:
    expected = world.reset({})

    class Idle(EmbeddedWorld):
        def reset(self, setup: Setup) -> StartState:
            return expected

    world.__class__ = Idle
    soaked = soak(world, "forum", 2)
    assert soaked.wrong == [0, 1]
