"""Trying a site out: one real read, one login, one real write, over HTTP as a browser would."""

from __future__ import annotations

from ..errors import InfrastructureFault
from ..sites.kit import registry
from .base import World
from .visitor import Visitor


def try_out(world: World, site: str) -> str:
    """A line on what worked; raises ``InfrastructureFault`` naming the part that did not. Leaves a changed state."""
    manifest = registry.manifest(site)
    Visitor(world, site).get(manifest.health_path)
    user = manifest.login_user
    Visitor(world, site, world.login(site, user)).submit(manifest.trial.page, manifest.trial.fields)
    if world.moment().versions[site] == 0:
        raise InfrastructureFault("site", f"{site} took a write on {manifest.trial.page} and changed nothing")
    return f"read, login as {user} and write work"
