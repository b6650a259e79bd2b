from __future__ import annotations

from dataclasses import replace

from browserenv.worlds.owner import Owner
from browserenv.worlds.remains import Remain, reap

HERE = Owner.present()


def test_only_what_a_dead_owner_left_is_removed() -> None:
    removed: list[str] = []
    owners = {"mine": HERE, "dead": replace(HERE, started="1"), "far": replace(HERE, started="1", machine="elsewhere")}
    found = [
        Remain("container", name, "w", "forum", owner, lambda name=name: removed.append(name))  # type: ignore[misc]
        for name, owner in owners.items()
    ]
    assert [remain.standing for remain in found] == ["in use", "left", "elsewhere"]
    assert [remain.name for remain in reap(found)] == ["dead"]
    assert removed == ["dead"]
