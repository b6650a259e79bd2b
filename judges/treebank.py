"""Words as the Penn Treebank parts them, so far as checks of other benchmarks depend on it.

Source: the rules of R. MacIntyre's tokenizer for the Penn Treebank, which WebArena uses by way of NLTK. Sentences are
not parted first: only the last period stands alone, as in NLTK's ``TreebankWordTokenizer``.
"""

from __future__ import annotations

import re

_APART = re.compile(r"\.{2,}|--|``|''|[;@#$%&?!*\"()\[\]{}<>\u00ab\u00bb\u2018-\u201e\u2012-\u2015]|`+|[:,](?!\d)")
_LAST_PERIOD = re.compile(r"(?<!\.)\.(?=[\])}>\"'\u00bb\u201d\u2019 ]*+\s*+$)")
_OPENING_QUOTE = re.compile(r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", re.IGNORECASE)
_ENDING = re.compile(r"(?<=[^' ])('s|'m|'d|'ll|'re|'ve|n't|')(?=\s|$)", re.IGNORECASE)
_RUN_TOGETHER = re.compile(
    r"\b(?:(can)(not)|(d)('ye)|(gim)(me)|(gon)(na)|(got)(ta)|(lem)(me)|(more)('n)|(wan)(na)(?=\s)|('t)(is)|('t)(was))\b",
    re.IGNORECASE,
)


def words(text: str) -> list[str]:
    """The tokens of a text, in order."""
    text = _LAST_PERIOD.sub(" . ", text)
    text = _APART.sub(lambda found: f" {found[0]} ", text)
    text = _OPENING_QUOTE.sub("' ", text)
    text = _ENDING.sub(r" \1 ", text)
    text = _RUN_TOGETHER.sub(lambda found: " ".join(filter(None, found.groups())), text)
    return text.split()
