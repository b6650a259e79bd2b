"""The base of all models of this room, and the types they share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Json = Any  # plain JSON: None, bool, int, float, str, list or dict with string keys


class Model(BaseModel):
    """Strict (no conversion between types), closed (unknown keys are errors) and frozen."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _as_tuple(value: Json) -> Json:
    return (value,) if isinstance(value, str) else value


# Task files and stored records hold lists; strict pydantic would take nothing but tuples here.
Texts = Annotated[tuple[str, ...], Field(strict=False)]
# One text, or a list of them.
OneOrMoreTexts = Annotated[tuple[str, ...], Field(strict=False), BeforeValidator(_as_tuple)]
