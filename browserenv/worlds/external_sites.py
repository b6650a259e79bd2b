"""What a user says of sites that run elsewhere: their addresses, logins and reset commands."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from ..errors import BrowserenvError

FILE_VARIABLE = "BROWSERENV_EXTERNAL"
ADDRESS_VARIABLE = "BROWSERENV_EXTERNAL_"
"""With the site's name in capitals behind it, such as ``BROWSERENV_EXTERNAL_SHOP_ADMIN``."""

HTTP_PORT = 80


class LoginForm(BaseModel):
    """A login page and what to fill in there, by the fields' names; its hidden fields are sent along."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    page: str
    fields: dict[str, str]


class ExternalSite(BaseModel):
    """One site.

    ``url``: ``http://host`` or ``http://host:port``. ``host``: what the browser calls it by. ``"stable"`` is the name
    of our replica (``forum.localhost``), which is a secure context and the same on every machine; ``"own"`` is the host
    in ``url``, for sites that write it into their links, as WebArena's do.
    Who is logged in: ``cookies`` in Playwright's shape, or those in a ``storage_state`` file of Playwright's, or
    ``login``, a form that is sent at the first need in each episode. ``reset``: a shell command that puts the site
    back, within ``reset_timeout_s`` seconds; None: the site is not reset, and every record says so.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str
    host: Literal["stable", "own"] = "stable"
    cookies: tuple[dict[str, Any], ...] = ()
    storage_state: Path | None = None
    login: LoginForm | None = None
    reset: str | None = None
    reset_timeout_s: float = 600.0

    @field_validator("url")
    @classmethod
    def _is_plain(cls, url: str) -> str:
        parts = urlsplit(url)
        is_http = parts.scheme == "http" and parts.port != 0  # a port that is none raises, with words of its own
        if not is_http or not parts.hostname or parts.path.strip("/") or parts.query or parts.username:
            raise ValueError(f"{url!r} is not http://host or http://host:port")
        return url.rstrip("/")

    @property
    def host_name(self) -> str:
        return str(urlsplit(self.url).hostname)

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or HTTP_PORT

    @property
    def has_login(self) -> bool:
        return bool(self.cookies or self.storage_state or self.login)


Given = Mapping[str, str | Mapping[str, Any] | ExternalSite]
"""By site: the URL alone, or all of ``ExternalSite``."""


def read_sites(
    sites: Sequence[str], given: Given | None = None, environ: Mapping[str, str] = os.environ
) -> dict[str, ExternalSite]:
    """What is known of ``sites``: from ``given``, else from the environment's variable of each, else from the YAML file
    that ``BROWSERENV_EXTERNAL`` names. Raises ``BrowserenvError`` for a site without an address, and for what is wrong.
    """
    filed = _filed(environ.get(FILE_VARIABLE))
    found: dict[str, ExternalSite] = {}
    for site in sites:
        variable = ADDRESS_VARIABLE + site.upper().replace("-", "_")
        said = (given or {}).get(site) or environ.get(variable) or filed.get(site)
        if said is None:
            raise BrowserenvError(
                f'no address of {site}: give addresses={{"{site}": "http://host:port"}}, or {variable}'
            )
        found[site] = _read(site, said)
    return found


def _read(site: str, said: str | Mapping[str, Any] | ExternalSite) -> ExternalSite:
    if isinstance(said, ExternalSite):
        return said
    try:
        return ExternalSite.model_validate({"url": said} if isinstance(said, str) else dict(said))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BrowserenvError(f"external site {site}: {where}: {first['msg']}") from error


def _filed(name: str | None) -> dict[str, Any]:
    if not name:
        return {}
    try:
        found = yaml.safe_load(Path(name).read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise BrowserenvError(f"{FILE_VARIABLE}={name} cannot be read: {str(error).splitlines()[0]}") from error
    if not isinstance(found, dict):
        raise BrowserenvError(f"{FILE_VARIABLE}={name} holds no sites; write 'forum: {{url: http://host:port}}'")
    return found
