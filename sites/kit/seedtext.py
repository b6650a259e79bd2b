"""Seed text from grammars: what people of a replica site seem to have written, the same for the same seed.

A grammar is a text file of rules. ``@name`` begins a rule and each line after it is one alternative; ``@name title
author`` begins a rule of records, whose lines are split at `` | `` into the named fields. ``@+name`` adds to the rule
of that name in the grammar beneath, where ``@name`` replaces it. Lines that begin with ``#`` are remarks.

In an alternative
``{thing}``       is an alternative of ``thing``, drawn anew, though not one that is bound on this page or in this text,
``{@thing}``      is the one bound on this page: drawn at its first use, the same at every later one,
``{@book.author}`` is a field of a record; without a field the first is meant,
``{#2-40/2}``     is a whole number from 2 to 40 in steps of 2,
``<some|any|>``   is one of the texts between the bars, which may hold all of the above,
and a name may end in ``!c`` (capital), ``!a`` (with a or an), ``!l`` (lower case) or ``!t`` (Title Case).
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_TOKEN = re.compile(r"\{([^{}]*)\}|([<|>])")
_REFERENCE = re.compile(r"(@?)([a-z][\w-]*)(?:\.([\w-]+))?(?:!([acltu]))?$")
_NUMBER = re.compile(r"#(\d+)-(\d+)(?:/(\d+))?$")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.)\s+|\n+")
_VOWEL = r"(?!one\b|one-|once|eu|uni[^nm]|us[aeiu]|ute)(?:[aeiou]|hour|honest|heir|8|1[18](?!\d))"
_AN = re.compile(_VOWEL, re.IGNORECASE)
_A_BEFORE_VOWEL = re.compile(rf"\b([Aa]) (?={_VOWEL})")
MAX_TRIES = 200


class GrammarError(ValueError):
    """A grammar that cannot be read or used; the message names the rule and the mend."""


@dataclass(frozen=True)
class Number:
    """A whole number from ``low`` to ``high`` in steps of ``step``."""

    low: int
    high: int
    step: int


@dataclass(frozen=True)
class Reference:
    """The use of a rule: bound to the page or drawn anew, perhaps one field of it, perhaps in another form."""

    name: str
    field: str
    is_bound: bool
    form: str


@dataclass(frozen=True)
class Choice:
    """One of several templates."""

    templates: tuple[Template, ...]


Template = tuple["str | Number | Reference | Choice", ...]


@dataclass(frozen=True)
class Rule:
    """``fields`` are the names of a record's parts (``("",)`` for plain text); ``rows`` one template for each part."""

    fields: tuple[str, ...]
    rows: tuple[tuple[Template, ...], ...]


class Grammar:
    """Rules by name. Grammars are layered with ``over``: common ones beneath, special ones above."""

    def __init__(self, rules: Mapping[str, Rule], added: Mapping[str, Rule] | None = None) -> None:
        self.rules = dict(rules)
        self.added = dict(added or {})

    @classmethod
    def parse(cls, text: str) -> Grammar:
        """Raises ``GrammarError`` for a line before the first rule, a wrong number of fields or a broken template."""
        rules: dict[str, Rule] = {}
        added: dict[str, Rule] = {}
        for name, is_added, fields, lines in _sections(text):
            rows = tuple(_parse_row(line, fields, name) for line in lines)
            (added if is_added else rules)[name] = Rule(fields, rows)
        return cls(rules, added)

    @classmethod
    def read(cls, path: Path) -> Grammar:
        """A grammar file (UTF-8)."""
        return cls.parse(path.read_text(encoding="utf-8"))

    @classmethod
    def of_words(cls, words: Mapping[str, Sequence[str]]) -> Grammar:
        """Plain rules: a name that begins with ``+`` adds to the grammar beneath."""
        return cls.parse("\n".join(f"@{name}\n" + "\n".join(lines) for name, lines in words.items()))

    def over(self, base: Grammar) -> Grammar:
        """This grammar on top of ``base``."""
        rules = {**base.rules, **self.rules}
        for name, rule in self.added.items():
            beneath = rules.get(name)
            rules[name] = Rule(rule.fields, (beneath.rows if beneath else ()) + rule.rows)
        return Grammar(rules)

    def rule(self, name: str) -> Rule:
        """Raises ``GrammarError`` for a rule that is not there or has no alternatives."""
        found = self.rules.get(name)
        if not found or not found.rows:
            raise GrammarError(f"no rule {name!r} with alternatives in the grammar; add '@{name}' and a line")
        return found

    def check(self) -> None:
        """Raise ``GrammarError`` if any alternative refers to a rule or a field that is not there."""
        for name, rule in self.rules.items():
            for reference in (r for row in rule.rows for template in row for r in _references(template)):
                target = self.rule(reference.name)
                if reference.field and reference.field not in target.fields:
                    raise GrammarError(f"{name!r} uses {reference.name}.{reference.field}; fields: {target.fields}")


@dataclass
class Page:
    """What one page says: the words bound on it, and the alternatives and sentences already used on it."""

    grammar: Grammar
    rng: random.Random
    bound: dict[str, dict[str, str]] = field(default_factory=dict)
    said: set[str] = field(default_factory=set)
    used: set[tuple[str, int]] = field(default_factory=set)
    _drawn: list[str] = field(default_factory=list)

    def write(self, name: str) -> str:
        """An alternative of a rule, drawn anew."""
        rule = self.grammar.rule(name)
        return self._finish(rule.rows[self._index(len(rule.rows))][0])

    def write_new(self, name: str) -> str:
        """An alternative of a rule of which no sentence stands on this page yet.

        Templates that the page has used are drawn again only when few are left. Raises ``GrammarError`` when
        ``MAX_TRIES`` draws bring nothing new: the rule is too small for the page.
        """
        rule = self.grammar.rule(name)
        for attempt in range(MAX_TRIES):
            index = self._index(len(rule.rows))
            if attempt < MAX_TRIES // 4 and (name, index) in self.used:
                continue
            text = self._finish(rule.rows[index][0])
            new = set(sentences(text))
            if not new & self.said:
                self.said |= new
                self.used.add((name, index))
                return text
        raise GrammarError(f"rule {name!r} has nothing new to say on this page; give it more alternatives")

    def n_left(self, name: str) -> int:
        """How many alternatives of a rule ``write_new`` has not used on this page."""
        return len(self.grammar.rule(name).rows) - sum(1 for used, _ in self.used if used == name)

    def bind(self, name: str, index: int | None = None) -> dict[str, str]:
        """The record bound on this page, by field: the ``index``-th of the rule, or drawn at its first use."""
        if name not in self.bound:
            rule = self.grammar.rule(name)
            row = rule.rows[self._index(len(rule.rows)) if index is None else index]
            self.bound[name] = {key: self._finish(part) for key, part in zip(rule.fields, row, strict=True)}
        return self.bound[name]

    def _finish(self, template: Template) -> str:
        self._drawn.clear()
        return _A_BEFORE_VOWEL.sub(r"\1n ", self._fill(template))

    def _index(self, n: int) -> int:
        return int(self.rng.random() * n)

    def _fill(self, template: Template) -> str:
        return "".join(part if isinstance(part, str) else self._part(part) for part in template)

    def _part(self, part: Number | Reference | Choice) -> str:
        if isinstance(part, Choice):
            return self._fill(part.templates[self._index(len(part.templates))])
        if isinstance(part, Number):
            return str(part.low + part.step * self._index((part.high - part.low) // part.step + 1))
        return _reshape(self._bound(part) if part.is_bound else self._fresh(part), part.form)

    def _bound(self, reference: Reference) -> str:
        record = self.bind(reference.name)
        return record[reference.field] if reference.field else next(iter(record.values()))

    def _fresh(self, reference: Reference) -> str:
        rule = self.grammar.rule(reference.name)
        column = rule.fields.index(reference.field) if reference.field else 0
        taken = self.bound.get(reference.name, {}).values()
        text = ""
        first = self._index(len(rule.rows))
        for index in (*range(first, len(rule.rows)), *range(first)):
            text = self._fill(rule.rows[index][column])
            if text not in taken and text not in self._drawn:
                break
        self._drawn.append(text)
        return text


def stream(*names: object) -> random.Random:
    """A random generator of its own for a purpose, named by texts and numbers; the same names, the same draws."""
    digest = hashlib.sha256("/".join(str(name) for name in names).encode()).digest()
    return random.Random(int.from_bytes(digest[:16], "big"))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, without the white space around them."""
    return [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]


def _sections(text: str) -> Iterator[tuple[str, bool, tuple[str, ...], list[str]]]:
    head: list[str] | None = None
    lines: list[str] = []
    for line in [*text.splitlines(), "@"]:
        if line.startswith("@"):
            if head:
                yield head[0].lstrip("+"), head[0].startswith("+"), tuple(head[1:]) or ("",), lines
            head, lines = line[1:].split(), []
        elif line.strip() and not line.startswith("#"):
            if head is None:
                raise GrammarError(f"text before the first rule: {line!r}; begin the rule with '@name'")
            lines.append(line)


def _parse_row(line: str, fields: tuple[str, ...], name: str) -> tuple[Template, ...]:
    parts = line.split(" | ") if len(fields) > 1 else [line]
    if len(parts) != len(fields):
        raise GrammarError(f"rule {name!r} has fields {fields}, the line {line!r} has {len(parts)}")
    return tuple(_parse_template(part.strip().replace("\\n", "\n"), name) for part in parts)


def _parse_template(text: str, name: str) -> Template:
    stack: list[list[list[str | Number | Reference | Choice]]] = [[[]]]
    end = 0
    for token in _TOKEN.finditer(text):
        stack[-1][-1].append(text[end : token.start()])
        end = token.end()
        if token[1] is not None:
            stack[-1][-1].append(_parse_brace(token[1], name))
        elif token[2] == "<":
            stack.append([[]])
        elif len(stack) == 1:
            raise GrammarError(f"{token[2]!r} outside of '<...>' in rule {name!r}: {text!r}")
        elif token[2] == "|":
            stack[-1].append([])
        else:
            choice = Choice(tuple(_trim(parts) for parts in stack.pop()))
            stack[-1][-1].append(choice)
    if len(stack) != 1:
        raise GrammarError(f"'<' without '>' in rule {name!r}: {text!r}")
    return _trim([*stack[0][0], text[end:]])


def _trim(parts: list[str | Number | Reference | Choice]) -> Template:
    return tuple(part for part in parts if part != "")


def _parse_brace(text: str, name: str) -> Number | Reference:
    if number := _NUMBER.match(text):
        return Number(int(number[1]), int(number[2]), int(number[3] or 1))
    if reference := _REFERENCE.match(text):
        return Reference(reference[2], reference[3] or "", bool(reference[1]), reference[4] or "")
    raise GrammarError(f"cannot read '{{{text}}}' in rule {name!r}; write {{name}}, {{@name.field!c}} or {{#1-9}}")


def _references(template: Template) -> Iterator[Reference]:
    for part in template:
        if isinstance(part, Reference):
            yield part
        elif isinstance(part, Choice):
            for option in part.templates:
                yield from _references(option)


def _reshape(text: str, form: str) -> str:
    if form == "c":
        return text[:1].upper() + text[1:]
    if form == "a":
        return f"{'an' if _AN.match(text) else 'a'} {text}"
    if form == "l":
        return text[:1].lower() + text[1:]
    if form == "t":
        return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
    return text
