"""Is a served site healthy? ``python -m sites.kit.health SITE PORT`` ends with 0 when its page answers, else with 1."""

from __future__ import annotations

import http.client
import sys

from . import registry

TIMEOUT_S = 8.0


def status(site: str, port: int) -> int:
    """The status of the site's health page on this machine's ``port``. Raises ``OSError`` when nothing answers."""
    manifest = registry.manifest(site)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", manifest.health_path, headers={"Host": manifest.host})
        return connection.getresponse().status
    finally:
        connection.close()


def main(site: str, port: str) -> int:
    try:
        found = status(site, int(port))
    except OSError as error:
        print(f"{site} does not answer on port {port}: {error}", file=sys.stderr)  # noqa: T201 - shown by the engine
        return 1
    return 0 if found == 200 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
