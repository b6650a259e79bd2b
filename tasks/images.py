"""Checks of pictures: like a given one, or a question to a model that sees."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from .check import Check
from .locator import Locator
from .model import OneOrMoreTexts
from .page_urls import PageUrl

_DATA_URL = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})")


class ImageCheck(Check):
    """The pictures that ``locator`` names (elements or addresses) on a page; one that fits is enough.

    ``like``: a reference picture, or alternatives, as ``data:image/png;base64,...``. ``measure``: ``structure`` is the
    structural similarity in grey, at one size, which must lie above ``min_similarity``; ``hash`` the distance of
    perceptual hashes of 64 bits, which must be at most ``max_distance``.
    ``question``: instead, a question to a model that sees, whose answer must be ``expected``.
    Source of ``structure`` and its threshold of 0.8: VisualWebArena's ``eval_fuzzy_image_match``.
    """

    judge: Literal["image"] = "image"
    url: PageUrl
    locator: Locator = Field(min_length=1)
    like: OneOrMoreTexts = ()
    measure: Literal["structure", "hash"] = "structure"
    min_similarity: float = Field(default=0.8, ge=0, lt=1)
    max_distance: int = Field(default=8, ge=0, le=32)
    question: str = ""
    expected: Literal["yes", "no"] = "yes"

    @field_validator("like")
    @classmethod
    def _are_pictures(cls, like: tuple[str, ...]) -> tuple[str, ...]:
        for text in like:
            picture_bytes(text)
        return like

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if bool(self.like) == bool(self.question.strip()):
            raise ValueError("judge 'image' needs one of like, question")
        return self


def picture_bytes(data_url: str) -> bytes:
    """The bytes of a data URL. Raises ``ValueError`` when it is none of a picture's."""
    found = _DATA_URL.fullmatch(data_url)
    try:
        if found:
            return base64.b64decode(found[1], validate=True)
    except binascii.Error:
        pass
    raise ValueError(f"{data_url[:40]!r} is no picture; write data:image/png;base64,...")
