"""One page of a site without a server, as a person or a test asks for it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werkzeug.test import Client

from . import registry
from .golden import Golden
from .mount import ENVIRON_KEY, Mount
from .state import State


@dataclass(frozen=True)
class Page:
    """A page as the site answered."""

    status: int
    content_type: str
    body: bytes


def fetch(golden: Golden, path: str, user: str | None = None) -> Page:
    """GET ``path`` of a site in its golden state, logged in as ``user`` when one is named.

    Raises ``KeyError`` for an unknown user.
    """
    manifest, application = registry.manifest(golden.site), registry.application(golden.site)
    with tempfile.TemporaryDirectory(prefix="browserenv-") as folder:
        state = State(Path(folder), golden.folder, manifest.collections)
        state.reset()
        mount = Mount(manifest, state)
        client = Client(application.create_app())
        for cookie in application.mint_login(mount, user) if user else []:
            client.set_cookie(cookie["name"], cookie["value"], domain=manifest.host)
        base: dict[str, Any] = {ENVIRON_KEY: mount}
        response = client.get(path, base_url=f"http://{manifest.host}", environ_overrides=base)
        return Page(response.status_code, response.content_type or "", response.get_data())
