"""The known ways in which we differ from the originals: each has a reason, and says which side is right.

``docs/agreement.md`` has the same table, and a test holds it to that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Known(NamedTuple):
    """A kind of difference. ``hows``: what was done in the cases that show it, see ``cases.py``; ``theirs``: their
    verdict, ours being the other one; ``right``: ours, theirs or either."""

    name: str
    kind: str
    hows: tuple[str, ...]
    theirs: str
    right: str
    reason: str


KNOWN = (
    Known(
        *("part of a word or number", "text", ("glued-after", "glued-before", "inside-word", "cents", "year")),
        *("pass", "ours", "their must_include is a substring: 12 is in 129, heron in xheronish"),
    ),
    Known("denied", "text", ("not",), "pass", "ours", "the reference stands in the answer, which denies it"),
    Known("offered", "text", ("or",), "pass", "ours", "the answer offers the reference or something else"),
    Known(
        *("listed", "text", ("list", "numbers", "dump"), "pass", "ours"),
        "the answer lists other values beside a number, or far more than was asked for",
    ),
    Known(
        *("another amount", "text", ("percent", "minus"), "pass", "ours"),
        "the reference's digits stand in the answer with a percent sign or a minus, which is another amount",
    ),
    Known(
        *("equal amounts", "text", ("cents", "without-marks"), "fail", "ours"),
        "the same amount is written in another way: 5.00 for 5, 7.50 for $7.50, 1234 for 1,234",
    ),
    Known(
        *("marks around an answer", "text", ("bold", "code", "curly", "period"), "fail", "ours"),
        "exact_match knows straight quotes alone; Markdown's marks, curly quotes and the closing period are no words",
    ),
    Known(
        *("spaces of other kinds", "text", ("no-break-space",), "fail", "ours"),
        "a no-break space is a space to a person; both sides go through one normaliser",
    ),
    Known(
        *("an address that begins with another", "url", ("glued", "digit-glued", "behind"), "pass", "ours"),
        "the reference is a substring of the address; we compare host and path by parts",
    ),
    Known(
        *("another scheme", "url", ("https",), "pass", "ours"),
        "they leave the scheme out; no replica speaks https, so such an address is none of the world's",
    ),
    Known(
        *("queries of alternatives", "url"),
        ("same", "slash", "below", "more-query", "less-query", "other-value", "reordered", "fragment"),
        *("fail", "ours", "the queries of all alternatives are thrown together; with us each keeps its own"),
    ),
    Known(
        *("spelling of an address", "url", ("encoded", "port", "upper-host", "fragment"), "fail", "ours"),
        "percent-encoding, the default port and the case of the host do not make another address",
    ),
    Known(
        *("nothing, in words", "response", ("absent-n/a",), "fail", "ours"),
        'where nothing is to be found, "N/A" says so as well as null and an empty list do',
    ),
    Known(
        *("marks around a retrieved text", "response", ("string-bold",), "fail", "ours"),
        "Markdown's marks are no words there either",
    ),
    Known(
        *("a truth value for a number", "response", ("number-false", "boolean-one"), "pass", "ours"),
        "Python takes False for 0 and 1 for True; an answer of another type is another answer",
    ),
    Known(
        *("a number with its unit", "response", ("number-unit",), "fail", "either"),
        '"5 items" states 5; they want the bare number, as their instructions ask of the agent',
    ),
    Known(
        *("accents and dashes left out", "response", ("string-accent", "string-space"), "pass", "either"),
        "they write every text in ASCII and take dashes for spaces; we keep letters and dashes apart",
    ),
)


@dataclass(frozen=True)
class Difference:
    """A case that two sides judge in two ways. ``theirs`` and ``ours``: pass, fail, error or indeterminate."""

    case: Mapping[str, Any]
    which: str
    theirs: str
    ours: str
    known: Known | None

    @property
    def is_explained(self) -> bool:
        """WebArena's and REAL's checks are kept as they are for ``checks="original"``, so that there nothing may
        differ; WebArena-Verified's have one set of rules, ours."""
        return self.known is not None and (self.which == "all" or self.known.kind == "response")

    @property
    def reason(self) -> str:
        return f"{self.known.name} ({self.known.right})" if self.known else ""


def known(case: Mapping[str, Any], theirs: str, ours: str) -> Known | None:
    """The kind of a difference; None where it is not known."""
    if {theirs, ours} != {"pass", "fail"}:
        return None
    fitting = (each for each in KNOWN if (each.kind, each.theirs) == (case["kind"], theirs))
    return next((each for each in fitting if case["how"] in each.hows and _fits(each, case)), None)


def _fits(each: Known, case: Mapping[str, Any]) -> bool:
    """Queries are thrown together only where there are alternatives."""
    return each.name != "queries of alternatives" or " |OR| " in case["task"]["eval"]["reference_url"]


def differences(
    cases: Sequence[Mapping[str, Any]],
    theirs: Mapping[str, bool | str],
    ours: Mapping[str, str],
    original: Mapping[str, str],
) -> list[Difference]:
    """Every case that is judged in two ways, by our rules (``all``) or by those kept of the originals' (``original``).

    Where their evaluator raises, the benchmark gives no point, so that our failure agrees with it.
    """
    said: dict[bool | str, str] = {True: "pass", False: "fail", "error": "fail"}
    found = []
    for case in cases:
        their = said[theirs[case["id"]]]
        for which, mine in (("all", ours[case["id"]]), ("original", original[case["id"]])):
            if mine != their:
                found.append(Difference(case, which, their, mine, known(case, their, mine)))
    return found
