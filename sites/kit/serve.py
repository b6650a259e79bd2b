"""The entry point of a site process, the same in an embedded world and in a container.

``python -m sites.kit.serve --control /path/control.sock --leave-with-stdin`` waits for mounts over the control plane;
``python -m sites.kit.serve --mount forum /state /start 8080`` serves a site at once. Ready, it prints one JSON line
with the ports. With ``--leave-with-stdin`` it ends when standard input closes, which happens however the parent ends.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import sys
import threading
from pathlib import Path

from waitress.server import create_server

from .control import ControlPlane
from .host import SiteHost


def main(arguments: list[str] | None = None) -> None:
    """Serve until interrupted."""
    options = _parser().parse_args(arguments)
    host = SiteHost()
    ports = {}
    for site, state, start, port in options.mount:
        ports[site] = host.mount(
            site, site, Path(state), Path(start), host=options.host, port=int(port), secret=secrets.token_hex(16)
        )
    if options.leave_with_stdin:
        threading.Thread(target=_leave_with_stdin, args=[options.remove], name="parent", daemon=True).start()
    control = None
    if options.control:
        control = create_server(
            ControlPlane(host), unix_socket=options.control, unix_socket_perms="600", threads=2, ident=None
        )
    print(json.dumps({"ready": True, "ports": ports}), flush=True)  # noqa: T201 - the parent waits for this line
    try:
        if control:
            control.run()
        else:
            threading.Event().wait()
    except KeyboardInterrupt:
        pass
    finally:
        host.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sites.kit.serve", description="Serve replica sites.")
    parser.add_argument("--mount", nargs=4, action="append", default=[], metavar=("SITE", "STATE", "START", "PORT"))
    parser.add_argument("--host", default="127.0.0.1", help="address the sites listen on")
    parser.add_argument("--control", metavar="PATH", help="unix socket of the control plane")
    parser.add_argument("--leave-with-stdin", action="store_true", help="end when standard input closes")
    parser.add_argument("--remove", metavar="FOLDER", help="remove this folder when standard input closes")
    return parser


def _leave_with_stdin(folder: str | None) -> None:
    sys.stdin.buffer.read()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main()
