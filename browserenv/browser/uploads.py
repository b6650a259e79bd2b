"""The actions that give a page files: those that the task offers, and those that the agent downloaded."""

from __future__ import annotations

from playwright.async_api import TimeoutError as PlaywrightTimeout

from browserenv.browser.choosers import Choosers
from browserenv.browser.failures import ActionFailed
from browserenv.browser.files import Files
from browserenv.browser.pointer import Pointer
from browserenv.browser.reach import Reach


class Uploads:
    """Gives files to fields and to file choosers of the active tab."""

    def __init__(self, reach: Reach, files: Files, choosers: Choosers, pointer: Pointer) -> None:
        self._reach = reach
        self._files = files
        self._choosers = choosers
        self._pointer = pointer
        self._ms = reach.ready_ms

    async def upload_file(self, bid: str, file: tuple[str, ...]) -> None:
        """Raises ActionFailed when the element is no file field, or a file is not offered."""
        element, locator = await self._reach.locate(bid)
        field = await self._reach.field(element, locator)
        if field["type"] != "file":
            raise ActionFailed(f"{element} is not a file field")
        if len(file) > 1 and not field["multiple"]:
            raise ActionFailed(f"{element} takes one file, not {len(file)}")
        paths = [self._files.find(name) for name in file]
        await self._reach.act(element, locator, lambda at: at.set_input_files(paths, timeout=self._ms))
        self._choosers.leave()  # it asked for what the field has now

    async def mouse_upload_file(self, x: float, y: float, file: tuple[str, ...]) -> None:
        """Raises ActionFailed when the click opens no file chooser."""
        paths = [self._files.find(name) for name in file]
        try:
            async with self._reach.page().expect_file_chooser(timeout=self._ms):
                await self._pointer.mouse_click(x, y, "left")
        except PlaywrightTimeout:
            raise ActionFailed(f"no file chooser opened after the click at ({x:g}, {y:g})") from None
        await self._choosers.choose(paths)

    async def choose_files(self, file: tuple[str, ...]) -> None:
        """Raises ActionFailed when no file chooser is open."""
        await self._choosers.choose([self._files.find(name) for name in file])
