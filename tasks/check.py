"""What all checks share."""

from __future__ import annotations

from typing import Literal

from .model import Model


class Check(Model):
    """``original`` marks a check of the benchmark that a task was taken from.

    ``benchmark`` names whose rules it is judged by where they differ from WebArena's; ``superseded`` says that another
    check of the task asks the same better, so that this one counts with ``checks="original"`` alone. Both are None
    rather than false, so that they leave the digests of other tasks as they are.
    """

    original: bool = False
    superseded: Literal[True] | None = None
    benchmark: Literal["visualwebarena"] | None = None
