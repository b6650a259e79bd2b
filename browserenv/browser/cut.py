"""Keep a text within a length, and say what was cut."""

from __future__ import annotations


def cut(text: str, max_chars: int | None) -> str:
    """The first whole lines of ``text`` and a last line that tells how many lines and characters are not there.

    The result has at most ``max_chars`` characters (None: no limit); the last line stands in any case.
    """
    if max_chars is None or len(text) <= max_chars:
        return text
    lines = text.split("\n")
    room = max_chars - len(_notice(len(lines), len(text))) - 1
    kept = length = 0
    while kept < len(lines) and length + len(lines[kept]) + (kept > 0) <= room:
        length += len(lines[kept]) + (kept > 0)
        kept += 1
    return "\n".join([*lines[:kept], _notice(len(lines) - kept, len(text) - length)])


def _notice(n_lines: int, n_chars: int) -> str:
    return f"... {n_lines} more lines ({n_chars} characters) are cut"
