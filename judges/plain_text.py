"""The normaliser: two texts that a person would call the same become equal. Both sides always go through it.

Unicode form NFKC (no-break and narrow spaces become spaces, full-width digits digits, ligatures letters), invisible
characters and legal marks such as (TM) out, curly quotes, primes and dashes to their plain forms, runs of spaces to
one, case folded.
"""

from __future__ import annotations

import re
import unicodedata

_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵ʼ", "'"),  # noqa: RUF001
        **dict.fromkeys("“”„‟″‶«»", '"'),
        **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－", "-"),  # noqa: RUF001
        "\u2044": "/",  # of a fraction, as NFKC leaves it
    }
)
# Format characters: zero-width spaces and joiners, direction marks, soft hyphens, byte order marks.
_INVISIBLE = "Cf"
# Trade mark, registered, copyright, service mark, sound recording.
_LEGAL_MARKS = re.compile("[\u2122\u00ae\u00a9\u2120\u2117]")
# 1\u00bd is 1 1/2, and NFKC alone would make eleven halves of it.
_BEFORE_FRACTION = re.compile(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])")
_SPACES = re.compile(r"\s+")
_EMPHASIS = re.compile(r"(?<![\w*`])(\*{1,3}|`{1,3}|_{1,3})(?=\S)(.{1,200}?)(?<=\S)\1(?![\w*`])")
# A heading or a quotation; but "> 2" is a bound.
_LINE_MARKS = re.compile(r"^[^\S\n]*(?:#{1,6}\s+|>\s*(?![\s\d$]))+", re.MULTILINE)


def fold(text: str) -> str:
    """For texts that are no prose of an agent's, such as what a page shows."""
    text = unicodedata.normalize("NFKC", _apart(text)).translate(_SAME)
    text = "".join(char for char in text if unicodedata.category(char) != _INVISIBLE)
    text = unicodedata.normalize("NFKC", text.casefold())
    return _SPACES.sub(" ", text).strip()


def plain(text: str) -> str:
    """``fold``, and Markdown's marks around words and lines taken out."""
    text = fold(_LINE_MARKS.sub("", text))
    for _ in range(2):  # one in the other: **_x_**
        text = _EMPHASIS.sub(r"\2", text)
    return fold(text)


def bare(text: str) -> str:
    """``plain``, and what people put around a whole answer taken off: pairs of quotes or marks, the closing period."""
    text = plain(text)
    before = None
    while text != before:
        before = text
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"*_`~":
            text = text[1:-1].strip()
        if text.endswith(".") and not text.endswith(".."):
            text = text[:-1].strip()
    return text


def _apart(text: str) -> str:
    """Before NFKC, which takes a double prime apart into two, an acute accent into a space with an accent, makes
    letters of the marks that are no part of a name, and joins a fraction to the number before it."""
    return _LEGAL_MARKS.sub("", _BEFORE_FRACTION.sub(" ", text).translate(_SAME).replace("\u00b4", "'"))
