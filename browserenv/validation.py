"""Validation after every action: evidence is fetched once, and only checks whose inputs changed are judged again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .browser.actions import SPECS
from .browser.probe import ProbeAnswer, ProbeFailure
from .browser.session import Session
from .errors import BrowserenvError, InfrastructureFault
from .judges.evidence import Diff, Evidence, PageAnswer, Row
from .judges.judgement import Judgement, Which, judge_task, needs_model, state_reads, task_needs
from .judges.jury import Jury
from .judges.needs import Probe, SiteRows
from .judges.schema import verify_names
from .judges.verdict import Outcome
from .storage import ClientSites
from .tasks.address import parse_address
from .tasks.errors import TaskFileError, nearest
from .tasks.page_urls import POST_OF_LAST, post_of
from .tasks.task import Task
from .worlds.base import Cookie, Moment, World


@dataclass(frozen=True)
class Claims:
    """What the agent said so far, and where it is: the inputs of judging that no site holds.

    ``page_mark`` changes whenever the open page may have changed. ``over``: whether the agent will act no more, since
    it said so or its budget is used up.
    """

    answer: str | None
    infeasible: str | None
    finished: bool
    url: str
    page_mark: int
    over: bool = False


def require_judgeable(task: Task, which: Which, world: World) -> None:
    """Raises ``BrowserenvError`` naming the checks that read state where the world has none to read.

    They would be indeterminate whatever the agent did, and an episode that cannot be scored is not worth its price.
    """
    if "diff" not in world.lacks:
        return
    in_browser = {site for site, fact in world.facts.items() if fact.storage}
    if reading := [label for label, sites in state_reads(task, which) if not set(sites) <= in_browser]:
        mend = "; play it with checks='original'" if which == "all" and task.checks_for("original") else ""
        raise BrowserenvError(
            f"task {task.task_id} cannot be judged on backend {world.backend!r}, whose state cannot be read: "
            f"{', '.join(reading)}{mend}"
        )


def verify_actions(task: Task) -> None:
    """Raises ``TaskFileError`` where a task permits an action that there is not: all others would be refused."""
    for name in task.permissions.actions or ():
        if name not in SPECS:
            raise TaskFileError(
                f"task {task.task_id}: unknown action {name!r} (permissions.actions){nearest(name, SPECS)}"
            )


@dataclass
class Validator:
    """Judges one episode. Nothing that the agent sees changes by it: sites are read over the control plane, or from
    the browser's storage where they keep their state there; pages in a browser context of the judge's own.
    Making one raises ``TaskFileError`` where the task's checks name a collection that a site does not have, or its
    permissions an action.
    """

    task: Task
    which: Which
    world: World
    session: Session
    client: ClientSites
    jury: Jury | None = None
    _before: Judgement | None = None
    _inputs: dict[str, object] = field(default_factory=dict)
    _diffs: dict[str, Diff] = field(default_factory=dict)
    _pages: dict[str, PageAnswer] = field(default_factory=dict)
    _rows: dict[str, list[Row]] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence)

    def __post_init__(self) -> None:
        verify_actions(self.task)
        verify_names(self.task, {site: facts.collections for site, facts in self.world.facts.items()})
        self._needs = task_needs(self.task, self.which)
        self._asks_model = bool(needs_model(self.task, self.which))
        self._sites = sorted(name.removeprefix("state:") for name in self._needs.inputs if name.startswith("state:"))

    async def validate(self, claims: Claims, seen: Moment | None = None) -> Judgement:
        """The judgement of the present state. What could not be read is missing evidence, never a failure.

        ``seen``: what the sites said after the last action, if they need not be asked again.
        """
        missing: dict[str, str] = {}
        inputs = await self._read_inputs(claims, seen, missing)
        changed = {name for name, value in inputs.items() if name not in self._inputs or self._inputs[name] != value}
        await self._read_sites(changed, missing)
        await self._read_pages(changed, claims, missing)
        self.evidence = self._evidence(claims, missing)
        judgement = await self._judge(changed)
        undecided = any(verdict.outcome is Outcome.INDETERMINATE for verdict in judgement.checks)
        # What could not be judged is judged again next time, whether or not its inputs changed.
        self._before, self._inputs = (None, {}) if undecided else (judgement, inputs)
        return judgement

    async def _judge(self, changed: set[str]) -> Judgement:
        """In a thread where a model may be asked, since that takes seconds and the browser's loop must go on."""
        if not self._asks_model:
            return judge_task(self.task, self.evidence, self.which, self._before, changed)
        return await asyncio.to_thread(
            judge_task, self.task, self.evidence, self.which, self._before, changed, self.jury
        )

    async def _read_inputs(self, claims: Claims, seen: Moment | None, missing: dict[str, str]) -> dict[str, object]:
        inputs: dict[str, object] = {
            "answer": (claims.answer, claims.infeasible),
            "url": claims.url,
            "page": claims.page_mark,
        }
        inputs |= {f"state:{site}": text for site, text in (await self.client.read()).items()}
        missing |= {f"state:{site}": fault for site, fault in self.client.faults.items()}
        if served := [site for site in self._sites if site not in self.client]:
            try:
                moment = await asyncio.to_thread(self.world.moment) if seen is None else seen
                inputs |= {f"state:{site}": moment.versions[site] for site in served}
            except InfrastructureFault as fault:
                missing |= {f"state:{site}": str(fault) for site in served}
                inputs |= {f"state:{site}": object() for site in served}
        return inputs

    async def _read_sites(self, changed: set[str], missing: dict[str, str]) -> None:
        sites = [site for site in self._sites if f"state:{site}" in changed and f"state:{site}" not in missing]
        if not sites:
            return
        served = [site for site in sites if site not in self.client]
        try:
            self._diffs |= await asyncio.to_thread(self.world.diff) if served else {}
        except InfrastructureFault as fault:
            missing |= {f"state:{site}": str(fault) for site in served}
            sites = [site for site in sites if site in self.client]
        self._diffs |= self.client.diffs
        for read in self._needs.rows:
            if read.site in sites:
                await self._read_rows(read, missing)

    async def _read_rows(self, wanted: SiteRows, missing: dict[str, str]) -> None:
        read, site = wanted.read, wanted.site
        try:
            if site in self.client:
                self._rows[wanted.key] = self.client.rows(site, read.collection, read.where)
            else:
                self._rows[wanted.key] = await asyncio.to_thread(self.world.rows, site, read.collection, read.where)
        except (InfrastructureFault, KeyError) as error:
            missing[wanted.key] = str(error.args[0])  # a KeyError quotes its text

    async def _read_pages(self, changed: set[str], claims: Claims, missing: dict[str, str]) -> None:
        opened: set[str] = set()  # a page is opened once for the checks in a row that read it
        for probe in self._needs.probes:
            if probe.url == "last":
                if "page" in changed:
                    self._keep(probe, await self._read_last(probe, claims.over), missing)
                continue
            if probe.url == POST_OF_LAST:
                if changed & {"url", "page"}:
                    self._keep(probe, await self._read_post(probe, post_of(claims.url)), missing)
                continue
            address = parse_address(probe.url)
            if f"state:{address.site}" in changed:
                url = address.on(self.world.addresses[address.site].origin)
                cookies = await self._judge_cookies()
                self._keep(probe, await self._read_page(probe, url, cookies, url not in opened), missing)
                opened.add(url)

    async def _read_last(self, probe: Probe, over: bool) -> ProbeAnswer:
        """The agent's own page, as it is; steps act on it, so that they wait until the agent is done."""
        if probe.steps and not over:
            return ProbeAnswer("", failure=ProbeFailure.LOCATOR, error="it is read when the agent is done")
        return await self.session.probe_current(probe.locator or None, probe.pictures, probe.steps)

    async def _read_post(self, probe: Probe, url: str) -> ProbeAnswer:
        """In the judge's own page; where the agent ended on no page of a site, as it is."""
        if not url.startswith("http"):
            return await self.session.probe_current(probe.locator or None, probe.pictures)
        return await self._read_page(probe, url, await self._judge_cookies())

    async def _read_page(self, probe: Probe, url: str, cookies: list[Cookie], reload: bool = True) -> ProbeAnswer:
        return await self.session.probe(
            url, probe.locator or None, cookies, self.client.storage, probe.pictures, probe.steps, reload
        )

    def _keep(self, probe: Probe, answer: ProbeAnswer, missing: dict[str, str]) -> None:
        if answer.failure is ProbeFailure.BAD:
            missing[probe.key] = answer.error or "the page cannot be asked this"
        is_site_fault = answer.failure in (ProbeFailure.SITE, ProbeFailure.STEP)
        self._pages[probe.key] = PageAnswer(
            url=answer.url,
            status=answer.status,
            value=answer.value,
            thrown=answer.error if answer.failure is ProbeFailure.LOCATOR else None,
            error=(answer.error or "the site failed") if is_site_fault else None,
        )

    async def _judge_cookies(self) -> list[Cookie]:
        """The judge's own login as the task's user; none where the agent deleted that account."""
        cookies: list[Cookie] = []
        for site, user in self.task.login.items():
            try:
                cookies += await asyncio.to_thread(self.world.login, site, user)
            except KeyError:
                continue
        return cookies

    def _evidence(self, claims: Claims, missing: Mapping[str, str]) -> Evidence:
        facts = self.world.facts
        ignored: dict[str, Any] = {site: dict(fact.derived) for site, fact in facts.items()}
        return Evidence(
            answer=claims.answer,
            infeasible=claims.infeasible,
            finished=claims.finished,
            url=claims.url or None,
            hosts={site: address.origin for site, address in self.world.addresses.items()},
            pages=dict(self._pages),
            diff=dict(self._diffs),
            rows=dict(self._rows),
            ignored=ignored,
            untrusted=dict(self.client.untrusted),
            collections={site: fact.collections for site, fact in facts.items()},
            missing=dict(missing),
        )
