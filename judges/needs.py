"""Needs: what a check must know, so that evidence is fetched once and only what may have changed is judged again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from ..tasks.address import parse_address
from ..tasks.changes import Changes
from ..tasks.checks import AnyCheck, GroupCheck, PageCheck, StateCheck, TextCheck, UrlCheck
from ..tasks.foreign_checks import FinishCheck, UnsupportedCheck
from ..tasks.images import ImageCheck
from ..tasks.page_urls import RELATIVE_URLS
from ..tasks.reads import RowRead
from ..tasks.rubrics import ModelCheck


class Probe(NamedTuple):
    """A page to read. ``url`` is ``site:/path``, ``last`` (the page that the agent left open) or ``post-of-last``;
    ``pictures``: the bytes of the pictures that the locator names are wanted, not its value; ``steps``: expressions
    to run on the page before."""

    key: str
    url: str
    locator: str
    pictures: bool = False
    steps: tuple[str, ...] = ()


class SiteRows(NamedTuple):
    """A row read on a site; ``key`` is its name in the evidence."""

    key: str
    site: str
    read: RowRead


class ReadsPage(Protocol):
    """A check that reads a page. ``url`` is None where it does not."""

    @property
    def url(self) -> str | None: ...

    @property
    def locator(self) -> str: ...


class Needs(NamedTuple):
    """``inputs``: of ``answer``, ``url``, ``page`` (the agent's open page) and ``state:SITE``, those that the verdict
    depends on; while none of them changed, neither did the verdict."""

    inputs: frozenset[str] = frozenset()
    probes: tuple[Probe, ...] = ()
    rows: tuple[SiteRows, ...] = ()


def needs(check: AnyCheck | Changes) -> Needs:
    """What must be known to judge a check, or an expected change."""
    if isinstance(check, GroupCheck):
        return all_needs(check.checks)
    if isinstance(check, TextCheck):
        return Needs(frozenset({"answer"}))
    if isinstance(check, UrlCheck):
        return Needs(frozenset({"url"}))
    if isinstance(check, ModelCheck) and check.url is None:
        return Needs(frozenset({"answer"}))
    if isinstance(check, PageCheck | ModelCheck | ImageCheck):
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


def probe(check: ReadsPage) -> Probe:
    url = check.url or ""
    if isinstance(check, ImageCheck):
        return Probe(f"{url} pictures of {check.locator}", url, check.locator, pictures=True)
    steps = (check.prepare or ()) if isinstance(check, PageCheck) else ()
    after = f" after {'; '.join(steps)}" if steps else ""
    return Probe(f"{url} {check.locator}".strip() + after, url, check.locator, steps=steps)


def probe_inputs(check: ReadsPage) -> frozenset[str]:
    """A page opened anew shows the site's state; the page left open shows what the agent did to it as well."""
    url = check.url or ""
    return frozenset({"url", "page"} if url in RELATIVE_URLS else {f"state:{parse_address(url).site}"})


def _of_page(check: ReadsPage) -> Needs:
    return Needs(probe_inputs(check), (probe(check),))


def _site_rows(site: str, read: RowRead) -> SiteRows:
    return SiteRows(read.key(site), site, read)


def _once(rows: tuple[SiteRows, ...]) -> tuple[SiteRows, ...]:
    return tuple({row.key: row for row in rows}.values())
