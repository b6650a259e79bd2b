"""The sites by name. Adding a site is adding its name here and a folder beside this one."""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable
from typing import Any, Protocol, cast

from .manifest import Manifest
from .mount import Mount

SITE_NAMES = ("forum", "calendar")

Progress = Callable[[str, int, int], None]
"""Called while a site is built with (what, done, of how many)."""


class WsgiSite(Protocol):
    """The module ``app`` of a server-side site."""

    def create_app(self) -> Any:
        """The WSGI application; it finds its mount in the environ (see ``mount.ENVIRON_KEY``)."""

    def mint_login(self, mount: Mount, user: str) -> list[dict[str, Any]]:
        """The cookies of a logged-in user, in Playwright's form; raises ``KeyError`` for an unknown user."""


class Builder(Protocol):
    """The module ``data`` of a site."""

    def build(self, db: sqlite3.Connection, size: str, seed: int, progress: Progress) -> None:
        """Create the schema and the seed data in an empty database; same arguments, same bytes."""


def manifest(name: str) -> Manifest:
    """A site's data sheet; raises ``KeyError`` naming the sites there are."""
    if name not in SITE_NAMES:
        raise KeyError(f"no site {name!r}; there are {', '.join(SITE_NAMES)}")
    return cast(Manifest, importlib.import_module(f"..{name}.manifest", __package__).MANIFEST)


def application(name: str) -> WsgiSite:
    """A site's web application module; imports its web framework."""
    manifest(name)
    return cast(WsgiSite, importlib.import_module(f"..{name}.app", __package__))


def builder(name: str) -> Builder:
    """A site's seed data module."""
    manifest(name)
    return cast(Builder, importlib.import_module(f"..{name}.data", __package__))
