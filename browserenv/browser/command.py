"""What an agent asked for, as read from its text: commands, each one or more actions to take in order."""

from __future__ import annotations

from dataclasses import dataclass

from browserenv.browser.actions import Action
from browserenv.browser.sight import scaled_side

MAX_COMMANDS = 50
EXAMPLE = 'click("e12")'


class ActionError(ValueError):
    """An action that cannot be taken; the message, one or two lines, is for the agent."""


@dataclass(frozen=True)
class Command:
    """One thing that was asked for: ``text``, as it was written, comes to ``actions``, taken one after the other.

    ``counts_as``: the action whose permission it needs, where that is another than those it consists of.
    """

    text: str
    actions: tuple[Action, ...]
    counts_as: str = ""

    @property
    def ends_episode(self) -> bool:
        """Whether it speaks to the environment, and so is the last thing an agent does."""
        return any(action.ends_episode for action in self.actions)

    @property
    def permissions(self) -> tuple[str, ...]:
        """The names of the actions that a task must allow."""
        return (self.counts_as,) if self.counts_as else tuple(action.name for action in self.actions)


@dataclass(frozen=True)
class Screen:
    """What coordinates mean: the viewport in pixels, how far its picture was scaled down, and where the pointer is.

    An agent names pixels of the picture that it sees; ``scale`` is that picture's size divided by the viewport's.
    """

    width_px: int = 1280
    height_px: int = 720
    scale: float = 1.0
    pointer: tuple[float, float] = (0.0, 0.0)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The viewport's pixel for one of the picture. Raises ActionError for one outside it."""
        width, height = scaled_side(self.width_px, self.scale), scaled_side(self.height_px, self.scale)
        if not (0 <= x < width and 0 <= y < height):
            raise ActionError(f"({x:g}, {y:g}) is outside the picture, which is {width} x {height} pixels")
        return min(x / self.scale, self.width_px - 1), min(y / self.scale, self.height_px - 1)


def short(text: str, n_chars: int = 60) -> str:
    """A text on one line, cut to ``n_chars``."""
    flat = " ".join(text.split())
    return flat if len(flat) <= n_chars else flat[: n_chars - 3] + "..."
