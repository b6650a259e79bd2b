"""How an agent sees: the choices that shape an observation's parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

AxtreeFormat = Literal["tree", "webarena", "browsergym"]
LEAST_CHARS = 200  # of a tree that is cut; the line that tells of it is among them
AXTREE_FORMATS: tuple[str, ...] = get_args(AxtreeFormat)


@dataclass(frozen=True)
class Sight:
    """``screenshot_scale``: each side of ``screenshot`` and ``screenshot_som`` is multiplied by it and rounded.

    ``axtree_format``: see ``docs/observations.md``. ``axtree_viewport_only``: leave out what is scrolled out of sight
    (None: as the format has always been, which is yes for ``webarena`` alone). ``axtree_prune``: leave out nodes that
    tell nothing, by the format's own rules. ``axtree_max_chars``: cut the text there, and say so (None: never).
    """

    axtree_format: AxtreeFormat = "tree"
    axtree_viewport_only: bool | None = None
    axtree_prune: bool = True
    axtree_max_chars: int | None = None
    screenshot_scale: float = 1.0

    @property
    def viewport_only(self) -> bool:
        """Whether the tree ends where the viewport does."""
        return self.axtree_format == "webarena" if self.axtree_viewport_only is None else self.axtree_viewport_only


def scaled_side(side_px: int, scale: float) -> int:
    """A side of a picture after scaling: ``round(side * scale)``, and never nothing."""
    return max(1, round(side_px * scale))
