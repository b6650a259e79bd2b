"""The endpoint: which model is asked, where, and how. Any server that speaks OpenAI's chat completions will do."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

MODEL, URL, KEY = "BROWSERENV_JUDGE_MODEL", "BROWSERENV_JUDGE_URL", "BROWSERENV_JUDGE_KEY"
SAMPLES, TEMPERATURE, PRICE = "BROWSERENV_JUDGE_SAMPLES", "BROWSERENV_JUDGE_TEMPERATURE", "BROWSERENV_JUDGE_PRICE"
DEFAULT_URL = "https://api.openai.com/v1"
NO_MODEL = f"no judge model is set; set {MODEL}, and {URL} and {KEY} where they are needed"


class EndpointError(ValueError):
    """A setting of the judge's model that cannot be; the message is one line with the mend."""


@dataclass(frozen=True)
class Endpoint:
    """One model at one address.

    ``key`` is never shown or stored. ``n_samples``: how often each question is asked; more than half of them must
    agree. ``temperature``: None leaves the choice to the server. ``timeout_s``: for one request. ``max_retries``: of a
    request that the server could not take (429, 5xx, no connection), with the client's back-off and the server's own
    Retry-After. ``n_attempts``: how often one sample is asked for until a ballot comes. ``price``: US dollars for a
    million tokens (prompt, completion), None where not known.
    """

    model: str
    url: str = DEFAULT_URL
    key: str = field(default="", repr=False)
    n_samples: int = 3
    temperature: float | None = 0.0
    timeout_s: float = 60.0
    max_retries: int = 3
    n_attempts: int = 2
    price: tuple[float, float] | None = None

    @property
    def address(self) -> str:
        """The URL as it may be shown and stored: without user, password and query."""
        return public_url(self.url)

    @property
    def record(self) -> dict[str, str | int | float | None]:
        """What a run record keeps of it: all that can move a verdict, and no key."""
        return {
            "model": self.model,
            "url": self.address,
            "n_samples": self.n_samples,
            "temperature": self.temperature,
        }

    @property
    def lacks(self) -> str:
        """Why it cannot be asked; empty when nothing is known to be missing. A server of one's own needs no key."""
        return f"no key for {self.address}; set {KEY}" if not self.key and self.url == DEFAULT_URL else ""


def endpoint_from(environ: Mapping[str, str], model: str | None = None, url: str | None = None) -> Endpoint | None:
    """The endpoint that settings (first) and environment variables name; None without a model.

    Raises ``EndpointError``.
    """
    name = model or environ.get(MODEL, "")
    if not name:
        return None
    address = url or environ.get(URL) or DEFAULT_URL
    if not _is_address(address):
        raise EndpointError(f"{URL} {_shown(address)!r} is no address; write http://host:port/v1")
    return Endpoint(
        model=name,
        url=address.rstrip("/"),
        key=environ.get(KEY, ""),
        n_samples=_samples(environ.get(SAMPLES) or "3"),
        temperature=_temperature(environ.get(TEMPERATURE) or "0"),
        price=_price(environ.get(PRICE, "")),
    )


def replies_folder(environ: Mapping[str, str]) -> Path:
    """Where replies are cached: beside the golden states, by the same rule. Raises ``EndpointError``."""
    if given := environ.get("BROWSERENV_CACHE"):
        return Path(given) / "judge"
    try:
        return Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "browserenv" / "judge"
    except RuntimeError:
        raise EndpointError("there is no home folder to cache replies in; set BROWSERENV_CACHE to a folder") from None


def public_url(url: str) -> str:
    """A URL without what may be secret in it: user, password, query, fragment."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # of brackets, or of a port beyond 65535
        return False


def _shown(url: str) -> str:
    """What is no address, without what may be secret in it."""
    return url.rpartition("@")[2].partition("?")[0]


def _samples(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 25:
        raise EndpointError(f"{SAMPLES} cannot be {text!r}; give a whole number from 1 to 25, best an odd one")
    return int(text)


def _temperature(text: str) -> float | None:
    if text == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 2:
        raise EndpointError(f"{TEMPERATURE} cannot be {text!r}; give a number from 0 to 2, or none to send none")
    return value


def _price(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    try:
        prompt, completion = (float(part) for part in text.split(","))
        if not (0 <= prompt < math.inf and 0 <= completion < math.inf):
            raise ValueError
    except ValueError:
        raise EndpointError(f"{PRICE} cannot be {text!r}; give US dollars a million tokens, such as 0.4,1.6") from None
    return prompt, completion
