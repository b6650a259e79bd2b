"""Keep a text within a length, and say what was cut."""

from __future__ import annotations

SHARE = 4  # a line has at most a quarter of the room, so that none keeps out all that comes after it
LEAST_LINE = 100


def cut(text: str, max_chars: int | None) -> str:
    """``text``, or, where it is too long, the first whole lines of it and a last line that tells how many lines and
    characters are not there.

    Then a line that is longer than a quarter of ``max_chars`` (and than LEAST_LINE characters) is itself cut to that,
    and says at its end how much of it is not there. The result has at most ``max_chars`` characters (None: no limit);
    the last line stands in any case.
    """
    if max_chars is None or len(text) <= max_chars:
        return text
    whole = text.split("\n")
    lines = [_shortened(line, max(max_chars // SHARE, LEAST_LINE)) for line in whole]
    if sum(map(len, lines)) + len(lines) - 1 <= max_chars:
        return "\n".join(lines)
    room = max_chars - len(_notice(len(lines), len(text))) - 1
    kept = length = 0
    while kept < len(lines) and length + len(lines[kept]) + (kept > 0) <= room:
        length += len(lines[kept]) + (kept > 0)
        kept += 1
    n_left = len("\n".join(whole[kept:])) + (kept > 0)
    return "\n".join([*lines[:kept], _notice(len(lines) - kept, n_left)])


def _shortened(line: str, most: int) -> str:
    if len(line) <= most:
        return line
    kept = most - len(_line_notice(len(line)))
    return line[:kept] + _line_notice(len(line) - kept)


def _line_notice(n_chars: int) -> str:
    return f"... {n_chars} characters of this line are cut"


def _notice(n_lines: int, n_chars: int) -> str:
    return f"... {n_lines} more lines ({n_chars} characters) are cut"
