"""Pages of a site without a server and without a browser: for tests, and to look at one page from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.test import Client, TestResponse

from .csrf import HEADER, token_of
from .mount import ENVIRON_KEY, Mount


class SiteClient:
    """A visitor of one mount. Keeps cookies, sends the form token of whom it is logged in as, follows no redirects."""

    def __init__(self, app: Flask, mount: Mount) -> None:
        self.mount = mount
        self._client = Client(app)
        self._cookie_name = str(app.config["SESSION_COOKIE_NAME"])
        self.user_id: int | None = None

    def be(self, user_id: int, cookies: list[dict[str, Any]]) -> SiteClient:
        """Log in with minted cookies; returns the client itself."""
        self.user_id = user_id
        for cookie in cookies:
            self._client.set_cookie(cookie["name"], cookie["value"], domain=cookie["domain"])
        return self

    def get(self, path: str, **headers: str) -> TestResponse:
        """The answer to a GET."""
        return self._open("GET", path, headers=headers)

    def post(self, path: str, data: Mapping[str, Any] | None = None, **headers: str) -> TestResponse:
        """The answer to a form; a value that is a pair of a file and its name is sent as an upload."""
        return self._open(
            "POST", path, data=data or {}, headers={HEADER: token_of(self._cookie_name, self.user_id), **headers}
        )

    def text(self, path: str) -> str:
        """A page's HTML; raises ``ValueError`` unless the answer is 200."""
        response = self.get(path)
        if response.status_code != 200:
            raise ValueError(f"{path} answered {response.status}")
        return response.get_data(as_text=True)

    def _open(self, method: str, path: str, **arguments: Any) -> TestResponse:
        return self._client.open(
            path,
            method=method,
            base_url=f"http://{self.mount.site.host}",
            environ_overrides={ENVIRON_KEY: self.mount},
            **arguments,
        )
