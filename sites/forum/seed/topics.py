"""The grammars of the topics, layered: what everybody says, what a topic adds, what one forum adds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ...kit.seedtext import Grammar
from .forums import Forum

FOLDER = Path(__file__).with_name("topics")


_EVERYWHERE = ("common", "pictures", "anchors")


@cache
def read_topic(name: str) -> Grammar:
    """A topic on top of what is said everywhere."""
    base = _base() if name not in _EVERYWHERE else Grammar({})
    return Grammar.read(FOLDER / f"{name}.txt").over(base)


@cache
def _base() -> Grammar:
    grammar = Grammar({})
    for name in _EVERYWHERE:
        grammar = read_topic(name).over(grammar)
    return grammar


def forum_grammar(forum: Forum) -> Grammar:
    """The grammar of a forum: its topic, and the words of its own where `topics/forums/` has a file for it."""
    own = FOLDER / "forums" / f"{forum.name}.txt"
    topic = read_topic(forum.topic)
    return Grammar.read(own).over(topic) if own.exists() else topic
