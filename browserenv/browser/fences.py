"""Code blocks in a text, between triple backticks, as models write them around an action."""

from __future__ import annotations

import re

FENCE = "```"
# Words after the opening backticks that name a language; any other word belongs to what is in the block.
LANGUAGES = frozenset(
    {"action", "bash", "javascript", "js", "json", "markdown", "md", "plaintext", "py", "python", "python3", "sh"}
    | {"shell", "text", "tool_code", "txt"}
)
_BLOCK = re.compile(rf"{FENCE}(.*?){FENCE}", re.DOTALL)


def blocks(text: str) -> list[str]:
    """What is in each block, in order, without the language's name; blocks that are not closed are none."""
    return [_without_language(block) for block in _BLOCK.findall(text)]


def _without_language(block: str) -> str:
    first, newline, rest = block.partition("\n")
    is_language = first.strip().lower() in LANGUAGES or not first.strip()
    return (rest if newline and is_language else block).strip()
