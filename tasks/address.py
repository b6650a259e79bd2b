"""Addresses in task files are written ``site:/path``, so that they hold on any host and port."""

from __future__ import annotations

import re
from typing import NamedTuple

_ADDRESS = re.compile(r"(?P<site>[a-z][a-z0-9_-]*):(?P<path>/(?!/)\S*)")


class Address(NamedTuple):
    """A place on a site: ``site`` is its name, ``path`` begins with a slash and may hold query and fragment."""

    site: str
    path: str

    def __str__(self) -> str:
        return f"{self.site}:{self.path}"

    def on(self, base: str) -> str:
        """The whole URL, given the site's base such as ``http://forum.localhost``."""
        return base.rstrip("/") + self.path


def parse_address(text: str) -> Address:
    """Raises ``ValueError`` for anything but ``site:/path``; ``http://host/`` is none, since hosts differ by world."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no address; write site:/path, such as forum:/f/books")
    return Address(found["site"], found["path"])
