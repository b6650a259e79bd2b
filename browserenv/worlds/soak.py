"""Many resets in a row with random damage between: is every fingerprint right, and does anything pile up?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .damage import Vandal
from .embedded import EmbeddedWorld

WARM_UP = 50  # resets before the first measure: imports, caches and SQLite's pages are in place by then


@dataclass(frozen=True)
class Use:
    """What the site process uses: resident memory in MB, open files; and the size of the state folder in MB."""

    memory_mb: float
    n_files: int
    state_mb: float

    def __str__(self) -> str:
        return f"{self.memory_mb:.1f} MB, {self.n_files} open files, state folder {self.state_mb:.1f} MB"


@dataclass
class Soaked:
    """``wrong``: numbers of the resets whose fingerprint, diff or write counter was not that of the start state."""

    n_resets: int = 0
    wrong: list[int] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    uses: list[Use] = field(default_factory=list)


def soak(
    world: EmbeddedWorld,
    site: str,
    n_resets: int,
    seed: int = 0,
    on_reset: Callable[[int], None] = lambda number: None,
) -> Soaked:
    """Reset an open world ``n_resets`` times, by turns in both ways, each time after damage by ``seed``."""
    soaked = Soaked()
    expected = world.reset({})
    for number in range(n_resets):
        done = Vandal(world, site, world.database(site), seed * 1_000_003 + number).strike()
        soaked.deeds.update(_kind(deed) for deed in done)
        world.reset_by = "rollback" if number % 2 else "replace"
        start = world.reset({})
        soaked.n_resets += 1
        soaked.ways[start.ways[site]] += 1
        if start != expected or world.diff()[site] or world.moment().versions[site]:
            soaked.wrong.append(number)
        if number in (min(WARM_UP, n_resets - 1), n_resets // 2, n_resets - 1):
            soaked.uses.append(use_of(world, site))
        on_reset(number + 1)
    return soaked


def _kind(deed: str) -> str:
    """``delete 3 of forums`` is one of many deletions; what was refused is counted whatever the reason."""
    first, *rest = deed.partition(",")[0].split()
    return f"{first} rows" if "of" in rest else " ".join([first, *rest])


def use_of(world: EmbeddedWorld, site: str) -> Use:
    """What a world's site process uses now; zeros where there is no ``/proc``."""
    folder = Path("/proc") / str(world.process.process_id)
    state_mb = sum(path.stat().st_size for path in world.database(site).parent.iterdir()) / 1e6
    if not folder.exists():
        return Use(0.0, 0, state_mb)
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
    memory_mb = int(status["VmRSS"].split()[0]) / 1000
    return Use(memory_mb, sum(1 for _ in (folder / "fd").iterdir()), state_mb)
