"""The text of submissions: title, address or body."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from ...kit.seedtext import Grammar, Page
from .plan import Planned
from .scale import Recipe

TEXT_SHARE = {
    "ask": 0.92,
    "talk": 0.8,
    "review": 0.9,
    "tip": 0.7,
    "ama": 1.0,
    "lab": 1.0,
    "shop": 1.0,
    "joke": 0.12,
    "show": 0.45,
}
"""How many submissions of a kind have a body; the rest of ``show`` and all of ``news`` and ``pic`` link to a page."""

_TRIES = 300


@dataclass(frozen=True)
class Post:
    """A submission's text. ``words`` is the record that its title came from."""

    title: str
    kind: str
    url: str | None
    body: str | None
    words: dict[str, str]
    page: Page


@dataclass
class Writer:
    """Writes the posts of one forum: no title twice (all forums share ``titles``), each shape of title by turns."""

    grammar: Grammar
    titles: set[str]
    _decks: dict[str, list[int]] = field(default_factory=dict)

    def write(self, row: Planned, recipe: Recipe) -> Post:
        """Raises ``ValueError`` when the forum's grammar runs out of titles."""
        rng = recipe.stream("text", row.id)
        rule = _rule(row, self.grammar)
        for _ in range(_TRIES):
            page = Page(self.grammar, rng)
            page.bound["forum"] = {"": row.forum.name}
            words = page.bind(rule, self._next(rule, rng))
            title = words["text"][:1].upper() + words["text"][1:]
            if title.lower() not in self.titles:
                self.titles.add(title.lower())
                page.bound["it"] = {"": words["it"]}
                return _finish(row, title, words, page)
        raise ValueError(f"rule {rule!r} of forum {row.forum.name!r} has no new titles; give it more alternatives")

    def _next(self, rule: str, rng: random.Random) -> int:
        deck = self._decks.setdefault(rule, [])
        if not deck:
            deck += range(len(self.grammar.rule(rule).rows))
            rng.shuffle(deck)
        return deck.pop()


def _rule(row: Planned, grammar: Grammar) -> str:
    if f"a{row.id}" in grammar.rules:
        return f"a{row.id}"
    if row.picture:
        return f"pic-{row.picture}"
    return row.kind


def _finish(row: Planned, title: str, words: dict[str, str], page: Page) -> Post:
    kind = words.get("kind", "pic" if row.picture else row.kind)
    given = words.get("body", "+")
    if given != "+":
        body = None if given == "-" else given
        return Post(title, kind, _link(kind, title, page) if body is None else None, body, words, page)
    if page.rng.random() < TEXT_SHARE.get(kind, 0.0):
        return Post(title, kind, None, _body(kind, page), words, page)
    return Post(title, kind, None if row.has_image else _link(kind, title, page), None, words, page)


def _link(kind: str, title: str, page: Page) -> str | None:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:48].rstrip("-")
    if kind == "news":
        return f"https://{page.write('site')}/stories/{slug}"
    if kind == "pic":
        return f"https://photos.example/{slug}.jpg"
    if kind == "show":
        return f"https://{page.write('show-site')}/{slug}"
    return None


def _body(kind: str, page: Page) -> str:
    """One to four paragraphs: how it began, some details, perhaps a list, a word at the end."""
    rng = page.rng
    opening, detail = (rule_for(page, rule, kind) for rule in ("open", "detail"))
    paragraphs = [" ".join([page.write_new(opening), *_some(page, detail, rng.randint(0, 2))])]
    if rng.random() < 0.5 and page.n_left(detail):
        paragraphs.append(" ".join(_some(page, detail, rng.randint(1, 2)) + _some(page, "aside", rng.randint(0, 1))))
    if page.n_left("item") >= 4 and rng.random() < 0.22:
        items = _some(page, "item", rng.randint(2, 4))
        paragraphs.append("\n".join([page.write_new("list-intro"), "", *(f"- {item}" for item in items)]))
    if rng.random() < 0.6:
        paragraphs.append(page.write_new("close"))
    if rng.random() < 0.06:
        paragraphs.append(page.write_new("edit"))
    return "\n\n".join(paragraphs)


def rule_for(page: Page, rule: str, kind: str) -> str:
    """The rule's variant for a kind of submission, where the grammar has one."""
    special = f"{rule}-{kind}"
    return special if special in page.grammar.rules else rule


def _some(page: Page, rule: str, n: int) -> list[str]:
    return [page.write_new(rule) for _ in range(min(n, page.n_left(rule)))]
