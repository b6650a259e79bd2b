"""The site's looks: same state, other colours and another arrangement, for robustness studies."""

from __future__ import annotations

from collections.abc import Mapping

THEMES = ("paper", "harbor", "meadow", "dusk")
LAYOUTS = ("side", "deck")


def look_of(options: Mapping[str, str]) -> tuple[str, str]:
    """(theme, layout): as the options ``theme`` and ``layout`` name them, else by the number in ``look``.

    Look 0 is the default; looks 0 to 7 are the eight combinations. Raises ``ValueError`` for an unknown name.
    """
    number = int(options.get("look", 0))
    theme = options.get("theme", THEMES[number % len(THEMES)])
    layout = options.get("layout", LAYOUTS[number // len(THEMES) % len(LAYOUTS)])
    for name, value, there_are in (("theme", theme, THEMES), ("layout", layout, LAYOUTS)):
        if value not in there_are:
            raise ValueError(f"no {name} {value!r} of the calendar; there are {', '.join(there_are)}")
    return theme, layout
