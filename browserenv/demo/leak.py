"""The lesson of the leak: twenty runs of one task, by one toy agent, in four settings.

The agent stops if what it is asked for is there already; else, by the number of the run, it does the job, does
something else, gives up, or does the job with damage. The settings: every run begins in the start state or in the world
that the run before left; the checker looks for what was asked for, or reads what changed. The agent sees nothing of the
checker, so the two checkers judge the same runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..agents.axtree import is_drawn
from ..agents.base import Observation
from ..agents.oracle import OracleAgent
from ..env import AsyncBrowserEnv
from ..errors import InfrastructureFault
from ..judges.verdict import Outcome
from ..loop import LoopThread
from ..runs.play import play
from ..settings import Settings
from ..tasks.steps import AnyStep
from ..worlds.base import World
from .kept import KeptEnv, KeptWorld
from .stage import Stage

N_RUNS = 20
MAX_LOOKS = 10


class Deed(StrEnum):
    """What the agent does in a run, if the thing is not there yet."""

    JOB = "job"
    OTHER = "other"
    NOTHING = "nothing"
    DAMAGE = "damage"


class Start(StrEnum):
    """What a run begins in."""

    RESET = "reset before every run"
    KEPT = "keep the last world"


class Checker(StrEnum):
    """What a run is judged by."""

    CHANGES = "reads what changed"
    LOOKS = "looks for the result"


OTHERS, NOTHINGS, DAMAGES = (1, 5, 9, 15, 18), (3, 7, 11, 16, 20), (6, 13)
Setting = tuple[Start, Checker]
SETTINGS: tuple[Setting, ...] = (
    (Start.RESET, Checker.CHANGES),
    (Start.RESET, Checker.LOOKS),
    (Start.KEPT, Checker.LOOKS),
    (Start.KEPT, Checker.CHANGES),
)


def deed(number: int) -> Deed:
    """What run ``number``, counted from 1, does."""
    for numbers, found in ((OTHERS, Deed.OTHER), (NOTHINGS, Deed.NOTHING), (DAMAGES, Deed.DAMAGE)):
        if number in numbers:
            return found
    return Deed.JOB


@dataclass(frozen=True)
class Tally:
    """One setting's verdicts, run by run, beside what the runs deserve: the verdict on the deed from a clean start."""

    setting: Setting
    passed: tuple[bool, ...]
    deserved: tuple[bool, ...]

    @property
    def n_passed(self) -> int:
        return sum(self.passed)

    @property
    def n_false_passes(self) -> int:
        return sum(got and not right for got, right in zip(self.passed, self.deserved, strict=True))

    @property
    def n_false_fails(self) -> int:
        return sum(right and not got for got, right in zip(self.passed, self.deserved, strict=True))


class ToyAgent:
    """Stops when it sees that the thing is done; else plays the script of the run's deed.

    A page that shows nothing yet is looked at again, since a slow one would be taken for one without the thing.
    """

    name = "toy"

    def __init__(self, stage: Stage, number: int, hosts: Mapping[str, str]) -> None:
        self._is_there = stage.is_there
        self._script: Sequence[AnyStep] = stage.scripts[deed(number)]
        self._hosts = hosts
        self._player: OracleAgent | None = None
        self._n_looks = 0

    def start(self, seed: int) -> None:
        self._player, self._n_looks = None, 0

    def act(self, observation: Observation) -> str:
        """Raises ``AgentError`` as the oracle does."""
        if self._player is None:
            self._n_looks += 1
            if self._n_looks < MAX_LOOKS and not is_drawn(observation["axtree"]):
                return "noop()"
            self._player = OracleAgent(() if self._is_there(observation["axtree"]) else self._script, self._hosts)
        return self._player.act(observation)


def play_lesson(
    stage: Stage,
    make: Callable[[], World],
    on_run: Callable[[str, int], None] = lambda world, number: None,
    n_runs: int = N_RUNS,
) -> list[Tally]:
    """The four tallies, in the order of ``SETTINGS``. Raises ``InfrastructureFault`` for a run that was not judged."""
    verdicts: dict[Setting, list[bool]] = {}
    for world in Start:
        runs = _play_runs(stage, make(), world, on_run, n_runs)
        verdicts[world, Checker.LOOKS] = [looks for looks, _ in runs]
        verdicts[world, Checker.CHANGES] = [changes for _, changes in runs]
    deserved = tuple(verdicts[Start.RESET, Checker.CHANGES])
    return [Tally(setting, tuple(verdicts[setting]), deserved) for setting in SETTINGS]


def _play_runs(
    stage: Stage, world: World, kind: Start, on_run: Callable[[str, int], None], n_runs: int
) -> list[tuple[bool, bool]]:
    """(does the checker that looks pass it, does the one that reads what changed) for each run."""
    player = _Player(stage, world, kind)
    try:
        found = []
        for number in range(1, n_runs + 1):
            found.append(player.run(number))
            on_run(kind, number)
        return found
    finally:
        player.close()


class _Player:
    """The real environment, stepped from here; its world is reset or, on purpose, is not."""

    def __init__(self, stage: Stage, world: World, kind: Start) -> None:
        self._stage = stage
        settings = Settings.of(observe=("axtree",))
        keeps = kind is Start.KEPT
        self._core = (KeptEnv if keeps else AsyncBrowserEnv)(
            lambda seed, state: stage.task, KeptWorld(world) if keeps else world, settings
        )
        self._loop = LoopThread()

    def reset(self, *, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._loop.run(self._core.reset(seed or 0))

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        return self._loop.run(self._core.step(action))

    def run(self, number: int) -> tuple[bool, bool]:
        played = play(self, ToyAgent(self._stage, number, self._stage.hosts), seed=number)
        if played.agent_error:
            raise InfrastructureFault("site", f"run {number}: {played.agent_error}")
        outcomes = [Outcome(verdict["outcome"]) for verdict in played.info["checks"]]
        if Outcome.INDETERMINATE in outcomes or len(outcomes) != 2:
            reasons = "; ".join(verdict["reason"] for verdict in played.info["checks"]) or str(played.info["fault"])
            raise InfrastructureFault("judge", f"run {number} could not be judged: {reasons}")
        looks, changes = (outcome is Outcome.PASS for outcome in outcomes)
        return looks, changes

    def close(self) -> None:
        self._loop.run(self._core.close())
        self._loop.close()
