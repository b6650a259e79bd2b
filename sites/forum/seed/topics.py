"""The grammars of the topics, layered: what everybody says, what a topic adds, what one forum adds."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ...kit.seedtext import Grammar
from .forums import Forum

FOLDER = Path(__file__).with_name("topics")
_EVERYWHERE = ("common", "pictures", "anchors")


@dataclass
class Library:
    """The grammar files of one build; each is read once."""

    _topics: dict[str, Grammar] = field(default_factory=dict)

    def topic(self, name: str) -> Grammar:
        """A topic on top of what is said everywhere. Raises ``FileNotFoundError`` for a topic without a file."""
        if name not in self._topics:
            base = self._everywhere() if name not in _EVERYWHERE else Grammar({})
            self._topics[name] = Grammar.read(FOLDER / f"{name}.txt").over(base)
        return self._topics[name]

    def forum(self, forum: Forum) -> Grammar:
        """The grammar of a forum: its topic, and the words of its own where `topics/forums/` has a file for it."""
        own = FOLDER / "forums" / f"{forum.name}.txt"
        topic = self.topic(forum.topic)
        return Grammar.read(own).over(topic) if own.exists() else topic

    def _everywhere(self) -> Grammar:
        grammar = Grammar({})
        for name in _EVERYWHERE:
            grammar = self.topic(name).over(grammar)
        return grammar
