"""Words in an answer: yes and no, a status out of several, texts.

All texts went through ``plain_text.bare``.
"""

from __future__ import annotations

import re

from ..tasks.answers import NumberAnswer, StatusAnswer, TextAnswer, YesNoAnswer
from .answers_amounts import number_claims
from .answers_claims import Claim
from .plain_text import bare
from .tokens import as_number, occurrences

_YES = re.compile(r"(?<![\w-])(?:yes|yeah|yep|true|correct)(?![\w-])")
# "no" before a noun (no problem) is no answer; at the beginning, at an end or before a mark it is one.
_NO = re.compile(
    r"(?<![\w-])(?:nope|false|incorrect|no(?=\s*(?:[.,;:!?/()\n]|\s-\s|$|or\b|and\b|it\b|there\b|the\b|such\b))"
    r"|not (?:true|correct))(?![\w-])"
)
# Forms of one word: British and American, with and without an ending.
_FORMS = {
    "cancelled": "canceled",
    "canceling": "canceled",
    "cancelling": "canceled",
    "completed": "complete",
    "on-hold": "on hold",
    "onhold": "on hold",
    "opened": "open",
    "delivered": "delivered",
    "fulfilled": "fulfilled",
    "fulfiled": "fulfilled",
    "labelled": "labeled",
    "not found": "not found",
    "shipped": "shipped",
    "in-progress": "in progress",
}
_FORM = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_FORMS, key=len, reverse=True))})(?![\w-])")


def yes_no_claims(key: YesNoAnswer, text: str) -> list[Claim]:
    """Both stances that the text takes."""
    denials = [Claim("no", not key.value, *match.span()) for match in _NO.finditer(text)]
    ends = {claim.end for claim in denials}  # the "true" of "not true" is none
    found = [Claim("yes", key.value, *match.span()) for match in _YES.finditer(text) if match.end() not in ends]
    return sorted(found + denials, key=lambda claim: claim.start)


def status_claims(key: StatusAnswer, text: str) -> list[Claim]:
    """The wanted status and every other one that there is; a longer one (``not started``) hides those inside it."""
    wanted = status(key.value)
    known = sorted({wanted, *map(status, key.among)}, key=len, reverse=True)
    claims: list[Claim] = []
    for word in known:
        for start, end in occurrences(word, text):
            if not any(claim.start <= start and end <= claim.end for claim in claims):
                claims.append(Claim(word, word == wanted, start, end))
    return sorted(claims, key=lambda claim: claim.start)


def status(text: str) -> str:
    """A text with every form of a status word as the one that stands for it."""
    return _FORM.sub(lambda found: _FORMS[found[0]], bare(text))


def text_claims(key: TextAnswer, text: str) -> list[Claim]:
    """Where one of the texts stands as whole words; a text that is a number is one of that value."""
    claims = []
    for wanted in map(bare, key.texts):
        number = as_number(wanted)
        if number is not None and not number.currency and not number.percent:
            claims += number_claims(NumberAnswer(value=float(number.value)), text)
        else:
            claims += [Claim(wanted, True, *span) for span in occurrences(wanted, text)]
    return claims


def is_text(key: TextAnswer, text: str) -> bool:
    """Whether the whole text is what was asked for, marks at its ends aside."""
    if key.matches is not None:
        return re.fullmatch(key.matches, text.strip(), re.IGNORECASE) is not None
    return any(_trimmed(wanted) == _trimmed(text) for wanted in key.texts)


def _trimmed(text: str) -> str:
    text = bare(text)
    return text.strip(" \"'.,;:!?") or text
