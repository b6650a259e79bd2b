"""Needs: what a check must know, so that evidence is fetched once and only what may have changed is judged again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..tasks.address import parse_address
from ..tasks.changes import Changes
from ..tasks.checks import AnyCheck, PageCheck, StateCheck, TextCheck, UrlCheck
from ..tasks.foreign_checks import FinishCheck, UnsupportedCheck
from ..tasks.page_urls import RELATIVE_URLS
from ..tasks.reads import RowRead


class Probe(NamedTuple):
    """A page to read. ``url`` is ``site:/path``, ``last`` (the page that the agent left open) or ``post-of-last``."""

    key: str
    url: str
    locator: str


class SiteRows(NamedTuple):
    """A row read on a site; ``key`` is its name in the evidence."""

    key: str
    site: str
    read: RowRead


class Needs(NamedTuple):
    """``inputs``: of ``answer``, ``url``, ``page`` (the agent's open page) and ``state:SITE``, those that the verdict
    depends on; while none of them changed, neither did the verdict."""

    inputs: frozenset[str] = frozenset()
    probes: tuple[Probe, ...] = ()
    rows: tuple[SiteRows, ...] = ()


def needs(check: AnyCheck | Changes) -> Needs:
    """What must be known to judge a check, or an expected change."""
    if isinstance(check, TextCheck):
        return Needs(frozenset({"answer"}))
    if isinstance(check, UrlCheck):
        return Needs(frozenset({"url"}))
    if isinstance(check, PageCheck):
        return _of_page(check)
    if isinstance(check, StateCheck):
        rows = tuple(_site_rows(check.site, read) for read in check.rows.values())
        return Needs(frozenset({f"state:{check.site}"}), rows=_once(rows))
    if isinstance(check, FinishCheck):
        return Needs(frozenset({f"state:{check.site}"}))
    if isinstance(check, UnsupportedCheck):
        return Needs()
    rows = tuple(_site_rows(site, read) for site, read in check.reads())
    return Needs(frozenset(f"state:{site}" for site in check.sites), rows=_once(rows))


def all_needs(checks: Iterable[AnyCheck | Changes]) -> Needs:
    """What several need together, each probe and read once."""
    found = [needs(check) for check in checks]
    inputs = frozenset().union(*(one.inputs for one in found))
    probes = tuple(dict.fromkeys(probe for one in found for probe in one.probes))
    return Needs(inputs, probes, _once(tuple(row for one in found for row in one.rows)))


def probe(check: PageCheck) -> Probe:
    return Probe(f"{check.url} {check.locator}".strip(), check.url, check.locator)


def _of_page(check: PageCheck) -> Needs:
    """A page opened anew shows the site's state; the page left open shows what the agent did to it as well."""
    if check.url in RELATIVE_URLS:
        return Needs(frozenset({"url", "page"}), (probe(check),))
    return Needs(frozenset({f"state:{parse_address(check.url).site}"}), (probe(check),))


def _site_rows(site: str, read: RowRead) -> SiteRows:
    return SiteRows(read.key(site), site, read)


def _once(rows: tuple[SiteRows, ...]) -> tuple[SiteRows, ...]:
    return tuple({row.key: row for row in rows}.values())
