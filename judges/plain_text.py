"""The normaliser: two texts that a person would call the same become equal. Both sides always go through it.

Unicode form NFKC (no-break and narrow spaces become spaces, full-width digits digits, ligatures letters), invisible
characters out, curly quotes, primes and dashes to their plain forms, runs of spaces to one, case folded.
"""

from __future__ import annotations

import re
import unicodedata

_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵ʼ", "'"),  # noqa: RUF001
        **dict.fromkeys("“”„‟″‶«»", '"'),
        **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－", "-"),  # noqa: RUF001
    }
)
# Format characters: zero-width spaces and joiners, direction marks, soft hyphens, byte order marks.
_INVISIBLE = "Cf"
_SPACES = re.compile(r"\s+")
_EMPHASIS = re.compile(r"(?<![\w*`])(\*{1,3}|`{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*`])")
_LINE_MARKS = re.compile(r"^\s*(?:#{1,6}\s+|>\s*)+", re.MULTILINE)


def fold(text: str) -> str:
    """For texts that are no prose of an agent's, such as what a page shows."""
    text = unicodedata.normalize("NFKC", _quotes(text)).translate(_SAME)
    text = "".join(char for char in text if unicodedata.category(char) != _INVISIBLE)
    text = unicodedata.normalize("NFKC", text.casefold())
    return _SPACES.sub(" ", text).strip()


def plain(text: str) -> str:
    """``fold``, and Markdown's marks around words and lines taken out."""
    text = _LINE_MARKS.sub("", text)
    return fold(_EMPHASIS.sub(r"\2", fold(text)))


def bare(text: str) -> str:
    """``plain``, and what people put around a whole answer taken off: marks, one pair of quotes, the closing period."""
    text = plain(text)
    before = None
    while text != before:
        before = text
        text = text.strip().strip("*_`~")
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
        if text.endswith(".") and not text.endswith(".."):
            text = text[:-1]
    return text.strip()


def _quotes(text: str) -> str:
    """Before NFKC, which takes a double prime apart into two, and an acute accent into a space with an accent."""
    return text.translate(_SAME).replace("\u00b4", "'")
