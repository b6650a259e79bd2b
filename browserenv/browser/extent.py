"""How large a page is, and how much of it is read: of a large one, what is in sight and one viewport around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class Extent:
    """``n_elements``: of the large documents of a page, 0 when none is; ``n_above`` and ``n_below``: how many of them
    are left out, before and after what is read (and to its sides); ``title``, ``url`` and content type of the page."""

    n_elements: int = 0
    n_above: int = 0
    n_below: int = 0
    title: str = ""
    url: str = ""
    content_type: str = ""

    @classmethod
    def of(cls, answers: Sequence[dict[str, Any]]) -> Self:
        """From what the frames answer to "before" (the main frame's first), see ``peek.js``."""
        main, large = answers[0], [answer for answer in answers if answer["elements"]]
        elements, above, below = (sum(each[key] for each in large) for key in ("elements", "above", "below"))
        return cls(elements, above, below, main["title"], main["url"], main["type"])

    @property
    def is_large(self) -> bool:
        return self.n_elements > 0

    @property
    def is_drawn(self) -> bool:
        """Whether the browser shows the page by a viewer of its own, into which no tree reaches."""
        return self.content_type == "application/pdf"

    def __str__(self) -> str:
        return f"it has {self.n_elements} elements, of which {self.n_above} above and {self.n_below} below are left out"
