"""The backends by name. A registry is a dictionary: adding a backend is adding a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import BrowserenvError, NoReplicaError, UnknownNameError, nearest
from ..sites.kit.registry import SITE_NAMES, manifest
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
    """A world of a backend, not yet open. Raises ``UnknownNameError``, which offers the nearest backend,
    ``NoReplicaError``, and ``BrowserenvError`` for a size that a site has not."""
    if backend not in BACKENDS:
        known = ", ".join(BACKENDS)
        raise UnknownNameError(f"no backend {backend!r}{nearest(backend, BACKENDS) or ';'} there are: {known}")
    if lacking := [site for site in sites if site not in SITE_NAMES]:
        raise NoReplicaError(f"no replica of site {', '.join(lacking)}; there are {', '.join(SITE_NAMES)}")
    size = options.get("size", "full")
    for site in sites:
        if size not in (sizes := manifest(site).sizes):
            raise BrowserenvError(f"no size {size!r} of site {site!r}; there are {', '.join(sizes)}")
    return BACKENDS[backend](sites, **options)
