"""The errors of task files: one line each, with the thing, the file, the key and the mend."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TaskError(ValueError):
    """Any error of this room that the user can mend; its message is one line."""


class TaskFileError(TaskError):
    """A task file that cannot be loaded; the message names file, key and nearest valid word."""


class UnknownTaskError(TaskError):
    """A task id that no family bears; the message offers the nearest one."""


class SeedError(TaskError):
    """A seed that is no whole number from 0 on."""


class StateNeededError(TaskError):
    """A family that is drawn from a site's data, asked for without that data."""


class DrawError(TaskError):
    """A family whose slots cannot be drawn from the state at hand."""


class Flaw(ValueError):
    """What is wrong with one place of a task, before the file's name is known.

    ``where`` is the place, such as ``checks[0].locator`` (empty: the file as a whole), ``thing`` what is wrong
    there, ``mend`` the end of the message with its own ``; ``, or empty.
    """

    def __init__(self, where: str, thing: str, mend: str = "") -> None:
        super().__init__(thing)
        self.where = where
        self.thing = thing
        self.mend = mend

    @classmethod
    def said(cls, where: str, text: str) -> Flaw:
        """From one text, whose mend, if any, follows its last semicolon."""
        thing, mark, mend = text.rpartition("; ")
        return cls(where, thing, mark + mend) if mark else cls(where, mend)

    def within(self, where: str) -> Flaw:
        """The same flaw seen from the object around it."""
        joined = where if not self.where else where + ("" if self.where.startswith("[") else ".") + self.where
        return Flaw(joined, self.thing, self.mend)

    def in_file(self, file: str) -> TaskFileError:
        place = f" ({self.where})" if self.where else ""
        return TaskFileError(f"{self.thing} in {file}{place}{self.mend}")


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of an error message: ``; did you mean 'x'?``, or the known words when none is near and they are few."""
    words = sorted(set(known))
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(words)}" if 0 < len(words) <= 12 else ""
