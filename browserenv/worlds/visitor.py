"""A visitor of a site over HTTP, as a browser would be, without one: pages, cookies, forms and uploads."""

from __future__ import annotations

import http.client
import secrets
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Mapping
from email.message import Message
from html.parser import HTMLParser
from http.cookies import SimpleCookie

from ..errors import InfrastructureFault
from .base import Cookie, World

TIMEOUT_S = 20.0
REDIRECTS = (301, 302, 303, 307, 308)

Upload = tuple[str, bytes]
"""A file's name and its bytes."""


class Visitor:
    """Visits ``site`` of a world, with the cookies of a user where such are given. Follows no redirects.

    ``led_to``: where the last answer was a redirect to, or empty.
    """

    def __init__(self, world: World, site: str, cookies: Iterable[Cookie] = ()) -> None:
        self._world, self._site = world, site
        self.led_to = ""
        self.cookies = {str(cookie["name"]): str(cookie["value"]) for cookie in cookies}
        self._opener = urllib.request.build_opener(_StayOnAddress, urllib.request.ProxyHandler({}))

    def get(self, path: str) -> bytes:
        """A page; empty for a redirect. Raises ``InfrastructureFault`` when the site does not answer, or with an
        error."""
        return self._open(path)

    def submit(self, page: str, fields: Mapping[str, str | Upload], holding: str = "") -> bytes:
        """Fill in and send the form on ``page`` that holds the field ``holding``, or else the first of ``fields``.

        Raises ``InfrastructureFault`` when there is no such form, or the site does not take it.
        """
        form = _Form(holding or next(iter(fields)))
        form.feed(self.get(page).decode(errors="replace"))
        if form.action is None:
            place = f"{page}, which leads to {self.led_to}" if self.led_to else page
            raise InfrastructureFault("site", f"{self._site} shows no form with {form.wanted!r} on {place}")
        path = urllib.parse.urljoin(page, form.action)
        return self._open(path, *_encoded({**form.hidden, **fields}))

    def is_asked_again(self, page: str, field: str, answer: bytes) -> bool:
        """Whether the answer to the form on ``page`` is that form once more, or a way back to it: it was not taken."""
        if self.led_to and _place(urllib.parse.urljoin(page, self.led_to)) == _place(page):
            answer = self.get(page)
        form = _Form(field)
        form.feed(answer.decode(errors="replace"))
        return form.action is not None

    def _open(self, path: str, data: bytes | None = None, media_type: str = "") -> bytes:
        address = self._world.addresses[self._site]
        headers = {"Host": address.host, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if media_type:
            headers["Content-Type"] = media_type
        self.led_to = ""
        request = urllib.request.Request(f"http://{address.ip}:{address.port}{path}", data, headers)
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as response:
                self._keep(response.headers)
                return bytes(response.read())
        except urllib.error.HTTPError as error:
            with error:
                self._keep(error.headers)
                if error.code in REDIRECTS:
                    self.led_to = str(error.headers.get("Location", ""))
                    return b""
                raise InfrastructureFault("site", f"{self._site} answered {error.code} to {path}") from error
        except (OSError, http.client.HTTPException) as error:
            said = " ".join(str(error).split())
            raise InfrastructureFault("site", f"{self._site} did not answer {path}: {said}") from error

    def _keep(self, headers: Message) -> None:
        for line in headers.get_all("Set-Cookie") or []:
            for name, cookie in SimpleCookie(line).items():
                self.cookies[name] = cookie.value


def _place(url: str) -> str:
    """The path that a URL of the site names."""
    return urllib.parse.urlsplit(url).path.rstrip("/")


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


def _encoded(fields: Mapping[str, str | Upload]) -> tuple[bytes, str]:
    """The body of a form and its media type."""
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    if len(texts) == len(fields):
        return urllib.parse.urlencode(texts).encode(), "application/x-www-form-urlencoded"
    boundary = secrets.token_hex(16)
    parts = b""
    for name, value in fields.items():
        file_name, content = ("", value.encode()) if isinstance(value, str) else value
        named = f'; filename="{file_name}"' if file_name else ""
        parts += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'.encode()
        parts += content + b"\r\n"
    return parts + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


class _StayOnAddress(urllib.request.HTTPRedirectHandler):
    """Redirects lead to the site's host name, which only the browser resolves; they are not followed."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None
