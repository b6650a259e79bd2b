"""Trying a site out: one real read, one login, one real write, over HTTP as a browser would."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser

from ..errors import InfrastructureFault
from ..sites.kit import registry
from .base import World

TIMEOUT_S = 20.0


class _Form(HTMLParser):
    """The address and the hidden fields of the page's form that holds a wanted field."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted = wanted
        self.action: str | None = None
        self.hidden: dict[str, str] = {}
        self._open: tuple[str, dict[str, str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = (given.get("action", ""), {})
        elif self._open and given.get("type") == "hidden":
            self._open[1][given.get("name", "")] = given.get("value", "")
        if self._open and given.get("name") == self.wanted:
            self.action, self.hidden = self._open

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def try_out(world: World, site: str) -> str:
    """A line on what worked; raises ``InfrastructureFault`` naming the part that did not. Leaves a changed state."""
    manifest = registry.manifest(site)
    _request(world, site, manifest.health_path)
    user = manifest.login_user
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in world.login(site, user))
    page = _request(world, site, manifest.trial.page, cookies)
    form = _Form(next(iter(manifest.trial.fields)))
    form.feed(page)
    if form.action is None:
        raise InfrastructureFault("site", f"{site} shows {user} no form on {manifest.trial.page}")
    fields = urllib.parse.urlencode({**form.hidden, **manifest.trial.fields}).encode()
    _request(world, site, form.action or manifest.trial.page, cookies, fields)
    if world.versions()[site] == 0:
        raise InfrastructureFault("site", f"{site} took a write on {manifest.trial.page} and changed nothing")
    return f"read, login as {user} and write work"


def _request(world: World, site: str, path: str, cookies: str = "", data: bytes | None = None) -> str:
    address = world.addresses[site]
    headers = {"Host": address.host, "Cookie": cookies}
    request = urllib.request.Request(f"http://{address.ip}:{address.port}{path}", data, headers)
    opener = urllib.request.build_opener(_StayOnAddress)
    try:
        with opener.open(request, timeout=TIMEOUT_S) as response:
            return str(response.read().decode())
    except urllib.error.HTTPError as error:
        with error:
            if error.code in (302, 303):
                return ""
            raise InfrastructureFault("site", f"{site} answered {error.code} to {path}") from error
    except OSError as error:
        raise InfrastructureFault("site", f"{site} did not answer {path}: {error}") from error


class _StayOnAddress(urllib.request.HTTPRedirectHandler):
    """Redirects lead to the site's host name, which only the browser resolves; they are not followed."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None
