"""One Chromium for one environment: it is started once, and each episode gets a context of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from playwright.async_api import BrowserContext, Geolocation
from playwright.async_api import Error as PlaywrightError

from browserenv.browser.actions import Action
from browserenv.browser.chromium import Chromium
from browserenv.browser.episode import Episode, Performed
from browserenv.browser.limits import SessionLimits
from browserenv.browser.observe import Observation
from browserenv.browser.open_chromium import OpenChromium
from browserenv.browser.pagescript import page_script
from browserenv.browser.probe import ProbeAnswer, ProbeFailure
from browserenv.browser.rooms import Room, SpareRooms
from browserenv.browser.sight import Sight
from browserenv.browser.snapshot import BrowserSnapshot, as_record
from browserenv.browser.storage import Storage, as_state
from browserenv.browser.tabs import Tab
from browserenv.errors import CallOrderError, InfrastructureFault

VIEWPORT = (1280, 720)
USUAL = ("UTC", "en-US")  # time zone and language of most episodes; rooms for these are made ahead
T = TypeVar("T")


class Place(Protocol):
    """A place on earth: degrees, and metres of accuracy."""

    @property
    def latitude(self) -> float: ...

    @property
    def longitude(self) -> float: ...

    @property
    def accuracy_m(self) -> float: ...


def _as_playwright_has_it(place: Place) -> Geolocation:
    return {"latitude": place.latitude, "longitude": place.longitude, "accuracy": place.accuracy_m}


class Session:
    """A running Chromium behind the wall, and at most one episode in it. Made by ``await Session.start(...)``.

    All methods belong to the event loop that started it, and are called one at a time. A Chromium that died or does
    not answer raises InfrastructureFault("browser", ...); what an agent does wrong never raises.
    """

    def __init__(
        self,
        chromium: Chromium,
        addresses: Mapping[str, tuple[str, int]],
        viewport: tuple[int, int],
        limits: SessionLimits,
        *,
        headless: bool,
        offers_cdp: bool,
    ) -> None:
        self.version = chromium.browser.version
        self.viewport = viewport
        self._chromium = chromium
        self._headless = headless
        self._offers_cdp = offers_cdp
        self._open: OpenChromium | None = None
        self._addresses = dict(addresses)
        self._hosts = frozenset(addresses)
        self._limits = limits
        self._closed = False
        self._episode: Episode | None = None
        self._spares = SpareRooms(self._usual_room)
        self._options: dict[str, Any] = {}
        self._ahead = timedelta()  # how far the pages' clock is from the machine's

    @classmethod
    async def start(
        cls,
        addresses: Mapping[str, tuple[str, int]],
        *,
        headless: bool = True,
        viewport: tuple[int, int] = VIEWPORT,
        executable: Path | None = None,
        slow_mo_ms: float = 0,
        limits: SessionLimits | None = None,
        offers_cdp: bool = False,
    ) -> Self:
        """Start Chromium for the sites at ``addresses``: host name to (ip, port).

        ``viewport``: (width, height) in pixels. ``offers_cdp``: each episode is in a Chromium of its own that outside
        programs may drive, at ``cdp_url``. Raises BrowserNotFoundError, or InfrastructureFault when it does not
        start.
        """
        chromium = await Chromium.start(addresses, headless=headless, executable=executable, slow_mo_ms=slow_mo_ms)
        limits = limits or SessionLimits()
        return cls(chromium, addresses, viewport, limits, headless=headless, offers_cdp=offers_cdp)

    @property
    def pid(self) -> int:
        """Chromium's main process."""
        return self._chromium.pid

    @property
    def cdp_url(self) -> str:
        """Where outside programs may drive this episode's browser; empty unless that was asked for."""
        return self._open.url if self._open else ""

    @property
    def url(self) -> str:
        """The address of the active tab now; empty when there is none."""
        page = self._current().page
        return page.url if page else ""

    # --- episodes

    async def open_episode(
        self,
        cookies: Sequence[Mapping[str, Any]],
        start_urls: Sequence[str],
        start_time: datetime,
        *,
        timezone_id: str = USUAL[0],
        locale: str = USUAL[1],
        uploads: Path | None = None,
        geolocation: Place | None = None,
        reachable: Sequence[str] | None = None,
        storage: Storage | None = None,
    ) -> None:
        """Begin an episode in a fresh context, after closing the one before.

        ``cookies`` are in Playwright's shape; ``start_urls`` open one tab each, the first one active; ``start_time``
        (with a time zone) is what the pages' clock shows now; ``uploads`` is the folder of files offered to the agent;
        ``geolocation`` is where pages are told that the browser is (None: they may not ask); ``reachable`` are the
        hosts that its tabs may be at (None: all); the judge's own pages may be at any.
        ``storage`` is what the browser holds at the beginning, nothing by default.
        Raises InfrastructureFault: "browser"; "site" when a start page does not answer; "world" when one is outside.
        """
        options = {
            "timezone_id": timezone_id,
            "locale": locale,
            "uploads": uploads,
            "geolocation": geolocation,
            "reachable": reachable,
        }
        await self._begin(
            start_time, options, as_state(storage or {}), lambda episode: episode.begin(cookies, start_urls)
        )

    async def _begin(
        self,
        time: datetime,
        options: dict[str, Any],
        state: Mapping[str, Any],
        open_tabs: Callable[[Episode], Awaitable[T]],
    ) -> T:
        """Begin an episode whose pages see ``time`` now, from a storage state; ``open_tabs`` opens its tabs."""
        await self.close_episode()
        now = datetime.now(UTC)
        self._options, self._ahead = options, time - now
        script = page_script(time, now)
        hosts = self._hosts if options["reachable"] is None else frozenset(options["reachable"])

        async def new_room(state: Mapping[str, Any]) -> Room:
            usual = (options["timezone_id"], options["locale"], options["geolocation"]) == (*USUAL, None)
            if usual and not any(state.values()):
                room = await self._spares.take()
            else:
                room = await Room.furnish(await self._new_context(options, state))
            await room.context.add_init_script(script)
            return room

        async def begin() -> T:
            if self._offers_cdp:
                room = await self._open_room(options, state)
                await room.context.add_init_script(script)
            else:
                room = await new_room(state)
            uploads = options["uploads"]
            episode = self._new_episode(room, lambda storage: new_room(as_state(storage)), uploads, hosts)
            try:
                if self._headless and not self._offers_cdp:  # else it is that of the machine, or of a new Chromium
                    await room.empty_clipboard()
                opened = await open_tabs(episode)
            except BaseException:
                await episode.close()
                raise
            self._episode = episode
            return opened

        return await self._guard(begin())

    def prepare(self) -> None:
        """Begin to make what the next episode needs of the browser; returns at once."""
        self._require_open()
        self._spares.prepare()

    async def prepared(self) -> None:
        """Wait until that is made: for measuring."""
        await self._spares.ready()

    async def _usual_room(self) -> Room:
        usual = {"timezone_id": USUAL[0], "locale": USUAL[1], "geolocation": None}
        return await Room.furnish(await self._new_context(usual, {}))

    async def _open_room(self, options: Mapping[str, Any], state: Mapping[str, Any]) -> Room:
        """The first tab of a new Chromium that outside programs may drive."""
        playwright, chosen = self._chromium.playwright, self._context_options(options)
        self._open = await OpenChromium.start(playwright, self._addresses, headless=self._headless, **chosen)
        context = self._open.context
        if any(state.values()):
            await context.set_storage_state(dict(state))  # type: ignore[arg-type]
        return Room(context, Tab(0, context.pages[0] if context.pages else await context.new_page()))

    async def _new_context(self, options: Mapping[str, Any], state: Mapping[str, Any]) -> BrowserContext:
        return await self._chromium.browser.new_context(
            **self._context_options(options),
            storage_state=dict(state) if any(state.values()) else None,  # type: ignore[arg-type]
        )

    def _context_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """A context's options, as Playwright has them."""
        width, height = self.viewport
        place: Place | None = options["geolocation"]
        return {
            "viewport": {"width": width, "height": height},
            "device_scale_factor": 1,
            "locale": options["locale"],
            "timezone_id": options["timezone_id"],
            "reduced_motion": "reduce",
            "color_scheme": "light",
            "service_workers": "block",
            "geolocation": None if place is None else _as_playwright_has_it(place),
            "permissions": None if place is None else ["geolocation"],
        }

    def _new_episode(
        self,
        room: Room,
        new_room: Callable[[Storage], Awaitable[Room]],
        uploads: Path | None,
        hosts: frozenset[str],
    ) -> Episode:
        return Episode(
            room,
            new_room,
            self._open.cdp if self._open else self._chromium.cdp,
            hosts,
            judged_hosts=self._hosts,
            viewport=self.viewport,
            uploads=uploads,
            actions=self._limits.action,
            settling=self._limits.settle,
            probing=self._limits.probe,
            observe_s=self._limits.observe_s,
            download_bytes=self._limits.download_bytes,
        )

    async def snapshot(self) -> BrowserSnapshot:
        """The browser's side of the episode as it is now, read without touching it."""
        return await self._guard(self._read(self._current()))

    async def _read(self, episode: Episode) -> BrowserSnapshot:
        return BrowserSnapshot(
            tabs=await episode.read_tabs(),
            storage=await episode.full_storage(),
            active=episode.active_index,
            documents=episode.documents,
            n_elements=episode.n_elements,
            time=datetime.now(UTC) + self._ahead,
            options=dict(self._options),
        )

    async def restore(self, kept: BrowserSnapshot) -> dict[str, Any]:
        """Begin an episode where ``kept`` was taken, in this or another session of the same sites.

        Returns what is not as it was, see ``as_record``. Raises as ``open_episode`` does.
        """
        differs = await self._begin(kept.time, dict(kept.options), kept.storage, lambda episode: episode.restore(kept))
        return as_record(kept, differs)

    async def close_episode(self) -> None:
        """End the episode, if there is one, with all its tabs, cookies and storage."""
        self._require_open()
        episode, self._episode = self._episode, None
        if episode is not None:
            await self._guard(episode.close())
        opened, self._open = self._open, None
        if opened is not None:
            await opened.close()

    # --- what an episode can do

    async def perform(self, *actions: Action) -> Performed:
        """Take actions that belong together, up to the first that fails, and wait until the page is at rest.

        A failure is in the result, for the agent to read.
        """
        done = await self._guard(self._current().perform(*actions))
        if done.settled.reason == "no answer":
            await self._ping()
        return done

    def take_failures(self) -> list[tuple[str, str]]:
        """(part, message) of what failed since the last action, such as a part of a start page."""
        return self._current().take_failures()

    async def answer_dialogs(self) -> None:
        """Answer by default the native dialogs that the agent left open."""
        await self._guard(self._current().answer_dialogs())

    @property
    def pointer(self) -> tuple[float, float]:
        """Where the agent's pointer is, in pixels of the viewport."""
        return self._current().pointer

    @property
    def downloads(self) -> Path | None:
        """The folder of what the agent downloaded, until the episode is closed; None when there is none."""
        return self._current().downloads

    async def observe(self, parts: frozenset[str], sight: Sight | None = None) -> Observation:
        """What the agent sees; ``parts`` are names of ``observe.PARTS``, ``sight`` how it sees them."""
        seen = await self._guard(self._current().observe(parts, sight or Sight()))
        if seen.missing:
            await self._ping()
        return seen

    async def probe(
        self,
        url: str,
        locator: str | None = None,
        cookies: Sequence[Mapping[str, Any]] = (),
        storage: Storage | None = None,
        pictures: bool = False,
        steps: Sequence[str] = (),
        reload: bool = True,
    ) -> ProbeAnswer:
        """Read ``locator`` (None: the whole page) at ``url`` in the judge's own context, begun with ``storage``.

        ``pictures``: read the pictures that the locator names, not its value. ``steps``: expressions to run before.
        ``reload=False``: a page that the last probe opened is read as it is.
        """
        prober = self._current().prober
        return await self._answered(prober.probe(url, locator, cookies, storage, pictures, steps, reload))

    async def probe_current(
        self, locator: str | None = None, pictures: bool = False, steps: Sequence[str] = ()
    ) -> ProbeAnswer:
        """Read ``locator`` (None: the whole page) on the agent's active tab, without touching it.

        ``steps`` do touch it, so they may only be given when the agent is done; one that fails is told where the
        locator then finds nothing.
        """
        return await self._answered(self._current().probe_current(locator, pictures, steps))

    async def script(self, function: str) -> Any:
        """The value of a JavaScript function on the active tab. No agent can: it is for trials of the harness."""
        page = self._current().page
        if page is None:
            raise CallOrderError("no page is open to run a script on")
        return await self._guard(page.evaluate(function))

    async def crash_tab(self) -> None:
        """Crash the active tab, and return when that is known. No agent can: it is for trials of the harness."""
        page = self._current().page
        if page is None:
            raise CallOrderError("no page is open to crash")
        channel = await self._guard(page.context.new_cdp_session(page))
        async with page.expect_event("crash"):
            crashing = asyncio.ensure_future(channel.send("Page.crash"))
        crashing.cancel()  # a tab that is gone does not answer

    async def storage(self, origins: Collection[str]) -> Storage:
        """The local storage of ``origins``, the same at every call of an episode, read from outside the pages."""
        return await self._guard(self._current().storage(origins))

    @property
    def documents(self) -> tuple[str, ...]:
        """The addresses of all pages that the agent's tabs asked for in this episode, in order."""
        return self._current().documents

    async def _answered(self, probing: Coroutine[Any, Any, ProbeAnswer]) -> ProbeAnswer:
        answer = await self._guard(probing)
        if answer.failure is ProbeFailure.SITE:
            await self._ping()
        return answer

    # --- life and death

    async def close(self) -> None:
        """End everything. Returns within seconds and leaves no process, whatever state Chromium is in."""
        if not self._closed:
            self._closed, self._episode = True, None
            await self._spares.close()
            if self._open is not None:
                await self._open.close()
            await self._chromium.close()

    def _current(self) -> Episode:
        self._require_open()
        if self._episode is None:
            raise CallOrderError("no episode is open; call open_episode() first")
        return self._episode

    def _require_open(self) -> None:
        if self._closed:
            raise CallOrderError("this session is closed; start another one")

    async def _ping(self) -> None:
        """Raises InfrastructureFault when a Chromium ended or does not answer."""
        await self._chromium.ping()
        if self._open is not None:
            await self._open.ping()

    async def _guard(self, work: Coroutine[Any, Any, T]) -> T:
        """Await ``work``. What Playwright raises here is no agent's mistake, so it is the browser's failure."""
        try:
            result = await asyncio.wait_for(work, self._limits.call_s)
        except (PlaywrightError, TimeoutError, ConnectionError) as error:
            await self._ping()
            reason = str(error).splitlines()[0] if str(error) else f"no answer within {self._limits.call_s:g} s"
            raise InfrastructureFault("browser", reason) from error
        if not self._chromium.browser.is_connected():
            raise InfrastructureFault("browser", "Chromium ended by itself")
        return result
