"""What worlds have running or lying about, and what of it a dead owner left. Each kind of thing has a finder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .owner import Owner


@dataclass(frozen=True)
class Remain:
    """One thing that belongs to a world: its ``kind``, such as ``"container"``, its own name, and how to remove it."""

    kind: str
    name: str
    world_id: str
    site: str
    owner: Owner
    remove: Callable[[], None]

    @property
    def standing(self) -> str:
        """``"in use"``, ``"left"`` by a dead owner, or ``"elsewhere"`` when the owner is not of this machine."""
        if not self.owner.is_here:
            return "elsewhere"
        return "left" if self.owner.is_dead else "in use"


Finder = Callable[[], Iterator[Remain]]


def reap(found: Sequence[Remain]) -> list[Remain]:
    """Remove what dead owners left; return what was removed."""
    left = [remain for remain in found if remain.standing == "left"]
    for remain in left:
        remain.remove()
    return left
