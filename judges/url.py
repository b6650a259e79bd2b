"""URLs, compared by their parts: scheme, host, port, path by segment, query by key and value, fragment.

Normalised on both sides: case of scheme and host, default port, percent-encoding, a slash at the path's end. Case of
paths and values counts. ``/reports/viewed`` is never ``/reports/viewedasdf``.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from ..tasks.address import parse_address
from ..tasks.checks import UrlCheck
from .evidence import Evidence, MissingEvidence, require
from .original import wrong_url
from .verdict import Verdict, failed, passed

_PORTS = {"http": 80, "https": 443}


class Url(NamedTuple):
    """A URL in parts. ``path`` is the decoded segments, ``query`` counts (key, value) pairs."""

    scheme: str
    host: str
    port: int | None
    path: tuple[str, ...]
    query: Counter[tuple[str, str]]
    fragment: str


def parse_url(text: str) -> Url:
    """Raises ``ValueError`` for a port or host that cannot be read."""
    parts = urlsplit(text.strip())
    # What is no UTF-8 keeps its own bytes, so that two such names differ.
    segments = [unquote(segment, errors="backslashreplace") for segment in parts.path.split("/")[1:]]
    if segments and segments[-1] == "":
        segments.pop()
    return Url(
        parts.scheme,
        (parts.hostname or "").removesuffix("."),
        parts.port if parts.port is not None else _PORTS.get(parts.scheme),
        tuple(segments),
        Counter(parse_qsl(parts.query, keep_blank_values=True, errors="backslashreplace")),
        unquote(parts.fragment, errors="backslashreplace"),
    )


def judge_url(check: UrlCheck, evidence: Evidence) -> Verdict:
    """The final URL against each address of the check; one that matches in all parts is enough."""
    label = "url " + " or ".join(parse_address(address).path for address in check.addresses)
    require(evidence, "url")
    if not evidence.url:
        return failed("url", label, "no page is open")
    if check.original:
        wrong = wrong_url(check, evidence, evidence.url)
        return failed("url", label, wrong, evidence.url) if wrong else passed("url", label, "as expected", evidence.url)
    try:
        seen = parse_url(evidence.url)
    except ValueError as error:
        return failed("url", label, f"the final address cannot be read: {error}", evidence.url)
    differences = []
    for address in check.addresses:
        difference = _difference(parse_url(_absolute(address, evidence)), seen, check.match, check.query_rule)
        if not difference:
            return passed("url", label, f"is {parse_address(address).path}", evidence.url)
        differences.append(difference)
    return failed("url", label, "; ".join(dict.fromkeys(differences)), evidence.url)


def _absolute(address: str, evidence: Evidence) -> str:
    site, _ = parsed = parse_address(address)
    if site not in evidence.hosts:
        raise MissingEvidence(f"no host of site {site!r} in the evidence")
    return parsed.on(evidence.hosts[site])


def _difference(expected: Url, seen: Url, match: str, query_rule: str) -> str:
    """The first part that differs, in words; empty when none does."""
    if (seen.scheme, seen.host, seen.port) != (expected.scheme, expected.host, expected.port):
        return f"host is {_origin(seen)}, not {_origin(expected)}"
    compared = seen.path if match == "exact" else seen.path[: len(expected.path)]
    if compared != expected.path:
        return f"path is /{'/'.join(seen.path)}, not /{'/'.join(expected.path)}"
    missing, extra = expected.query - seen.query, seen.query - expected.query
    if missing:
        return f"query lacks {_pairs(missing)}"
    if extra and query_rule == "exact":
        return f"query has {_pairs(extra)} besides"
    return _fragment_difference(expected.fragment, seen.fragment, match)


def _fragment_difference(expected: str, seen: str, match: str) -> str:
    """An anchor (``#comments``) is the same page; a route (``#/cart``, ``#!cart``) is another one."""
    if expected:
        return "" if seen == expected else f"fragment is {seen!r}, not {expected!r}"
    is_route = seen.strip("/!") != "" and seen.startswith(("/", "!"))
    return f"fragment is {seen!r}, which is another page" if is_route and match == "exact" else ""


def _origin(url: Url) -> str:
    port = "" if url.port is None or url.port == _PORTS.get(url.scheme) else f":{url.port}"
    return f"{url.scheme}://{url.host}{port}"


def _pairs(query: Counter[tuple[str, str]]) -> str:
    return ", ".join(f"{key}={value}" for key, value in query)
