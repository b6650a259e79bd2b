"""Pages: what a locator read, or the whole page's HTML.

A check marked ``original`` follows WebArena's ``program_html``: both sides are cleaned as there (ends stripped, one
pair of quotes dropped, lower case), the selected text is HTML-unescaped once, a JavaScript null reads "None" and a
locator that throws reads as an empty text. Other checks fold both sides with our own normaliser, and null is no text.
"""

from __future__ import annotations

import html
import json

from ..tasks.address import parse_address
from ..tasks.checks import PageCheck
from ..tasks.locator import selector_of
from ..tasks.page_urls import POST_OF_LAST
from .evidence import Evidence, MissingEvidence, PageAnswer, require
from .needs import ReadsPage, probe, probe_inputs
from .original import clean
from .plain_text import fold
from .verdict import Verdict, failed, passed

# Refusals that the site owes, not the agent: time-out and too many requests.
_SITE_FAULTS = {408, 429}
_SHOWN = 300
_NAMES = {"last": "the last page", POST_OF_LAST: "the post of the last page"}


def judge_page(check: PageCheck, evidence: Evidence) -> Verdict:
    """One page answer against the check's texts."""
    label = page_label(check)
    answer = page_answer(check, evidence)
    seen = {"url": answer.url, "status": answer.status, "value": _shortened(answer.value)}
    if answer.status is not None and answer.status >= 400:
        what = "does not exist" if answer.status in (404, 410) else "is refused"
        return failed("page", label, f"the page {what} ({answer.status})", seen)
    if answer.thrown is not None and not check.original:
        return failed("page", label, f"the locator found nothing: {answer.thrown}", seen)
    if answer.value is None and not check.original:
        return failed("page", label, "the locator gave null", seen)
    text = _text(answer, check)
    reason, wrong = _compare(check, text)
    if wrong and answer.thrown is not None:
        wrong = f"{wrong} (the locator found nothing: {answer.thrown})"
    return failed("page", label, wrong, seen) if wrong else passed("page", label, reason, seen)


def page_label(check: ReadsPage) -> str:
    """Such as ``#forum_sidebar on /f/sci_fi/edit``."""
    where = _NAMES.get(check.url or "") or parse_address(check.url or "").path
    return f"{selector_of(check.locator)} on {where}"


def page_answer(check: ReadsPage, evidence: Evidence) -> PageAnswer:
    """What the page that a check asks for answered. Raises ``MissingEvidence`` for a fault of the world's."""
    key = probe(check).key
    require(evidence, key)
    if key not in evidence.pages:
        for name in sorted(probe_inputs(check)):
            require(evidence, name)
        raise MissingEvidence(f"no page {key!r} in the evidence")
    answer = evidence.pages[key]
    if answer.error is not None:
        raise MissingEvidence(f"the page could not be read: {answer.error}")
    if answer.status is not None and (answer.status >= 500 or answer.status in _SITE_FAULTS):
        raise MissingEvidence(f"site fault: {answer.url} answered {answer.status}")
    return answer


def _text(answer: PageAnswer, check: PageCheck) -> str:
    text = "" if answer.thrown is not None else _as_text(answer.value, check.original)
    return html.unescape(text) if check.original or not check.locator else text


def _as_text(value: object, original: bool) -> str:
    """A value of JavaScript's as text; Python's spelling of it where the original harness would compare that."""
    if isinstance(value, str):
        return value
    return str(value) if original else json.dumps(value, ensure_ascii=False)


def _compare(check: PageCheck, text: str) -> tuple[str, str]:
    """(What was compared, what is wrong); the second is empty when nothing is."""
    normal = clean if check.original else fold
    seen = normal(text)
    if check.exact_match is not None:
        wanted = f"{check.exact_match!r}"
        return f"is {wanted}", "" if seen == normal(check.exact_match) else f"is {_shortened(text)!r}, not {wanted}"
    required = check.must_include or ()
    lacking = [any_of for any_of in required if not any(normal(item) in seen for item in any_of)]
    if lacking:
        return "", f"does not include {_listed(lacking)}; it is {_shortened(text)!r}"
    return f"includes {_listed(required)}", ""


def _listed(required: tuple[tuple[str, ...], ...] | list[tuple[str, ...]]) -> str:
    return ", ".join(" or ".join(repr(item) for item in any_of) for any_of in required)


def _shortened(value: object) -> object:
    text = value if isinstance(value, str) else None
    return value if text is None or len(text) <= _SHOWN else text[:_SHOWN] + "..."
