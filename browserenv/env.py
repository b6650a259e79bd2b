"""The environment's core: reset, step, validate, on one event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .browser.command import ActionError, Command, Screen
from .browser.failures import told
from .browser.limits import limits_of
from .browser.observe import Observation, has_changed
from .browser.parse import MAX_CHARS, read
from .browser.session import Session
from .browser.storage import Storage
from .episode import Episode
from .errors import BrowserenvError, CallOrderError, InfrastructureFault
from .goal import goal_object
from .info import Timings, judged_info
from .judges.judgement import Judgement
from .judges.jury import Jury
from .judges.verdict import Verdict
from .loop import in_thread
from .observation import fitted, observation_of
from .settings import Settings
from .snapshots import Revisiting
from .storage import ClientSites
from .tasks.address import parse_address
from .tasks.draws import StateReader
from .tasks.task import Task
from .validation import Claims, Validator, require_judgeable
from .worlds.base import Cookie, Moment, StartState, World
from .worlds.client_state import Collections
from .worlds.seed import fetch_seed

StepResult = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]
STEP_S = 60.0  # after which no further action of a step is begun
ALWAYS_SEEN = frozenset({"open_pages_titles", "focused_element"})


class AsyncBrowserEnv(Revisiting):
    """Plays episodes of the tasks that ``draw`` gives for a seed and the world's golden state, in one Chromium.

    See ``BrowserEnv``, its synchronous face, for observations, actions, reward and ``info``. All methods belong to
    one event loop. World and browser start at the first ``reset`` and are reused over episodes.
    """

    def __init__(
        self,
        draw: Callable[[int, StateReader], Task],
        world: World,
        settings: Settings,
        jury: Jury | None = None,
        owns_jury: bool = True,
    ) -> None:
        super().__init__()
        self.world = world
        self.settings = settings
        self.jury = jury
        self._owns_jury = owns_jury  # and so closes it
        self._draw = draw
        self._world_is_open = False
        self._session: Session | None = None
        self._episode: Episode | None = None
        self._validator: Validator | None = None
        self._seeds: dict[str, tuple[str, Collections]] = {}  # by site: the fingerprint and what it stands for
        self._seen: Observation | None = None
        self._has_changed: bool | None = None  # what was seen, at the last observation
        self._moment = Moment({}, world.start_time)  # of the sites, at the last observation
        self._page_errors: list[dict[str, str]] = []

    @property
    def episode(self) -> Episode:
        """The running or the last episode. Raises ``CallOrderError`` before the first ``reset``."""
        if self._episode is None:
            raise CallOrderError("no episode has begun; call reset() first")
        return self._episode

    @property
    def evidence(self) -> dict[str, Any]:
        """What the last judgement rested on, as plain JSON: enough to judge it again without a browser."""
        assert self._validator is not None, "an episode has a validator"
        evidence: dict[str, Any] = self._validator.evidence.model_dump(mode="json")
        return evidence

    @property
    def browser_version(self) -> str:
        return self._session.version if self._session else ""

    @property
    def browser_process_id(self) -> int:
        return self.require_session().pid

    async def open(self) -> None:
        """Start world and browser now, instead of at the first ``reset``."""
        if self._order.was_interrupted:  # nobody knows in the middle of what
            await self.close()
            self._order.was_interrupted = False
        if not self._world_is_open:
            with self._order.noting_interrupts():
                await in_thread(self.world.open)
            self._world_is_open = True
        if self._session is None:
            addresses = {each.host: (each.ip, each.port) for each in self.world.addresses.values()}
            self._session = await Session.start(
                addresses,
                headless=self.settings.headless,
                viewport=self.settings.viewport,
                limits=limits_of(self.settings.action_timeout_ms, self.settings.navigation_timeout_ms),
                offers_cdp=self.settings.cdp,
            )

    async def reset(self, seed: int, task: Task | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode of the task of this seed, or of ``task``; returns (observation, info).

        A fault is met once by starting world and browser anew. Raises ``InfrastructureFault`` when that fails too: then
        there is no episode. ``CallOrderError`` while another call is under way.
        """
        async with self._order.turn():
            if task is None:
                task = await asyncio.to_thread(self._draw, seed, self.world.golden_state)
            self._episode = None
            return await self._reset(seed, task)

    async def _reset(self, seed: int, task: Task) -> tuple[dict[str, Any], dict[str, Any]]:
        timings = Timings()
        fault: InfrastructureFault | None = None
        try:
            observation = await self._begin(task, seed, timings)
        except InfrastructureFault as error:
            fault = error
            await self.close()
            observation = await self._begin(task, seed, timings)
        return self._began(observation, self._begin_info(timings), fault)

    def _begin_info(self, timings: Timings) -> dict[str, Any]:
        episode = self.episode
        return {
            "task_id": episode.task.task_id,
            "seed": episode.seed,
            "step": episode.n_steps,
            "fingerprints": dict(episode.start.fingerprints),
            "world_lacks": dict(self.world.lacks),
            "timings_ms": timings,
        }

    async def step(self, text: str) -> StepResult:
        """Do one action. Raises ``CallOrderError`` before ``reset``, after the end, and while another call is going on.

        The time budget is of the time spent in here alone, and is looked at when the action is done.
        """
        async with self._order.turn():
            episode = self._require_running()
            episode.n_steps += 1
            # Half a character (a lone surrogate) is in no text that can be stored.
            episode.last_action = str(text)[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
            return await self._step(episode, text)

    async def _step(self, episode: Episode, text: str) -> StepResult:
        timings, began_s = Timings(), time.monotonic()
        self._page_errors = []
        fault: InfrastructureFault | None = None
        used_s = episode.used_s
        try:
            n_restarts = await asyncio.to_thread(self.world.restarts)
            await self._act(text, timings)
            episode.failures += self.require_session().take_failures()
            episode.used_s = used_s + time.monotonic() - began_s
            if episode.has_finished or episode.used_up:
                await self.require_session().answer_dialogs()  # they would keep the page from being judged
            with timings.phase("observe"):
                observation = await self._observe()
            if self._moment.n_restarts != n_restarts:
                raise InfrastructureFault("world", "the sites died during this action; what it asked may be lost")
            with timings.phase("validate"):
                episode.close(await self._judge())
        except InfrastructureFault as error:
            fault = error
            episode.truncated = True
            observation = self._with_words(self._seen)
        episode.used_s = used_s + time.monotonic() - began_s
        return self._result(observation, fault, timings)

    async def evaluate(self) -> Verdict:
        """The verdict on the present state, without side effects; after the end, the verdict at the end."""
        episode = self.episode
        if episode.is_over and episode.judgement is not None:
            return episode.judgement.verdict
        return (await self._judge(afresh=self.settings.cdp)).verdict

    async def screenshot(self) -> NDArray[np.uint8]:
        """The active tab as it is now: uint8, (height, width, 3)."""
        seen = await self.require_session().observe(frozenset({"screenshot"}))
        assert seen.screenshot is not None, "it was asked for"
        return fitted(seen.screenshot, self.settings.viewport)

    async def close(self) -> None:
        """End browser and sites; may be called twice. A later ``reset`` starts them anew."""
        await self.close_browser()
        await asyncio.to_thread(self.close_world)

    async def close_browser(self) -> None:
        """End the browser alone."""
        self.points.clear()
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def close_world(self) -> None:
        """End the sites, and what the judges opened. Blocks, and needs no event loop: there may be none any more."""
        self._world_is_open = False
        if self.jury is not None and self._owns_jury:
            self.jury.close()
        self.world.close()

    # --- beginning

    async def _begin(self, task: Task, seed: int, timings: Timings) -> dict[str, Any]:
        require_judgeable(task, self.settings.checks, self.world)
        with timings.phase("open"):
            await self.open()
        session = self.require_session()
        session.prepare()
        self.points.clear()
        with timings.phase("state"):
            storage = await self._first_storage(session)
            await session.close_episode()
            start = await in_thread(self.world.reset, task.setup)
            seeds = await self._start_rows(start)
        with timings.phase("browser"):
            await session.open_episode(
                await self._login(task),
                [self._url(address) for address in task.start],
                self._start_time(task),
                geolocation=task.geolocation,
                reachable=self._reachable(task),
                storage=storage,
            )
        self._validator = self._new_validator(task, seeds)
        self._episode = Episode(
            task,
            seed,
            start,
            max_steps=self.settings.max_steps or task.budget.max_steps,
            max_time_s=self.settings.max_time_s or task.budget.max_time_s,
        )
        self._episode.messages.append({"role": "user", "message": task.intent})
        self._episode.goal_object = await asyncio.to_thread(goal_object, task, self.world.addresses)
        with timings.phase("observe"):
            observation = await self._observe()
        session.prepare()
        return observation

    def _new_validator(self, task: Task, seeds: Mapping[str, Collections]) -> Validator:
        session = self.require_session()
        client = ClientSites(self.world, session, seeds)
        return Validator(task, self.settings.checks, self.world, session, client, self.jury)

    async def _go_on(self, kept: Episode, timings: Timings) -> dict[str, Any]:
        self._episode = kept.joined()
        seeds = {site: seed for site, (_, seed) in self._seeds.items()}
        self._validator = self._new_validator(self._episode.task, seeds)
        self._page_errors = []
        with timings.phase("observe"):
            return await self._observe()

    async def _start_as(self, kept: Episode) -> None:
        await self.open()
        await self._start_rows(await in_thread(self.world.reset, kept.task.setup))

    def _another(self) -> Self:
        return type(self)(self._draw, self.world.another(), self.settings, self.jury, owns_jury=False)

    async def _first_storage(self, session: Session) -> Storage:
        """What an episode's browser holds at its beginning: nothing."""
        return {}

    async def _start_rows(self, start: StartState) -> dict[str, Collections]:
        """What each client-side site starts from; asked for again only when its fingerprint is another."""
        for site, facts in self.world.facts.items():
            fingerprint = start.fingerprints.get(site, "")
            if facts.storage and self._seeds.get(site, ("",))[0] != fingerprint:
                self._seeds[site] = fingerprint, await asyncio.to_thread(fetch_seed, self.world.addresses[site])
        return {site: seed for site, (_, seed) in self._seeds.items()}

    async def _login(self, task: Task) -> list[Cookie]:
        cookies: list[Cookie] = []
        for site, user in task.login.items():
            try:
                cookies += await asyncio.to_thread(self.world.login, site, user)
            except KeyError as error:
                raise BrowserenvError(f"task {task.task_id} logs in as {user!r}, who is no user of {site}") from error
        return cookies

    def _reachable(self, task: Task) -> list[str]:
        """The hosts that the agent may visit: the sites that the task permits, all of the world's if it names none."""
        sites = self.world.addresses if task.permissions.sites is None else task.permissions.sites
        return [self.world.addresses[site].host for site in sites]

    def _start_time(self, task: Task) -> datetime:
        """What the pages' clock shows at the start."""
        servers = [site for site, fact in self.world.facts.items() if fact.storage is None]
        if task.start_time is not None and servers:
            raise BrowserenvError(
                f"task {task.task_id} begins at {task.start_time.isoformat()}, but {servers[0]} has a clock of its own"
                "; leave out start_time"
            )
        return task.start_time or self.world.start_time

    def _url(self, text: str) -> str:
        address = parse_address(text)
        return address.on(self.world.addresses[address.site].origin)

    # --- acting

    async def _act(self, text: str, timings: Timings) -> None:
        """Do what the text asks for, one after the other, up to the first that fails."""
        episode = self.episode
        episode.last_action_error = ""
        try:
            with timings.phase("parse"):
                commands = read(
                    text,
                    self.settings.action_format,
                    several=self.settings.multi_action,
                    allowed=episode.task.permissions.actions,
                    screen=self._screen(),
                )
        except ActionError as error:
            episode.last_action_error = told(str(error))
            return
        until = asyncio.get_running_loop().time() + STEP_S
        for number, command in enumerate(commands, start=1):
            if asyncio.get_running_loop().time() > until:
                error_text = f"the step took longer than {STEP_S:g} s"
            else:
                error_text = await self._take(command, timings)
            if error_text:
                rest = f"action {number} of {len(commands)}: " if len(commands) > 1 else ""
                after = "\nthe rest was not done" if number < len(commands) else ""
                episode.last_action_error = told(f"{rest}{error_text}{after}")
                return

    async def _take(self, command: Command, timings: Timings) -> str:
        """The error, or an empty text."""
        episode, (first, *_) = self.episode, command.actions
        if first.name == "send_msg_to_user":
            episode.answer = str(first.args["text"])
            episode.messages.append({"role": "assistant", "message": episode.answer})
            return ""
        if first.name == "report_infeasible":
            episode.infeasible = str(first.args["reason"])
            episode.messages.append({"role": "infeasible", "message": episode.infeasible})
            return ""
        with timings.phase("act"):
            performed = await self.require_session().perform(*command.actions)
        timings.settle(performed.settled.reason, performed.settled.elapsed_ms)
        episode.failures += [("site", said) for said in performed.site_failures]
        episode.failures += [("browser", said) for said in performed.crashes]
        self._page_errors += (error.as_record() for error in performed.page_errors)
        return performed.error or ""

    def _screen(self) -> Screen:
        width, height = self.settings.viewport
        return Screen(width, height, self.settings.screenshot_scale, self.require_session().pointer)

    # --- seeing

    async def _observe(self) -> dict[str, Any]:
        parts = ALWAYS_SEEN | frozenset(self.settings.observe)
        seen, self._moment = await asyncio.gather(
            self.require_session().observe(parts, self.settings.sight), asyncio.to_thread(self.world.moment)
        )
        self._has_changed, self._seen = has_changed(self._seen, seen), seen
        return self._with_words(seen)

    def _with_words(self, seen: Observation | None) -> dict[str, Any]:
        assert seen is not None, "every episode begins with an observation"
        elapsed_s = (self._moment.clock - self.world.start_time).total_seconds()
        return observation_of(seen, self.episode, self.settings, elapsed_s)

    # --- judging

    async def _judge(self, *, afresh: bool = False) -> Judgement:
        """``afresh``: somebody else may have used the browser since the last observation."""
        episode = self.episode
        episode.n_looks += afresh
        url = self.require_session().url if afresh else self._seen.url if self._seen else ""
        assert self._validator is not None, "an episode has a validator"
        claims = Claims(
            answer=episode.answer,
            infeasible=episode.infeasible,
            finished=episode.has_finished,
            url=url,
            page_mark=episode.n_steps + episode.n_looks,
            over=episode.has_finished or episode.used_up is not None,
        )
        # What is written later than the observation is judged at the next step. After the last there is none, and an
        # observation made elsewhere is of no use: the sites are asked again.
        return await self._validator.validate(claims, None if claims.over or afresh else self._moment)

    def _result(self, observation: dict[str, Any], fault: InfrastructureFault | None, timings: Timings) -> StepResult:
        episode = self.episode
        judgement = None if fault else episode.judgement
        integrity = self._validator.client.integrity() if self._validator and not fault else []
        info = judged_info(episode, judgement, fault) | {
            "integrity": integrity,
            "page_changed": None if fault else self._has_changed,
            "page_errors": list(self._page_errors),
            "restores": episode.n_restores,
            "unseen": dict(self._seen.missing) if self._seen else {},
            "timings_ms": timings,
        }
        score = judgement.verdict.score if judgement else 0.0
        reward = score if self.settings.reward_at == "step" or episode.is_over else 0.0
        return observation, reward, episode.terminated, episode.truncated, info

    # --- order of calls

    def require_episode(self) -> None:
        """Raises ``CallOrderError`` before the first ``reset``."""
        _ = self.episode

    def _require_running(self) -> Episode:
        episode = self.episode
        if self._order.was_interrupted:
            raise CallOrderError(f"step {episode.n_steps} was interrupted; call reset() before the next step()")
        if episode.is_over:
            how = "terminated" if episode.terminated else "truncated"
            raise CallOrderError(f"the episode {how} at step {episode.n_steps}; call reset() before the next step()")
        return episode

    def require_session(self) -> Session:
        """The running browser session. Raises ``CallOrderError`` when none is."""
        if self._session is None:
            raise CallOrderError("the environment is closed; call reset() first")
        return self._session
