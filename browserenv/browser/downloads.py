"""What an episode downloaded: kept in a folder of its own, listed by name and size."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from playwright.async_api import BrowserContext, Download, Page
from playwright.async_api import Error as PlaywrightError

MAX_NAME = 120
MOST_BYTES = 1_000_000_000  # of all files of an episode together
LOOK_S = 0.1  # between two looks at how much of a file is there


@dataclass(frozen=True)
class Downloaded:
    """A file: its name in the folder, its size, and why it is not there (empty when it is)."""

    name: str
    size_bytes: int = 0
    failure: str = ""

    def as_record(self) -> dict[str, Any]:
        """As an observation has it."""
        return {"name": self.name, "size_bytes": self.size_bytes, "failure": self.failure}


class Downloads:
    """Follows the downloads of a context. The folder is made for the first one and removed by ``close``.

    ``most_bytes``: a file that would make all of them larger is stopped on its way, and nothing of it is kept.
    """

    def __init__(self, context: BrowserContext, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._folder: Path | None = None
        self._files: dict[str, Downloaded] = {}
        self._under_way: set[asyncio.Future[None]] = set()
        context.on("page", self._watch)
        for page in context.pages:  # the first tab was opened ahead
            self._watch(page)

    @property
    def folder(self) -> Path | None:
        """Where the files are; None as long as there are none."""
        return self._folder

    @property
    def files(self) -> tuple[Downloaded, ...]:
        """All that were begun in this episode, in that order."""
        return tuple(self._files.values())

    @property
    def paths(self) -> dict[str, Path]:
        """The files that are there, by name."""
        there = [each.name for each in self._files.values() if not each.failure]
        return {name: self._folder / name for name in there} if self._folder else {}

    async def finish(self, timeout_s: float) -> None:
        """Wait, bounded, for what is on its way."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=timeout_s)

    async def close(self) -> None:
        """Remove the files."""
        for saving in tuple(self._under_way):
            saving.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        if self._folder is not None:
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            self._folder = None

    def _watch(self, page: Page) -> None:
        page.on("download", self._began)

    def _began(self, download: Download) -> None:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="browserenv-downloads-"))
        name = self._free_name(download.suggested_filename)
        self._files[name] = Downloaded(name, failure="not finished")
        saving = asyncio.ensure_future(self._save(download, self._folder / name))
        self._under_way.add(saving)
        saving.add_done_callback(self._under_way.discard)

    async def _save(self, download: Download, path: Path) -> None:
        saving = asyncio.ensure_future(download.save_as(path))
        try:
            refused = await self._watch_size(download, saving)
            if not refused:
                await saving
                await download.delete()  # the browser's own copy
                refused = _size(path) > self._room
            if refused:
                path.unlink(missing_ok=True)
            failure = self._too_large() if refused else ""
            self._files[path.name] = Downloaded(path.name, _size(path), failure)
        except PlaywrightError as error:
            self._files[path.name] = Downloaded(path.name, failure=error.message.splitlines()[0][:200])
        finally:
            saving.cancel()

    async def _watch_size(self, download: Download, saving: asyncio.Future[None]) -> bool:
        """Whether a file was stopped since there is no room for it; returns when that is so, or when all of it came."""
        on_the_way = _place_of(download)
        while not (await asyncio.wait({saving}, timeout=LOOK_S))[0]:
            if _size(on_the_way) > self._room:
                await download.cancel()
                await asyncio.gather(saving, return_exceptions=True)  # it tells that it was cancelled
                return True
        return False

    @property
    def _room(self) -> int:
        return self._most_bytes - sum(each.size_bytes for each in self._files.values())

    def _too_large(self) -> str:
        return f"it is too large: all files of an episode may have {self._most_bytes / 1e6:g} MB"

    def _free_name(self, suggested: str) -> str:
        """A plain name that no other file has: a(1).txt after a.txt."""
        plain = PurePosixPath(suggested.replace("\\", "/").replace("\0", "")).name[-MAX_NAME:].lstrip(".") or "download"
        path, count = PurePosixPath(plain), 0
        while (name := f"{path.stem}({count}){path.suffix}" if count else plain) in self._files:
            count += 1
        return name


def _place_of(download: Download) -> Path:
    """Where Chromium writes a file until all of it came. Playwright knows and does not say: the only public way to ask
    waits for the end."""
    return Path(f"{download._impl_obj._artifact._initializer['absolutePath']}.crdownload")


def _size(path: Path) -> int:
    """In bytes; 0 for a file that is not there, not yet or no longer."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
