"""Native dialogs: alert, confirm, prompt, beforeunload. They block the page, so each is answered at once and noted."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import BrowserContext, Dialog
from playwright.async_api import Error as PlaywrightError


@dataclass(frozen=True)
class DialogNote:
    """A dialog that opened. ``kind``: alert, confirm, prompt or beforeunload; ``answer``: accepted or dismissed."""

    kind: str
    message: str
    answer: str

    def __str__(self) -> str:
        return f"{self.kind} dialog {self.message[:200]!r} opened and was {self.answer}"


class Dialogs:
    """Answers the dialogs of a context: a page may always be left, all else is dismissed, as by the Escape key."""

    def __init__(self, context: BrowserContext, keep: int = 20) -> None:
        self._keep = keep
        self._notes: list[DialogNote] = []
        context.on("dialog", self._answer)

    def take(self) -> tuple[DialogNote, ...]:
        """The dialogs since the last call, oldest first (the first ``keep`` of them)."""
        notes, self._notes = tuple(self._notes), []
        return notes

    async def _answer(self, dialog: Dialog) -> None:
        leaving = dialog.type == "beforeunload"
        if len(self._notes) < self._keep:
            self._notes.append(DialogNote(dialog.type, dialog.message, "accepted" if leaving else "dismissed"))
        try:
            await (dialog.accept() if leaving else dialog.dismiss())
        except PlaywrightError:
            return  # the page went away together with its dialog
