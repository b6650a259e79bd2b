"""Checks: what must be true for a task to count as done. One model a judge, told apart by the key ``judge``.

``original`` marks a check that belongs to the benchmark which a task was taken from; ``checks="original"`` asks for
those alone, and they are judged as that benchmark judges them, quirks included.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from .address import parse_address
from .answers import AnyAnswer
from .check import Check
from .foreign_checks import FinishCheck, UnsupportedCheck
from .images import ImageCheck
from .locator import Locator
from .model import Json, OneOrMoreTexts
from .page_urls import PageUrl
from .query import check_query
from .reads import RowRead
from .rubrics import ModelCheck


def _require_text(text: str) -> str:
    if not text.strip():
        raise ValueError("an empty text is in every text, so it would check nothing")
    return text


def _not_empty(value: tuple[Json, ...]) -> tuple[Json, ...]:
    if not value:
        raise ValueError("an empty list checks nothing; name at least one text or leave the key out")
    return value


def _alternatives(value: Json) -> Json:
    """Each item, a text or a list of texts of which one is enough, as a list."""
    if not isinstance(value, list | tuple):
        return value
    for item in value:
        if not isinstance(item, str | list | tuple):
            raise ValueError(f"{item!r} is no text; write it in quotes")
    return tuple((item,) if isinstance(item, str) else item for item in value)


def _one_as_list(value: Json) -> Json:
    return [value] if isinstance(value, str) else value


Text = Annotated[str, AfterValidator(_require_text)]
Alternatives = Annotated[tuple[Text, ...], Field(strict=False), AfterValidator(_not_empty)]
# Texts that must all be there; an item that is itself a list holds alternatives of which one is enough.
Required = Annotated[
    tuple[Alternatives, ...],
    Field(strict=False),
    BeforeValidator(_alternatives),
    BeforeValidator(_one_as_list),
    AfterValidator(_not_empty),
]
OneOf = Annotated[Alternatives, BeforeValidator(_one_as_list)]
Forbidden = OneOf
Steps = Annotated[tuple[Locator, ...], Field(strict=False), AfterValidator(_not_empty)]


class TextCheck(Check):
    """The agent's answer. ``exact`` (one text or alternatives) and ``typed`` (see ``answers.py``) stand alone; the
    other two may stand together, and ``must_exclude`` beside ``typed``."""

    judge: Literal["text"] = "text"
    exact: OneOf | None = None
    must_include: Required | None = None
    must_exclude: Forbidden | None = None
    typed: AnyAnswer | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.exact is None and self.must_include is None and self.must_exclude is None and self.typed is None:
            raise ValueError("judge 'text' needs one of exact, must_include, must_exclude, typed")
        if self.typed is not None and (self.exact is not None or self.must_include is not None):
            raise ValueError("'typed' is the whole answer, so exact and must_include add nothing; choose one")
        if self.exact is not None and (self.must_include is not None or self.must_exclude is not None):
            raise ValueError("'exact' is the whole answer, so must_include and must_exclude add nothing; choose one")
        return self


class UrlCheck(Check):
    """The final URL of the active tab, compared by parts with any of the addresses in ``any_of``.

    ``match``: ``exact`` compares the whole path, ``prefix`` the path's first whole segments.
    ``query``: ``exact`` allows no other keys, ``subset`` ignores keys that the address does not name; without it,
    ``exact`` goes with ``exact`` and ``subset`` with ``prefix``. Each address keeps its own query.
    """

    judge: Literal["url"] = "url"
    url: str | None = None
    any_of: OneOrMoreTexts | None = None
    match: Literal["exact", "prefix"] = "exact"
    query: Literal["exact", "subset"] | None = None

    @field_validator("url")
    @classmethod
    def _is_address(cls, url: str | None) -> str | None:
        return url if url is None else str(parse_address(url))

    @field_validator("any_of")
    @classmethod
    def _are_addresses(cls, urls: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return urls if urls is None else tuple(str(parse_address(url)) for url in urls)

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if (self.url is None) == (not self.any_of):
            raise ValueError("judge 'url' needs 'url' or a list 'any_of', and not both")
        return self

    @property
    def addresses(self) -> tuple[str, ...]:
        return self.any_of or ((self.url,) if self.url else ())

    @property
    def query_rule(self) -> str:
        return self.query or {"exact": "exact", "prefix": "subset"}[self.match]


class PageCheck(Check):
    """What a page shows, read by ``locator`` (a JavaScript expression; empty: the whole page's HTML).

    ``url`` is ``site:/path``, opened in a page of the judge's own, or ``last``, the page where the agent ended, or
    ``post-of-last``, the page of the submission that the final URL belongs to (see ``page_urls.py``).
    ``prepare`` makes the check active: JavaScript expressions, run one by one before the page is read, each waited for
    until the page is quiet. They may open and unfold, and write nothing. One that fails makes the check indeterminate;
    on ``last``, which is the agent's page and is acted on only when the agent is done, it makes it fail.
    """

    judge: Literal["page"] = "page"
    url: PageUrl
    locator: Locator = ""
    prepare: Steps | None = None
    exact_match: str | None = None
    must_include: Required | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if (self.exact_match is None) == (self.must_include is None):
            raise ValueError("judge 'page' needs one of exact_match, must_include")
        return self


class StateCheck(Check):
    """A site's state: the JMESPath ``query`` over ``{"diff": ..., "rows": ...}`` must give ``equals``, type-strict.

    ``diff`` is the site's diff since the start state; ``rows`` holds, by name, what the check's own ``rows`` read.
    """

    judge: Literal["state"] = "state"
    site: str
    query: str
    equals: Json
    rows: dict[str, RowRead] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _can_be_asked(self) -> Self:
        check_query(self.query, set(self.rows))
        return self


class GroupCheck(Check):
    """Several checks that count as one.

    ``rule``: ``any_of`` passes where one of ``checks`` does; ``all_of`` is their product; ``mean`` gives partial
    credit, the mean of their scores, and passes only where all of them do. Groups may hold groups.
    """

    judge: Literal["group"] = "group"
    rule: Literal["any_of", "all_of", "mean"]
    checks: tuple[AnyCheck, ...] = Field(strict=False, min_length=1)


AnyCheck = Annotated[
    TextCheck
    | UrlCheck
    | PageCheck
    | StateCheck
    | ModelCheck
    | ImageCheck
    | GroupCheck
    | FinishCheck
    | UnsupportedCheck,
    Field(discriminator="judge"),
]
GroupCheck.model_rebuild()
JUDGES: dict[str, type[Check]] = {
    "text": TextCheck,
    "url": UrlCheck,
    "page": PageCheck,
    "state": StateCheck,
    "model": ModelCheck,
    "image": ImageCheck,
    "group": GroupCheck,
    "finish": FinishCheck,
    "unsupported": UnsupportedCheck,
}
