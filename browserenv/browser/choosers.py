"""File choosers: a page asks for files, and nothing else waits for the answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import BrowserContext, FileChooser, Page
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.dialogs import DialogNote
from browserenv.browser.failures import ActionFailed, first_line

KIND = "file chooser"


class Choosers:
    """The file chooser that is open in a context, if any: the last one that a page opened."""

    def __init__(self, context: BrowserContext) -> None:
        self._chooser: FileChooser | None = None
        context.on("page", self._watch)
        for page in context.pages:  # the first tab was opened ahead
            self._watch(page)

    @property
    def open(self) -> tuple[DialogNote, ...]:
        """A note of the open one, or none."""
        chooser = self._current()
        if chooser is None:
            return ()
        return (DialogNote(KIND, "choose one or several files" if chooser.is_multiple() else "choose a file"),)

    async def choose(self, files: Sequence[Path]) -> None:
        """Give files to the open chooser. Raises ActionFailed when none is open or it takes one file alone."""
        chooser = self._current()
        if chooser is None:
            raise ActionFailed("no file chooser is open; upload_file(bid, file) puts a file into a field")
        if len(files) > 1 and not chooser.is_multiple():
            raise ActionFailed(f"this file chooser takes one file, not {len(files)}")
        self.leave()
        try:
            await chooser.set_files(list(files))
        except PlaywrightError as error:
            raise ActionFailed(f"the file chooser is gone ({first_line(error)})") from error

    def leave(self) -> bool:
        """Close the chooser without an answer; whether one was open."""
        was_open, self._chooser = self._current() is not None, None
        return was_open

    def _current(self) -> FileChooser | None:
        return self._chooser if self._chooser is not None and not self._chooser.page.is_closed() else None

    def _watch(self, page: Page) -> None:
        page.on("filechooser", self._opened)
        page.on("framenavigated", lambda frame: self._left(page) if frame == page.main_frame else None)

    def _opened(self, chooser: FileChooser) -> None:
        self._chooser = chooser

    def _left(self, page: Page) -> None:
        if self._chooser is not None and self._chooser.page == page:
            self._chooser = None
