"""The wall: the browser reaches the world's sites and nothing else.

Two parts. Chromium's own resolver rules let no other name, address or port resolve, for every request, at no cost.
And a page may only be at an address of the world: ``refusal`` judges what an agent asks for, and where a page has
come to by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

BLANK = "about:blank"
ERROR_PAGE = "chrome-error://chromewebdata/"
HTTP_PORT = 80


def resolver_rules(addresses: Mapping[str, tuple[str, int]]) -> str:
    """Chromium's ``--host-resolver-rules``: each host, at the port it names (80 if none) alone, to its (ip, port); all
    else to nothing."""
    maps = [f"MAP {_with_port(host)} {ip}:{port}" for host, (ip, port) in sorted(addresses.items())]
    return ", ".join([*maps, "MAP * ~NOTFOUND"])


def refusal(url: str, hosts: Collection[str]) -> str | None:
    """Why a page may not be at ``url``, for the agent to read; None when it may.

    Allowed are ``http`` and ``https`` addresses of ``hosts`` without a user, at the port that the host names (the
    scheme's own if none), and ``about:blank``.
    """
    if url in (BLANK, ""):
        return None
    mend = f"reachable: {', '.join(f'http://{host}' for host in sorted(hosts))}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return f"{_short(url)} is not a web address; {mend}"
    scheme = parts.scheme.lower()
    if not scheme or (not parts.netloc and scheme in ("http", "https")):
        return f"{_short(url)} is not a full web address, such as http://host/path; {mend}"
    if scheme not in ("http", "https"):
        return f"{_short(url)}: {scheme}: addresses cannot be opened; {mend}"
    if port is not None and f"{host}:{port}" in hosts and scheme == "http" and parts.username is None:
        return None
    if host not in hosts:
        return f"{_short(url)} is outside this world; {mend}"
    if port not in (None, HTTP_PORT if scheme == "http" else 443) or parts.username is not None:
        return f"{_short(url)}: write the host without a port or a user; {mend}"
    return None


def _with_port(host: str) -> str:
    return host if ":" in host else f"{host}:{HTTP_PORT}"


def _short(url: str) -> str:
    flat = " ".join(url.split())
    return flat if len(flat) <= 100 else flat[:97] + "..."
