"""The model judge: asked only where no rule decides, and never counted against the agent when it cannot be asked."""

from __future__ import annotations

import json

from ..tasks.rubrics import ModelCheck
from .client import EndpointFault
from .endpoint import NO_MODEL
from .evidence import Evidence, require
from .jury import Jury, Poll, usage_of
from .page import page_answer, page_label
from .plain_text import bare
from .questions import Question, question_of, visible
from .verdict import Json, Verdict, failed, passed, undecided

# As for the text judge: no question that a task asks needs a longer answer.
MAX_JUDGED_CHARS = 20_000
# A page is longer, and not by the agent's doing; beyond this no model would read it with care.
MAX_PAGE_CHARS = 100_000
_SHOWN = 500


def judge_model(check: ModelCheck, evidence: Evidence, jury: Jury | None) -> Verdict:
    """The jury's majority on the answer or the page; an empty answer fails and an equal one passes without asking."""
    label = model_label(check)
    text = _judged(check, evidence)
    if isinstance(text, Verdict):
        return text
    seen = text[:_SHOWN]
    if not text:
        return failed("model", label, "no answer was given" if check.url is None else "the page shows nothing", seen)
    if check.url is None and len(text) > MAX_JUDGED_CHARS:
        return failed("model", label, f"a text of {len(text)} characters is longer than {MAX_JUDGED_CHARS}", seen)
    if len(text) > MAX_PAGE_CHARS:
        what = (
            f"the page has {len(text)} characters, more than {MAX_PAGE_CHARS}; name the part that counts by 'locator'"
        )
        return undecided("model", label, what, seen)
    if len(check.reference) == 1 and bare(text) == bare(check.reference[0]):
        return passed("model", label, "equals the reference", seen)
    return polled("model", label, question_of(check, text), jury, seen)


def polled(judge: str, label: str, question: Question, jury: Jury | None, seen: Json) -> Verdict:
    """The verdict of a jury on a question; indeterminate where there is none, or no majority."""
    if jury is None:
        return undecided(judge, label, NO_MODEL, {"seen": seen})
    try:
        poll = jury.poll(question)
    except EndpointFault as fault:
        return undecided(judge, label, str(fault), {"seen": seen, "model": jury.endpoint.model})
    record = {"seen": seen, **record_of(poll, jury)}
    if poll.passes is None:
        return undecided(judge, label, f"no majority of {poll.n_samples} samples: {poll.reason}", record)
    return (passed if poll.passes else failed)(judge, label, poll.reason, record)


def record_of(poll: Poll, jury: Jury) -> dict[str, Json]:
    """What a verdict keeps of a poll: enough to judge again without the model, and what it cost."""
    return {
        "model": jury.endpoint.model,
        "url": jury.endpoint.address,
        "key": poll.key,
        "votes": [ballot.said for ballot in poll.ballots],
        "replies": [reply.model_dump(mode="json") for reply in poll.replies],
        "usage": usage_of(poll.replies, jury.endpoint.price),
    }


def model_label(check: ModelCheck) -> str:
    """Such as ``answer conveys "170: cancelled"``."""
    what = "answer" if check.url is None else page_label(check)
    if check.rubric == "criterion":
        return f"{what} meets {_short(check.criterion)}"
    verb = "conveys" if check.rubric == "answer" else "gives the reason"
    return f"{what} {verb} {_short(' + '.join(check.reference))}"


def _judged(check: ModelCheck, evidence: Evidence) -> str | Verdict:
    """The text to judge. A page that is not there is the agent's failure; one that could not be read is not."""
    if check.url is None:
        require(evidence, "answer")
        told = evidence.infeasible if check.rubric == "reason" and evidence.infeasible is not None else evidence.answer
        return visible(told or "")
    answer = page_answer(check, evidence)
    if answer.status is not None and answer.status >= 400:
        return failed("model", model_label(check), f"the page does not exist or is refused ({answer.status})")
    if answer.thrown is not None:
        return failed("model", model_label(check), f"the locator found nothing: {answer.thrown}")
    if answer.value is None:
        return failed("model", model_label(check), "the locator gave null")
    return visible(answer.value if isinstance(answer.value, str) else json.dumps(answer.value, ensure_ascii=False))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return json.dumps(flat if len(flat) <= 80 else flat[:77] + "...", ensure_ascii=False)
