"""The files that an agent may give to a page: those that the task offers, and those that it downloaded."""

from __future__ import annotations

from pathlib import Path

from browserenv.browser.downloads import Downloads
from browserenv.browser.failures import ActionFailed


class Files:
    """``offered``: the folder of files that the task offers, if any."""

    def __init__(self, offered: Path | None, downloads: Downloads) -> None:
        self._offered = offered
        self._downloads = downloads

    def find(self, name: str) -> Path:
        """A file by its plain name; nothing else of this machine can be read. Raises ActionFailed."""
        files = self._downloads.paths | _files_in(self._offered)
        if name in files:
            return files[name]
        mend = f"offered are {', '.join(sorted(files))}" if files else "this task offers no files"
        raise ActionFailed(f"no file {name[:80]!r}; {mend}")


def _files_in(folder: Path | None) -> dict[str, Path]:
    return {path.name: path for path in folder.iterdir() if path.is_file()} if folder else {}
