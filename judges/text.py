"""Text: the agent's answer against the texts of a check.

``exact`` is the whole answer. ``must_include`` asks that each text is *stated*: as whole words, not denied (``not 2``),
not offered as one of several (``2 or 3``), and, for a number, as a number of that value (``$0.00`` states 0; ``12``,
``2024`` and ``2%`` do not state 2). A number of one or two digits must be the only number stated, a longer one must not
stand in an enumeration; an answer that lists far more than was asked is a dump, not an answer. ``typed`` asks for a
value of a kind (a date, a list, a quantity with a unit), see ``answers.py``.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from ..tasks.answers import StatusAnswer, TextAnswer
from ..tasks.checks import TextCheck
from .answers import wanted as asked_for
from .answers import wrong_answer
from .answers_claims import dump, split_items
from .answers_json import as_prose
from .evidence import Evidence, require
from .original import wrong_text
from .plain_text import bare, plain
from .tokens import (
    Number,
    as_number,
    denied,
    hedged,
    hedged_sides,
    is_bound,
    joined,
    numbers,
    occurrences,
    offered_with,
)
from .verdict import Json, Verdict, failed, passed

# No question that a text check can ask needs a longer answer; beyond it nothing is read.
MAX_ANSWER_CHARS = 20_000
_SHOWN = 500
_LONG_DASH = re.compile(r"(?<=[^\W\d])[\u2014\u2015](?=\w)|(?<=\w)[\u2014\u2015](?=[^\W\d])")
_NUMBERED = re.compile(r"[ \t]*\(?(\d{1,3})[.)][ \t]+")
_NO_ANSWER = {"null", "none", "undefined", "nan"}
_OPPOSITES = {"yes": "no", "no": "yes", "true": "false", "false": "true"}


def judge_text(check: TextCheck, evidence: Evidence) -> Verdict:
    """The answer against the check. No answer at all fails, also where only ``must_exclude`` is asked.

    A check marked ``original`` is judged as its own benchmark does, see ``original.py``.
    """
    label = _label(check)
    require(evidence, "answer")
    answer = evidence.answer
    seen = None if answer is None else answer[:_SHOWN]
    if check.original and check.typed is None:
        wrong = wrong_text(check, answer or "")
        return (
            failed("text", label, f"the answer {wrong}", seen) if wrong else passed("text", label, _reason(check), seen)
        )
    wrong = _no_answer(answer, check) or _wrong(check, answer or "")
    return failed("text", label, wrong, seen) if wrong else passed("text", label, _reason(check), seen)


def states(reference: str, answer: str, others: Sequence[str] = (), together: Sequence[str] = ()) -> str:
    """Why ``answer`` does not state ``reference``; an empty text when it does.

    ``others`` are the further texts that the same check asks for or accepts, whose numbers may stand beside;
    ``together`` those that must be stated as well, so that "Monday or Friday" is no evasion where both are asked for.
    """
    wanted = _comparable(reference)
    number = as_number(wanted)
    text = plain(answer)
    if number is not None:
        return _states_number(number, text, [_comparable(other) for other in others])
    return _states_phrase(wanted, text, [_comparable(other) for other in together])


def _wrong(check: TextCheck, answer: str) -> str:
    """What is wrong with an answer; empty when nothing is."""
    if check.exact is not None:
        if any(_comparable(item) == bare(answer) for item in check.exact):
            return ""
        return f"the answer is {_short(answer)}, not {_any_of(check.exact)}"
    answer = _parted(answer, check)
    if check.typed is not None:
        wrong = wrong_answer(check.typed, answer)
        if wrong:
            return wrong
    answer = _unnumbered(as_prose(answer))
    required = check.must_include or ()
    n_asked = sum(len(split_items(any_of[0])) for any_of in required)
    if required and (too_many := dump(answer, n_asked)):
        return too_many
    everything = [item for any_of in required for item in any_of]
    for any_of in required:
        together = [item for group in required if group is not any_of for item in group]
        problems = [states(item, answer, everything, together) for item in any_of]
        if all(problems):
            return problems[0]
    mentioned = [item for item in check.must_exclude or () if _mentions(item, answer)]
    return f"the answer mentions {mentioned[0]!r}" if mentioned else ""


def _parted(answer: str, check: TextCheck) -> str:
    """With spaces around long dashes, which part words where a hyphen joins them; not where a key has one in it."""
    return answer if _LONG_DASH.search(str(check)) else _LONG_DASH.sub(" - ", answer)


def _unnumbered(answer: str) -> str:
    """The lines of a numbered list with a bullet each instead of their numbers, which state nothing."""
    lines = answer.splitlines()
    heads = [_NUMBERED.match(line) for line in lines]
    numbers_given = [int(head[1]) for head in heads if head]
    if len(numbers_given) < 2 or numbers_given != list(range(1, len(numbers_given) + 1)):
        return answer
    return "\n".join(f"\u2022 {line[head.end() :]}" if head else line for line, head in zip(lines, heads, strict=True))


def _no_answer(answer: str | None, check: TextCheck) -> str:
    asked = [*(check.exact or ()), *(item for any_of in check.must_include or () for item in any_of)]
    if isinstance(check.typed, TextAnswer):
        asked += check.typed.texts
    elif isinstance(check.typed, StatusAnswer):
        asked.append(check.typed.value)
    if answer is None or not answer.strip() or (not _has_word(answer) and all(map(_has_word, asked))):
        return "no answer was given"
    # Twice, since one character may stand for eighteen.
    n_chars = len(answer) if len(answer) > MAX_ANSWER_CHARS else len(unicodedata.normalize("NFKC", answer))
    if n_chars > MAX_ANSWER_CHARS:
        return f"an answer of {n_chars} characters is longer than {MAX_ANSWER_CHARS}"
    if bare(answer) in _NO_ANSWER and bare(answer) not in map(_comparable, asked):
        return f"the answer is {_short(answer)}, which is none"
    return ""


def _states_number(wanted: Number, text: str, others: Sequence[str]) -> str:
    """``others``: what may stand beside, numbers and phrases; the numbers of a phrase belong to it ("3.2 km")."""
    allowed = [wanted, *(number for number in map(as_number, others) if number)]
    spans = [span for other in others if as_number(other) is None for span in occurrences(other, text)]
    found = numbers(text)
    refused = {number.start for number in found if denied(text, number.start, number.end)}
    here = [number for number in found if number.equals(wanted)]
    shown = _shown(wanted)
    if not here:
        return f"the answer does not state {shown}"
    if any(number.start in refused for number in here):
        return f"the answer denies {shown}"
    if all(is_bound(text, number) for number in here):
        return f"the answer gives {shown} as a bound"
    asked = {number.start for number in found if any(start <= number.start < end for start, end in spans)}
    rest = [each for each in found if each.start not in refused | asked and not _any_equal(each, allowed)]
    strangers = {number.start for number in rest}
    if rest and _is_short(wanted):
        return f"the answer states {_shown(rest[0])} beside {shown}"
    if any(_is_offered(text, found, i, strangers) for i, number in enumerate(found) if number.equals(wanted)):
        return f"the answer offers {shown} as one of several"
    listed = [pair for pair in pairwise(found) if _is_listed(pair, wanted, strangers) and joined(text, *pair)]
    return f"the answer lists {' and '.join(map(_shown, listed[0]))}" if listed else ""


def _states_phrase(wanted: str, text: str, together: Sequence[str]) -> str:
    places = occurrences(wanted, text)
    if not places:
        return f"the answer does not include {wanted!r}"
    if any(denied(text, start, end) for start, end in places):
        return f"the answer denies {wanted!r}"
    opposite = _OPPOSITES.get(wanted)
    if opposite and occurrences(opposite, text):
        return f"the answer says both {wanted!r} and {opposite!r}"
    if all(hedged(text, start, end) and not offered_with(text, start, end, together) for start, end in places):
        return f"the answer offers {wanted!r} as one of several"
    return ""


def _is_offered(text: str, found: Sequence[Number], i: int, strangers: set[int]) -> bool:
    """Whether a number is one of several, but not of those asked for: "2 or 2.0", "170 or 189" where both are."""
    before, after = hedged_sides(text, found[i].start, found[i].end)
    last, this, following = found[i - 1] if i else None, found[i], found[i + 1] if i + 1 < len(found) else None
    alone_before = last is None or last.start in strangers or not joined(text, last, this)
    alone_after = following is None or following.start in strangers or not joined(text, this, following)
    return (before and alone_before) or (after and alone_after)


def _mentions(reference: str, answer: str) -> bool:
    wanted, text = _comparable(reference), plain(answer)
    number = as_number(wanted)
    return _any_equal(number, numbers(text)) if number is not None else bool(occurrences(wanted, text))


def _comparable(reference: str) -> str:
    """Raises ``ValueError`` for a reference of nothing but marks, which would be in every text."""
    wanted = bare(reference)
    if not wanted:
        raise ValueError(f"reference {reference!r} holds nothing to compare")
    return wanted


def _is_short(number: Number) -> bool:
    return number.value == number.value.to_integral_value() and abs(number.value) < 100


def _any_equal(wanted: Number, found: Sequence[Number]) -> bool:
    return any(number.equals(wanted) for number in found)


def _is_listed(pair: tuple[Number, Number], wanted: Number, strangers: set[int]) -> bool:
    """Whether one of two neighbours is the wanted number and the other one that nobody asked for."""
    return any(one.equals(wanted) and other.start in strangers for one, other in (pair, pair[::-1]))


def _shown(number: Number) -> str:
    return f"{number.currency}{number.value}{'%' if number.percent else ''}"


def _has_word(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _short(answer: str) -> str:
    return json.dumps(answer if len(answer) <= 80 else answer[:77] + "...", ensure_ascii=False)


def _any_of(items: Sequence[str]) -> str:
    return " or ".join(repr(item) for item in items)


def _label(check: TextCheck) -> str:
    if check.typed is not None:
        return f"answer as {check.typed.type}"
    return "answer" if check.exact is None else "whole answer"


def _reason(check: TextCheck) -> str:
    if check.exact is not None:
        return f"is {_any_of(check.exact)}"
    parts: list[Json] = []
    if check.typed is not None:
        parts.append(f"states {asked_for(check.typed)}")
    if check.must_include:
        parts.append("includes " + ", ".join(map(_any_of, check.must_include)))
    if check.must_exclude:
        parts.append("does not mention " + ", ".join(map(repr, check.must_exclude)))
    return " and ".join(parts)
