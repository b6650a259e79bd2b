"""Code blocks in a text, between backticks or in ``<action>`` tags, as models write them around an action."""

from __future__ import annotations

import re

# Words after the opening backticks that name a language; any other word belongs to what is in the block.
LANGUAGES = frozenset(
    {"action", "bash", "javascript", "js", "json", "markdown", "md", "plaintext", "py", "python", "python3", "sh"}
    | {"shell", "text", "tool_code", "txt"}
)
_TAGGED = re.compile(r"<action>(.*?)</action>", re.DOTALL)
_FENCED = re.compile(r"```(.*?)```", re.DOTALL)
_WHOLE = re.compile(r"`([^`]+)`")


def blocks(text: str) -> list[str]:
    """What is in each block that is not empty, in order, without the language's name; blocks that are not closed are
    none.

    Where there are ``<action>`` tags, what is in them; else what is between triple backticks; else, where the whole
    text stands between single backticks, that text.
    """
    found = [inner for tagged in _TAGGED.findall(text) for inner in _FENCED.findall(tagged) or [tagged]]
    found = found or _FENCED.findall(text)
    if not found and (whole := _WHOLE.fullmatch(text.strip())):
        found = [whole[1]]
    return [block for each in found if (block := _without_language(each))]


def _without_language(block: str) -> str:
    first, newline, rest = block.partition("\n")
    is_language = first.strip().lower() in LANGUAGES or not first.strip()
    return (rest if newline and is_language else block).strip()
