"""The entry point of a site process, the same in an embedded world and in a container.

``python -m sites.kit.serve --control /path/control.sock --leave-with-stdin`` waits for mounts over the control plane;
``python -m sites.kit.serve --mount forum /state /start 8080`` serves a site at once, in a container with
``--host 0.0.0.0 --control-port 9090`` and the control plane's token in the environment. Ready, it prints one JSON line
with the ports. With ``--leave-with-stdin`` it ends when standard input closes, which happens however the parent ends.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import secrets
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

from waitress.server import create_server

from .control import ControlPlane
from .host import SiteHost

TOKEN_VARIABLE = "BROWSERENV_CONTROL_TOKEN"


def main(arguments: list[str] | None = None) -> None:
    """Serve until interrupted."""
    options = _parser().parse_args(arguments)
    options.token = os.environ.pop(TOKEN_VARIABLE, "")
    if options.control_port is not None and not options.token:
        sys.exit(f"--control-port needs a token in the environment variable {TOKEN_VARIABLE}")
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # else a line for each part of a page that waits
    host = SiteHost()
    ports = {}
    for site, state, start, port in options.mount:
        ports[site] = host.mount(
            site, site, Path(state), Path(start), host=options.host, port=int(port), secret=secrets.token_hex(16)
        )
    if options.leave_with_stdin:
        threading.Thread(target=_leave_with_stdin, args=[options.remove], name="parent", daemon=True).start()
    control = _control_server(options, host)
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


def _control_server(options: argparse.Namespace, host: SiteHost) -> Any:
    """The server of the control plane, on a unix socket or a port; None when neither is asked for."""
    if options.control:
        return create_server(
            ControlPlane(host), unix_socket=options.control, unix_socket_perms="600", threads=2, ident=None
        )
    if options.control_port is not None:
        plane = ControlPlane(host, options.token)
        return create_server(plane, host=options.host, port=options.control_port, threads=2, ident=None)
    return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sites.kit.serve", description="Serve replica sites.")
    parser.add_argument("--mount", nargs=4, action="append", default=[], metavar=("SITE", "STATE", "START", "PORT"))
    parser.add_argument("--host", default="127.0.0.1", help="address the sites listen on")
    parser.add_argument("--control", metavar="PATH", help="unix socket of the control plane")
    parser.add_argument("--control-port", type=int, metavar="PORT", help="port of the control plane; needs a token")
    parser.add_argument("--leave-with-stdin", action="store_true", help="end when standard input closes")
    parser.add_argument("--remove", metavar="FOLDER", help="remove this folder when standard input closes")
    return parser


def _leave_with_stdin(folder: str | None) -> None:
    while os.read(sys.stdin.fileno(), 4096):  # not through its buffer, whose lock would be held when Python ends
        pass
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":
    main()
