"""The image judge: pictures of a page against a reference, or shown to a model with a question."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from PIL.Image import Image
from pydantic import BaseModel, ConfigDict, TypeAdapter

from ..tasks.images import ImageCheck, picture_bytes
from .evidence import Evidence, MissingEvidence
from .jury import Jury
from .likeness import NoComparison, PictureError, hash_distance, opened, structural_similarity
from .model import polled
from .page import page_answer, page_label
from .questions import question_about
from .verdict import Outcome, Verdict, failed, passed, undecided

_SHOWABLE = ("image/png", "image/jpeg", "image/gif", "image/webp")
_SITE_FAULTS = {408, 429}


class Picture(BaseModel):
    """One picture that a probe read; see ``browser/pictures.py``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    src: str
    status: int | None = None
    type: str = ""
    base64: str | None = None
    sha256: str = ""
    error: str | None = None

    @property
    def is_broken(self) -> bool:
        """Whether the site says that there is no such picture."""
        return self.status is not None and 400 <= self.status < 500 and self.status not in _SITE_FAULTS

    @property
    def content(self) -> bytes:
        """Raises ``MissingEvidence`` where the bytes are not there or not those that were read."""
        if self.error is not None or (self.status or 0) >= 500 or self.status in _SITE_FAULTS:
            raise MissingEvidence(f"a picture could not be read: {self.src}: {self.error or self.status}")
        content = base64.b64decode(self.base64 or "")
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise MissingEvidence(f"the stored bytes of {self.src} are not those that were read")
        return content


_PICTURES = TypeAdapter(list[Picture])


def judge_image(check: ImageCheck, evidence: Evidence, jury: Jury | None) -> Verdict:
    """Passes where one picture fits. A broken picture (404, no picture at all) is a fact about the page and fits
    nothing; one that the site failed to send makes the check indeterminate, unless another fits."""
    label = image_label(check)
    answer = page_answer(check, evidence)
    if answer.status is not None and answer.status >= 400:
        return failed("image", label, f"the page does not exist or is refused ({answer.status})")
    if answer.thrown is not None:
        return failed("image", label, f"the locator found nothing: {answer.thrown}")
    pictures = _PICTURES.validate_python(answer.value)
    there = [picture for picture in pictures if not picture.is_broken]
    if not there:
        return failed("image", label, "the page shows no such picture", [picture.src for picture in pictures])
    if check.question:
        return _asked(check, there, jury, label)
    return _compared(check, there, label)


def image_label(check: ImageCheck) -> str:
    what = f"question {check.question[:80]!r}" if check.question else f"likeness by {check.measure}"
    return f"{what}, {page_label(check)}"


def _asked(check: ImageCheck, pictures: list[Picture], jury: Jury | None, label: str) -> Verdict:
    """A yes is for one picture at least and holds whatever the others show; a no is for all of them, and there is none
    while one was not seen."""
    shown, unseen = [], []
    for picture in pictures:
        try:
            shown.append(_shown(picture))
        except MissingEvidence as error:
            unseen.append(str(error))
    if not shown:
        return undecided("image", label, unseen[0])
    question = question_about(tuple(shown), check.question, check.expected)
    verdict = polled("image", label, question, jury, [[picture.src, picture.sha256] for picture in pictures])
    yes = Outcome.PASS if check.expected == "yes" else Outcome.FAIL
    if not unseen or verdict.outcome in (yes, Outcome.INDETERMINATE):
        return verdict
    return undecided("image", label, f"{verdict.reason}; but {unseen[0]}", verdict.evidence)


def _shown(picture: Picture) -> str:
    """As a data URL. Raises ``MissingEvidence`` for what was not read, or no model can be shown."""
    kind = picture.type.partition(";")[0].strip().lower()
    content = picture.content
    if kind not in _SHOWABLE:
        raise MissingEvidence(f"a model cannot be shown {kind or 'a picture of no type'}: {picture.src}")
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _compared(check: ImageCheck, pictures: list[Picture], label: str) -> Verdict:
    try:
        wanted = [opened(picture_bytes(reference)) for reference in check.like]
    except PictureError as error:
        return undecided("image", label, f"the reference cannot be compared: {error}")
    found: list[list[str | float]] = []
    unread: list[str] = []
    for picture in pictures:
        try:
            for fits, value in _measured(check, opened(picture.content), wanted):
                found.append([picture.src, picture.sha256, round(value, 4)])
                if fits:
                    return passed("image", label, _said(check, value), found)
        except MissingEvidence as error:
            unread.append(str(error))
        except PictureError as error:
            found.append([picture.src, picture.sha256, str(error)])
        except NoComparison as error:
            return undecided("image", label, str(error))
    if unread:
        return undecided("image", label, unread[0], found)
    values = [row[2] for row in found if not isinstance(row[2], str)]
    if not values:
        return failed("image", label, str(found[0][2]), found)
    best = float((max if check.measure == "structure" else min)(values))
    return failed("image", label, f"{_said(check, best)}, which does not do", found)


def _measured(check: ImageCheck, seen: Image, references: list[Image]) -> Iterator[tuple[bool, float]]:
    """Whether each reference fits, and by how much."""
    for wanted in references:
        if check.measure == "structure":
            value = structural_similarity(seen, wanted)
            yield value > check.min_similarity, value
        else:
            distance = hash_distance(seen, wanted)
            yield distance <= check.max_distance, float(distance)


def _said(check: ImageCheck, value: float) -> str:
    if check.measure == "structure":
        return f"similarity {value:.3f} against {check.min_similarity:g}"
    return f"distance {value:g} bits against {check.max_distance}"
