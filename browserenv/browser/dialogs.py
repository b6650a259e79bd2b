"""Native dialogs: alert, confirm, prompt, beforeunload. Each blocks its page until it is answered.

The agent answers; what it leaves unanswered is answered by default, so that nothing hangs: a page may always be left,
an alert is taken note of, and all else is dismissed, as by the Escape key. Two more are answered by default at once:
what a page asks that is just being left, and, from the sixth dialog on, what a page asks that opens one after the
other without coming to rest, as browsers offer to stop such pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import BrowserContext, Dialog, Frame, Page
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.actions import Action
from browserenv.browser.failures import ActionFailed

ANSWERS = "answer it with accept_dialog() or dismiss_dialog(), or by the keys Enter and Escape"
IN_A_ROW = 5
KEPT = 20
ACCEPTED, DISMISSED = "accepted", "dismissed"
_KEYS = {"Enter": "accept_dialog", "Escape": "dismiss_dialog"}


@dataclass(frozen=True)
class DialogNote:
    """A dialog that opened. ``kind``: alert, confirm, prompt, beforeunload or file chooser; ``default_text``: what a
    prompt proposes; ``answer``: accepted, dismissed, or empty while it is open."""

    kind: str
    message: str
    default_text: str = ""
    answer: str = ""

    def as_record(self) -> dict[str, str]:
        """As an observation has it."""
        return {
            "type": self.kind,
            "message": self.message,
            "default_text": self.default_text,
            "answer": self.answer,
        }

    def __str__(self) -> str:
        proposed = f" (proposed: {_short(self.default_text)})" if self.default_text else ""
        return f"{self.kind} {_short(self.message)}{proposed}"


@dataclass
class _Open:
    dialog: Dialog
    note: DialogNote
    typed: str | None = None


class Dialogs:
    """The dialogs of a context: those that are open, and what came of the others."""

    def __init__(self, context: BrowserContext) -> None:
        self._open: list[_Open] = []
        self._notes: list[DialogNote] = []
        self._in_a_row = 0
        self._leaving: Page | None = None
        self._came = asyncio.Event()
        context.on("dialog", self._opened)

    @property
    def open(self) -> tuple[DialogNote, ...]:
        """The dialogs that wait for an answer, oldest first."""
        return tuple(each.note for each in self._open)

    def take(self) -> tuple[DialogNote, ...]:
        """The dialogs that were answered since the last call (the first ones of many), and those that are open."""
        notes, self._notes = tuple(self._notes), []
        return (*notes, *self.open)

    def count_anew(self) -> None:
        """What opens from now on is no longer in a row with what was: the page came to rest."""
        self._in_a_row = 0

    @contextmanager
    def leaving(self, page: Page) -> Iterator[None]:
        """Meanwhile, up to its next document, ``page`` is asked for nothing but whether it may be left."""

        def left(frame: Frame) -> None:
            if frame == page.main_frame:
                self._leaving = None

        self._leaving = page
        page.on("framenavigated", left)
        try:
            yield
        finally:
            self._leaving = None
            page.remove_listener("framenavigated", left)

    async def opened(self) -> None:
        """Wait until a dialog is open."""
        while not self._open:
            self._came.clear()
            await self._came.wait()

    def meant(self, action: Action) -> Action:
        """What an action means while a dialog is open, which has the keyboard: Enter and Escape answer it."""
        if action.name == "keyboard_press" and action.args["key"] in _KEYS:
            return Action(_KEYS[action.args["key"]], {"text": None} if action.args["key"] == "Enter" else {})
        return action

    def write(self, text: str) -> bool:
        """Type into an open prompt, in place of what it proposes; whether there is one."""
        prompt = self._open[0] if self._open and self._open[0].note.kind == "prompt" else None
        if prompt:
            prompt.typed = (prompt.typed or "") + text
        return prompt is not None

    async def accept_dialog(self, text: str | None) -> None:
        """Raises ActionFailed when none is open."""
        each = self._oldest()
        given = text if text is not None else each.typed
        await self._answer(each, ACCEPTED, given)

    async def dismiss_dialog(self) -> None:
        """Raises ActionFailed when none is open."""
        await self._answer(self._oldest(), DISMISSED)

    async def answer_by_default(self) -> None:
        """Leave none open."""
        for each in tuple(self._open):
            await self._answer(each, _default(each.note))

    def _oldest(self) -> _Open:
        if not self._open:
            raise ActionFailed("no dialog is open")
        return self._open[0]

    async def _answer(self, each: _Open, answer: str, text: str | None = None) -> None:
        if each in self._open:
            self._open.remove(each)
        self._note(replace(each.note, answer=answer))
        given = each.note.default_text if text is None else text
        try:
            await (each.dialog.accept(given) if answer == ACCEPTED else each.dialog.dismiss())
        except PlaywrightError:
            return  # the page went away together with its dialog

    async def _opened(self, dialog: Dialog) -> None:
        each = _Open(dialog, DialogNote(dialog.type, dialog.message, dialog.default_value))
        self._in_a_row += 1
        is_left = dialog.page is not None and dialog.page is self._leaving and dialog.type != "beforeunload"
        if is_left or self._in_a_row > IN_A_ROW:
            await self._answer(each, _default(each.note))
            return
        self._open.append(each)
        self._came.set()
        if dialog.page is not None:
            self._follow(dialog.page, each)

    def _follow(self, page: Page, each: _Open) -> None:
        """A page that goes takes its dialog with it."""

        def gone(_page: Any) -> None:
            if each in self._open:
                self._open.remove(each)

        page.once("close", gone)
        page.once("crash", gone)

    def _note(self, note: DialogNote) -> None:
        if len(self._notes) < KEPT:
            self._notes.append(note)


def _default(note: DialogNote) -> str:
    return ACCEPTED if note.kind in ("alert", "beforeunload") else DISMISSED


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f'"{flat if len(flat) <= 200 else flat[:197] + "..."}"'
