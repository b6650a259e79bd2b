"""The control plane: what the harness asks of a site host. No page, route or cookie of a site reaches it.

One WSGI application: ``POST /<operation>`` with a JSON object, answered by a JSON object. It listens on a unix socket,
or on a loopback port with a bearer token. Errors of the caller answer 400, faults 500, both as ``{"error": line}``.
"""

from __future__ import annotations

import hmac
import json
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from . import registry
from .delta import Delta, apply_delta
from .host import SiteHost

Reply = dict[str, Any]


class ControlPlane:
    """The operations on a site host."""

    def __init__(self, host: SiteHost, token: str | None = None) -> None:
        self.host = host
        self.token = token
        self.operations: dict[str, Callable[..., Reply]] = {
            "mount": self.mount,
            "unmount": self.unmount,
            "prepare": self.prepare,
            "reset": self.reset,
            "snapshot": self.snapshot,
            "restore": self.restore,
            "moment": self.moment,
            "fingerprint": self.fingerprint,
            "diff": self.diff,
            "rows": self.rows,
            "login": self.login,
        }

    def mount(
        self, mount: str, site: str, state: str, start: str, secret: str, port: int = 0, resume: bool = False
    ) -> Reply:
        """Serve ``site`` from the folder ``state``, put to the start state in the folder ``start``.

        With ``resume`` the state goes on as another process left it.
        """
        folders = Path(state), Path(start)
        return {"port": self.host.mount(mount, site, *folders, port=port, secret=secret, resume=resume)}

    def unmount(self, mount: str) -> Reply:
        self.host.unmount(mount)
        return {}

    def reset(self, mount: str, start: str, by: str = "rollback", secret: str = "") -> Reply:
        """Put the start state in the folder ``start`` in place, by ``"replace"`` or ``"rollback"``.

        A new ``secret`` ends the logins of the episode before.
        """
        with self.host.emptied(mount) as found:
            begun = found.state.begin(Path(start), by)
            found.secret = secret or found.secret
        return {"fingerprint": begun.fingerprint, "by": begun.by, "reason": begun.reason}

    def prepare(self, mount: str, golden: str, start: str, delta: Delta) -> Reply:
        """Build a start state in the folder ``start``: the one in ``golden`` with what ``delta`` changes.

        For a host that shares no disk with the harness; ``reset`` then puts it in place.
        """
        if mount not in self.host.served:
            raise KeyError(mount)
        apply_delta(Path(golden), delta, Path(start))
        return {}

    def snapshot(self, mount: str) -> Reply:
        """What the state holds beside its start state, the fingerprint that ``restore`` must show, and the secret."""
        with self.host[mount].exclusive():
            found = self.host[mount]
            return {"delta": found.state.snapshot(), "fingerprint": found.state.fingerprint(), "secret": found.secret}

    def restore(self, mount: str, delta: Delta, secret: str) -> Reply:
        """Put the state to what ``snapshot`` found on the same start state; logins hold as they did then."""
        with self.host.emptied(mount) as found:
            begun = found.state.restore(delta)
            found.secret = secret
        return {"fingerprint": begun.fingerprint}

    def moment(self, mount: str) -> Reply:
        """The write counter and the site's time."""
        version, clock = self.host[mount].state.moment()
        return {"version": version, "clock": clock.isoformat()}

    def fingerprint(self, mount: str) -> Reply:
        return {"fingerprint": self.host[mount].state.fingerprint()}

    def diff(self, mount: str) -> Reply:
        return {"diff": self.host[mount].state.diff()}

    def rows(self, mount: str, collection: str, where: dict[str, Any]) -> Reply:
        return {"rows": self.host[mount].state.rows(collection, where)}

    def login(self, mount: str, user: str) -> Reply:
        """The cookies of a logged-in user; writes nothing."""
        found = self.host[mount]
        return {"cookies": registry.application(found.site.name).mint_login(found, user)}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        status, reply = self._answer(environ)
        body = json.dumps(reply).encode()
        start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
        return [body]

    def _answer(self, environ: dict[str, Any]) -> tuple[str, Reply]:
        if self.token is not None and not self._may_ask(environ):
            return "401 Unauthorized", {"error": "the control plane asks for its token"}
        operation = self.operations.get(environ["PATH_INFO"].strip("/"))
        if operation is None or environ["REQUEST_METHOD"] != "POST":
            return "404 Not Found", {"error": f"no operation {environ['PATH_INFO']!r}"}
        try:
            arguments = json.loads(environ["wsgi.input"].read() or b"{}")
            return "200 OK", operation(**arguments)
        except (KeyError, TypeError, ValueError) as error:
            return "400 Bad Request", {"error": f"{type(error).__name__}: {error}"}
        except (OSError, sqlite3.Error, TimeoutError) as error:
            return "500 Internal Server Error", {"error": f"{type(error).__name__}: {error}"}

    def _may_ask(self, environ: dict[str, Any]) -> bool:
        given = str(environ.get("HTTP_AUTHORIZATION", ""))
        return hmac.compare_digest(given.encode(), f"Bearer {self.token}".encode())
