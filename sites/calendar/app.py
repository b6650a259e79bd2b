"""The calendar's web application: the page for every address of the site, its files and its seed state."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..kit.mount import Mount
from ..kit.static_app import CLIENT_FOLDER, StaticApp
from . import july, special
from .look import look_of
from .manifest import CLIENT_COLLECTIONS, SCHEMA, STORAGE_KEY

NAME = "Almanac"
STATIC_FOLDER = Path(__file__).parent / "static"
COMPATIBILITY = ("special", "config")
"""Scripts that only a world opened for other benchmarks' harnesses loads."""

_DATE = r"\d{4}-\d{2}-\d{2}"
ROUTES = (
    r"/",
    rf"/(month|week|day|agenda)(/{_DATE})?",
    r"/event/new",
    r"/event/[\w-]+(/\d{8}T\d{6}Z)?(/edit)?",
    r"/(search|tasks|calendars|settings)",
)


def create_app() -> StaticApp:
    """The WSGI application; it finds its mount in the environ under ``mount.ENVIRON_KEY``."""
    return StaticApp(
        files={"/static/": STATIC_FOLDER, "/kit/": CLIENT_FOLDER},
        routes=ROUTES,
        special=special.ROUTES,
        page=render,
        special_page=render_special,
        missing=render_missing,
        collections=CLIENT_COLLECTIONS,
        data={july.NAME: july.build},
    )


def mint_login(mount: Mount, user: str) -> list[dict[str, Any]]:
    """No cookies: the calendar has no login. Raises ``KeyError`` for anybody but its owner."""
    if user != mount.site.login_user:
        raise KeyError(f"no user {user!r} on {mount.site.name}; it has no login and belongs to {mount.site.login_user}")
    return []


def render(options: Mapping[str, str]) -> str:
    """The page; what it shows is decided by its scripts from the address."""
    ahead = [f"/kit/{path.name}" for path in sorted(CLIENT_FOLDER.glob("*.js"))]
    ahead += [f"/static/{path.name}" for path in sorted(STATIC_FOLDER.glob("*.js")) if path.stem not in COMPATIBILITY]
    preloads = "".join(f'<link rel="modulepreload" href="{path}">\n' for path in ahead)
    return _application(options, "main", preloads)


def render_special(options: Mapping[str, str]) -> str:
    """A page for another benchmark's harness; see ``special.py``."""
    return _application(options, "special")


def _application(options: Mapping[str, str], script: str, preloads: str = "") -> str:
    boot = {
        "name": NAME,
        "key": STORAGE_KEY,
        "schema": SCHEMA,
        "latency_ms": int(options.get("latency_ms", 0)),
        "latency_seed": int(options.get("latency_seed", 0)),
        "special_pages": options.get("special_pages") == "on",
    }
    body = '<div id="app"></div>\n<noscript>This calendar needs JavaScript.</noscript>'
    head = f'{preloads}<script type="module" src="/static/{script}.js"></script>\n'
    boot_attribute = f' data-boot="{html.escape(json.dumps(boot))}"'
    return _document(options, NAME, body, head, boot_attribute)


def render_missing(options: Mapping[str, str]) -> str:
    """The page of an address that there is none for."""
    body = (
        '<main class="missing"><h1>Page not found</h1><p>There is nothing at this address.</p>'
        f'<p><a class="button primary" href="/">Go to {NAME}</a></p></main>'
    )
    return _document(options, f"Page not found - {NAME}", body)


def _document(options: Mapping[str, str], title: str, body: str, head: str = "", attributes: str = "") -> str:
    theme, layout = look_of(options)
    return (
        f'<!doctype html>\n<html lang="en" data-theme="{theme}" data-layout="{layout}"{attributes}>\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n"
        '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/static/themes.css">\n<link rel="stylesheet" href="/static/calendar.css">\n'
        f"{head}</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
