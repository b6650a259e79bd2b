"""The errors of browserenv: one line each, with the thing, the value and the mend."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class BrowserenvError(Exception):
    """An error that the user can mend. The command line prints it as one line and exits with code 2."""


class UnknownNameError(BrowserenvError):
    """A name that is not registered; the message offers the nearest one."""


class NoReplicaError(BrowserenvError):
    """A task of a site that nobody made a replica of, such as most of an imported benchmark."""


class CallOrderError(BrowserenvError):
    """A call that came before the call it depends on, such as ``step`` before ``reset``."""


class BrowserUnusableError(BrowserenvError):
    """A Chromium that cannot start on this machine before the user mends something: no task can be played."""


class BrowserNotFoundError(BrowserUnusableError):
    """No Chromium could be found or downloaded."""


class InfrastructureFault(Exception):
    """A failure of the world, the browser or a judge. Leads to *indeterminate*, is rerun, is never scored.

    ``part`` is where it happened: ``"world"``, ``"site"``, ``"browser"`` or ``"judge"``.
    """

    def __init__(self, part: str, message: str) -> None:
        super().__init__(f"{part}: {message}")
        self.part = part
        self.message = message

    def as_record(self) -> dict[str, str]:
        """As plain JSON, for ``info`` and for the run's records."""
        return {"part": self.part, "message": self.message}


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of an error message: ``; did you mean 'x'?`` or an empty string when nothing is near."""
    close = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""
