"""Files that a person names, to be written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import BrowserenvError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """The body writes ``path``. Raises ``BrowserenvError``, in a line, where the disk does not take it."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise BrowserenvError(f"{path} cannot be written: {why}; is there room, and may you write there?") from error


def require_writable(path: Path) -> None:
    """Before work that takes long: make the folder and try the file, which stays as it is. Raises as ``writing``."""
    with writing(path):
        if not path.parent.exists():
            path.parent.mkdir(parents=True)
        is_new = not path.exists()
        path.open("a").close()
        if is_new:
            path.unlink()
