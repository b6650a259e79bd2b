"""Forms whose fields are named ``block[field]`` and bear the id ``block_field``.

Wrong input shows the form again, with the message beside the field and nothing lost. Lengths are checked here alone,
not by ``maxlength`` in the browser, which would cut a pasted text without a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import request
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from wtforms import Form
from wtforms.meta import DefaultMeta
from wtforms.validators import StopValidation

from .csrf import FIELD

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")

Check = Callable[[Any, Any], None]


class _BlockMeta(DefaultMeta):  # type: ignore[misc]
    """Names each field after the form's block."""

    def bind_field(self, form: Any, unbound_field: Any, options: dict[str, Any]) -> Any:
        name = options["name"]
        named = {**options, "name": f"{form.block}[{name}]", "id": re.sub(r"\W+", "_", f"{form.block}_{name}")}
        return unbound_field.bind(form=form, **named)


class BlockForm(Form):  # type: ignore[misc]
    """A form; ``block`` is given by the class or, where it depends on a row, when the form is made."""

    block = ""
    Meta = _BlockMeta

    def __init__(self, *, block: str | None = None, data: Mapping[str, Any] | None = None, **fields: Any) -> None:
        if block is not None:
            self.block = block
        parts: list[MultiDict[str, Any]] = [request.files, request.form]
        sent = CombinedMultiDict(parts) if request.method == "POST" else None
        super().__init__(formdata=sent, data=dict(data or {}), **fields)

    @property
    def token_name(self) -> str:
        """The name of the field that carries the form token."""
        return f"{self.block}[{FIELD}]"

    def is_sent_and_valid(self) -> bool:
        """Whether this is a POST whose fields all pass."""
        return request.method == "POST" and bool(self.validate())


def tidy_line(text: str | None) -> str:
    """One line: no control characters, runs of white space as one space, none at the ends."""
    return " ".join(_CONTROL.sub("", text or "").split())


def tidy_text(text: str | None) -> str:
    """A text as rows hold it: line ends as ``\\n``, no other control characters, nothing blank at the ends."""
    return _CONTROL.sub("", (text or "").replace("\r\n", "\n").replace("\r", "\n")).strip()


class Required:
    """Refuses an empty field and marks it as required for the page."""

    field_flags = {"required": True}

    def __init__(self, message: str = "This field is required.") -> None:
        self.message = message

    def __call__(self, form: Any, field: Any) -> None:
        if not field.data:
            raise StopValidation(self.message)


def at_most(n: int) -> Check:
    """Refuses a text longer than ``n`` characters."""

    def check(form: Any, field: Any) -> None:
        if field.data and len(field.data) > n:
            raise StopValidation(f"This is too long: {len(field.data):,} characters, and {n:,} are allowed.")

    return check


def matching(pattern: str, message: str) -> Check:
    """Refuses a text that the pattern does not match as a whole."""

    def check(form: Any, field: Any) -> None:
        if field.data and not re.fullmatch(pattern, field.data):
            raise StopValidation(message)

    return check
