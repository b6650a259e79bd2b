"""A site host: one process that serves any number of mounts, each on a loopback port of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from waitress.server import create_server

from . import registry
from .mount import ENVIRON_KEY, Mount
from .state import State

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
N_THREADS = 4
HANG_UP_S = 5.0


@dataclass
class Served:
    """A mount with the server that listens for it."""

    mount: Mount
    server: Any
    thread: threading.Thread

    @property
    def port(self) -> int:
        return int(self.server.effective_port)

    def hang_up(self) -> None:
        """Close every connection that there is, also one that waits to be accepted; what was asked on them is not begun
        any more. Raises ``TimeoutError``.
        """
        done = threading.Event()

        def close_all() -> None:
            connections, n_before = self.server.active_channels, -1
            while len(connections) != n_before:
                n_before = len(connections)
                self.server.handle_accept()
            for connection in list(connections.values()):
                connection.handle_close()
            done.set()

        self.server.trigger.pull_trigger(close_all)
        if not done.wait(HANG_UP_S):
            raise TimeoutError(f"the connections of {self.mount.site.name} could not be closed within {HANG_UP_S:g} s")

    def stop(self) -> None:
        """Answer nobody any more, on no connection either that a browser keeps open."""
        self.server.task_dispatcher.shutdown()
        # In the server's own thread: it may be waiting on the files, whose numbers others get when they are closed.
        self.server.trigger.pull_trigger(self._close)
        self.thread.join(timeout=5)
        self.mount.state.close()

    def _close(self) -> None:
        for connection in list(self.server.active_channels.values()):
            connection.close()
        self.server.close()


@dataclass
class SiteHost:
    """The mounts of this process by id. One application per site serves all mounts of that site."""

    apps: dict[str, WsgiApp] = field(default_factory=dict)
    served: dict[str, Served] = field(default_factory=dict)

    def mount(
        self,
        mount_id: str,
        site: str,
        state: Path,
        start: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        secret: str,
        resume: bool = False,
    ) -> int:
        """Serve a site from a state folder; port 0 takes a free one. Returns the port.

        The state folder is put to the start state, or with ``resume`` left as it is; a mount of the same id is served
        no longer. Raises ``KeyError`` for an unknown site and ``OSError`` for a
        taken port.
        """
        manifest = registry.manifest(site)
        if mount_id in self.served:  # asked twice, when the first answer was lost
            self.unmount(mount_id)
        mount = Mount(manifest, State(state, start, manifest.collections), secret)
        server = create_server(
            self._bound(mount), host=host, port=port, threads=N_THREADS, ident=None, clear_untrusted_proxy_headers=True
        )
        try:
            mount.state.resume() if resume else mount.state.reset()
        except BaseException:
            server.close()
            raise
        thread = threading.Thread(target=server.run, name=f"site-{mount_id}", daemon=True)
        thread.start()
        self.served[mount_id] = Served(mount, server, thread)
        return self.served[mount_id].port

    def unmount(self, mount_id: str) -> None:
        """Stop serving; the state folder stays."""
        self.served.pop(mount_id).stop()

    @contextmanager
    def emptied(self, mount_id: str) -> Iterator[Mount]:
        """A mount with no request inside and none on the way: an episode must not write into the one after it.

        New requests wait. Raises ``TimeoutError`` when those that run do not end in time.
        """
        served = self.served[mount_id]
        with served.mount.exclusive():
            served.hang_up()
            yield served.mount

    def __getitem__(self, mount_id: str) -> Mount:
        return self.served[mount_id].mount

    def close(self) -> None:
        for mount_id in list(self.served):
            self.unmount(mount_id)

    def _bound(self, mount: Mount) -> WsgiApp:
        if mount.site.name not in self.apps:
            self.apps[mount.site.name] = registry.application(mount.site.name).create_app()
        app = self.apps[mount.site.name]

        def serve(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            environ[ENVIRON_KEY] = mount
            return app(environ, start_response)

        return serve
