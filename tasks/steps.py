"""The oracle's script: what a perfect agent does, step by step.

A step names an element as a person sees it, by role and accessible name, never by an id of the observation; the agent
that plays a script finds it there. Names are compared whole, case included; ``nth`` counts from 0 in document order.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from .address import parse_address
from .model import Json, Model, OneOrMoreTexts


class _OnElement(Model):
    role: str
    name: str
    nth: int = Field(default=0, ge=0)


class Click(_OnElement):
    do: Literal["click"] = "click"


class Fill(_OnElement):
    """Replace the field's text."""

    do: Literal["fill"] = "fill"
    text: str


class SelectOption(_OnElement):
    """Choose options by the text that they show, or by value."""

    do: Literal["select_option"] = "select_option"
    value: OneOrMoreTexts


class Press(Model):
    """Press a key, such as ``Enter`` or ``Control+A``, on an element, or where the focus is when none is named."""

    do: Literal["press"] = "press"
    key: str
    role: str | None = None
    name: str | None = None
    nth: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.role is None) != (self.name is None):
            raise ValueError("an element is named by role and name together")
        return self


class Goto(Model):
    do: Literal["goto"] = "goto"
    url: str

    @field_validator("url")
    @classmethod
    def _is_address(cls, url: str) -> str:
        return str(parse_address(url))


class GoBack(Model):
    do: Literal["go_back"] = "go_back"


class Scroll(Model):
    """Scroll the page by so many pixels."""

    do: Literal["scroll"] = "scroll"
    dx_px: int = 0
    dy_px: int = 0


class SendMessage(Model):
    do: Literal["send_msg_to_user"] = "send_msg_to_user"
    text: str


class ReportInfeasible(Model):
    do: Literal["report_infeasible"] = "report_infeasible"
    reason: str


class Noop(Model):
    do: Literal["noop"] = "noop"


AnyStep = Annotated[
    Click | Fill | SelectOption | Press | Goto | GoBack | Scroll | SendMessage | ReportInfeasible | Noop,
    Field(discriminator="do"),
]


class MutantScript(Model):
    """A mutant ready to play: its whole script, which a right checker must fail."""

    name: str
    steps: tuple[AnyStep, ...] = Field(strict=False)


def sites_of(steps: tuple[Json, ...]) -> set[str]:
    """The sites that a script goes to by address."""
    return {parse_address(step.url).site for step in steps if isinstance(step, Goto)}
