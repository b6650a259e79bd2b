"""Regular expressions in task files."""

from __future__ import annotations

import re


def check_pattern(pattern: str) -> str:
    """Return the pattern unchanged; raise ``ValueError`` when it is no regular expression."""
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from None
    return pattern
