"""The backends by name. A registry is a dictionary: adding a backend is adding a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import UnknownNameError, nearest
from .base import World
from .embedded import EmbeddedWorld
from .external import ExternalWorld


def _docker_world(sites: Sequence[str], **options: Any) -> World:
    from .docker import DockerWorld  # noqa: PLC0415  the engine's SDK is loaded by those alone who use it

    return DockerWorld(sites, **options)


BACKENDS: dict[str, Callable[..., World]] = {
    "embedded": EmbeddedWorld,
    "docker": _docker_world,
    "external": ExternalWorld,
}


def make_world(backend: str, sites: Sequence[str], **options: Any) -> World:
    """A world of a backend, not yet open. Raises ``UnknownNameError``, which offers the nearest backend."""
    if backend not in BACKENDS:
        known = ", ".join(BACKENDS)
        raise UnknownNameError(f"no backend {backend!r}{nearest(backend, BACKENDS) or ';'} there are: {known}")
    return BACKENDS[backend](sites, **options)
