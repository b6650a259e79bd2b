"""``browserenv bench``: how fast the parts are here, beside what the same machine does bare; nothing is asserted."""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import docker
import typer
from playwright.async_api import BrowserContext, async_playwright
from rich.table import Table

from ..agents.lookup import make_agent
from ..browser.launch import launch
from ..errors import BrowserenvError
from ..gymnasium_env import BrowserEnv
from ..runs.play import play
from ..sites.kit import golden
from ..sites.kit.golden import Golden
from ..worlds.base import World
from ..worlds.docker import DockerWorld
from ..worlds.embedded import EmbeddedWorld
from ..worlds.grown import grow
from ..worlds.leases import take_lease
from ..worlds.pool import SitePool
from ..worlds.soak import soak
from ..worlds.visitor import Visitor
from . import bench_step
from .bench_docker import GivenWorld, bare_starts_ms, engine_or_none, image_for_now, image_of
from .orders import show_orders
from .progress import building, say
from .tables import show

app = typer.Typer(help="Measure the parts on this machine, beside what it does bare.", no_args_is_help=True)
app.command("step")(bench_step.step)

TASK = "580"
SITE = "forum"
MOST_STATE_MS = 50
MOST_RATIO = 1.5
CHANGED_ROWS = (1, 10, 100, 1000)
COLUMNS = ("state ms", "browser ms", "observe ms", "reset ms", "at once ms", "bare ms", "seen ms", "/ bare", "/ seen")
Milliseconds = list[float]


@dataclass(frozen=True)
class Way:
    """A way of resetting: one row of the table. ``options`` are those of ``BrowserEnv``."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)


WAYS = (
    Way("embedded, replace", {"reset_by": "replace"}),
    Way("embedded, rollback", {"reset_by": "rollback"}),
    Way("docker, one ready", {"standby": True}),
    Way("docker, none ready", {"standby": False}),
)


@dataclass
class Measured:
    """``state``: the world's part alone; ``whole``: ``env.reset`` after an agent that took its time, of which
    ``browser`` is the start page in a new context and ``observe`` the first observation; ``at_once``: ``env.reset``
    when there was no time to prepare a context; ``bare``: the last context closed, a new one and goto, nothing
    else; ``seen``: the same with what a reset returns, too, a screenshot and an aria snapshot.
    """

    state: Milliseconds = field(default_factory=list)
    browser: Milliseconds = field(default_factory=list)
    observe: Milliseconds = field(default_factory=list)
    whole: Milliseconds = field(default_factory=list)
    at_once: Milliseconds = field(default_factory=list)
    bare: Milliseconds = field(default_factory=list)
    seen: Milliseconds = field(default_factory=list)

    def cells(self) -> list[str]:
        """The medians, in the order of ``COLUMNS``."""
        parts = [_median(each) for each in (self.browser, self.observe, self.whole, self.at_once, self.bare, self.seen)]
        ratios = [_median(self.whole) / _median(each) for each in (self.bare, self.seen)]
        return [f"{_median(self.state):.1f}", *(f"{part:.0f}" for part in parts), *(f"{each:.2f}" for each in ratios)]


@app.command()
def reset(
    sizes: Annotated[str, typer.Option(help="sizes of the seed data, with commas")] = "small,full",
    times: Annotated[int, typer.Option(help="also the last size with this many times its rows; 1 leaves it out")] = 10,
    rounds: Annotated[int, typer.Option(help="resets of each kind")] = 20,
    with_docker: Annotated[bool, typer.Option("--docker/--no-docker", help="also in containers")] = True,
    n_soak: Annotated[
        int, typer.Option("--soak", help="instead: this many resets with random damage between, each one verified")
    ] = 0,
) -> None:
    """Medians of resets in each way and size, as ratios to a bare new context and goto in the same run."""
    chosen = [size.strip() for size in sizes.split(",") if size.strip()]
    if not chosen or times < 1 or rounds < 1:
        raise BrowserenvError("bench reset needs a size, and --times and --rounds of at least 1")
    if n_soak:
        _soak(chosen[0], n_soak)
        return
    table = Table("size", "way", "rows", *COLUMNS, box=None, pad_edge=False)
    growth = Table("size", *(f"{n} rows" for n in CHANGED_ROWS), box=None, pad_edge=False)
    floors: list[str] = []
    client = engine_or_none(say) if with_docker else None
    try:
        with tempfile.TemporaryDirectory(prefix="browserenv-bench-") as folder:
            take_lease(Path(folder))  # it grows large, and stays when this is killed
            for size in chosen:
                _measure_size(_golden(size), client, rounds, table, growth, floors)
            if times > 1:
                grown = _golden(chosen[-1], times, Path(folder))
                with image_for_now(client, grown, say) if client else nullcontext():
                    _measure_size(grown, client, rounds, table, growth, floors)
    finally:  # what was measured is shown whatever happens later
        show(table)
        print(f"to reach: state at most {MOST_STATE_MS} ms, reset at most {MOST_RATIO} x bare (medians of {rounds})\n")
        print("rollback by how many rows changed, state part alone, median ms: it should not grow down a column")
        show(growth)
        for line in floors:
            print(line)


def _golden(size: str, times: int = 1, folder: Path = Path()) -> Golden:
    """The golden state of a size; with ``times``, one of so many times its rows, made in ``folder``."""
    with building() as progress:
        made = golden.ensure(SITE, size, progress=progress, log=say)
        return made if times == 1 else grow(made, times, folder / f"{size}-{times}", progress)


def _measure_size(
    made: Golden,
    client: docker.DockerClient | None,
    rounds: int,
    table: Table,
    growth: Table,
    floors: list[str],
) -> None:
    n_rows = sum(made.counts.values())
    image = image_of(client, made, say) if client else ""
    for way in WAYS if client else [way for way in WAYS if "standby" not in way.options]:
        with _environment(way, made) as env:
            say(f"{made.size}: {way.name}")
            world: Any = env.core.world
            measured = _measure(env, rounds)
            if way.options.get("reset_by") == "rollback":
                growth.add_row(made.size, *(f"{_median(_undo(world, n, rounds)):.1f}" for n in CHANGED_ROWS))
        table.add_row(made.size, way.name, f"{n_rows:,}", *measured.cells())
    if client:
        bare = bare_starts_ms(client, image, SITE, rounds)
        floors.append(f"a bare start of a container, until it serves, {made.size}: {_median(list(bare)):.0f} ms")


@contextmanager
def _environment(way: Way, made: Golden) -> Iterator[BrowserEnv]:
    with building() as progress:
        env = BrowserEnv(TASK, size="small", progress=progress, log=say, reset_by=way.options.get("reset_by"))
        try:
            if "standby" in way.options:
                env.core.world = GivenWorld(made, standby=way.options["standby"], log=say)
            env.open()
            world: Any = env.core.world
            world.goldens[SITE] = made
        except BaseException:
            env.close()
            raise
    try:
        yield env
    finally:
        env.close()


def _measure(env: BrowserEnv, rounds: int) -> Measured:
    """All in the same run, so that what else the machine does meets all alike; the first of each is not counted."""
    measured = Measured()
    world = env.core.world
    env.reset(seed=0)
    bare = env.run(_bare_ms(env, rounds + 1))[1:]
    measured.bare, measured.seen = [opened for opened, _ in bare], [seen for _, seen in bare]
    for number in range(rounds + 1):
        _work(world)
        _wait_until_ready(world)
        began_s = time.perf_counter()
        world.reset({})
        state_ms = (time.perf_counter() - began_s) * 1000
        at_once_ms, _ = _reset_ms(env)
        env.run(env.core.require_session().prepared())
        whole_ms, info = _reset_ms(env)
        if number:
            measured.state.append(state_ms)
            measured.whole.append(whole_ms)
            measured.at_once.append(at_once_ms)
            measured.browser.append(info["timings_ms"]["browser"])
            measured.observe.append(info["timings_ms"]["observe"])
    return measured


def _reset_ms(env: BrowserEnv) -> tuple[float, dict[str, Any]]:
    """The time of a reset after some work, and its info."""
    _work(env.core.world)
    _wait_until_ready(env.core.world)
    began_s = time.perf_counter()
    _, info = env.reset(seed=0)
    return (time.perf_counter() - began_s) * 1000, info


def _wait_until_ready(world: World) -> None:
    """What a world prepares while the agent works is prepared when it is measured."""
    if isinstance(world, DockerWorld):
        world.wait_until_ready()


def _work(world: World) -> None:
    """What a typical episode writes: a forum (three rows), a post, a biography."""
    visitor = Visitor(world, SITE, world.login(SITE, "MarvelsGrantMan136"))
    visitor.submit("/create_forum", {f"forum[{part}]": "bench" for part in ("name", "title", "description", "sidebar")})
    post = {"submission[title]": "Bench", "submission[mediaType]": "url", "submission[forum]": "1"}
    visitor.submit("/submit", post)


async def _bare_ms(env: BrowserEnv, rounds: int) -> list[tuple[float, float]]:
    """The last context closed, a new one with the user's cookies, a page and ``goto``, in a Chromium of its own, by
    Playwright alone; and the same with a screenshot and an aria snapshot."""
    world = env.core.world
    (address,) = world.addresses.values()
    cookies: Any = world.login(SITE, "MarvelsGrantMan136")
    width, height = env.settings.viewport
    elapsed: list[tuple[float, float]] = []
    async with async_playwright() as playwright:
        browser = await launch(playwright, {address.host: (address.ip, address.port)})
        context: BrowserContext | None = None
        for _ in range(rounds):
            began_s = time.perf_counter()
            if context is not None:
                await context.close()
            context = await browser.new_context(viewport={"width": width, "height": height})
            await context.add_cookies(cookies)
            page = await context.new_page()
            await page.goto(address.origin)
            opened_ms = (time.perf_counter() - began_s) * 1000
            await page.screenshot()
            await page.aria_snapshot(mode="ai")
            elapsed.append((opened_ms, (time.perf_counter() - began_s) * 1000))
        await browser.close()
    return elapsed


def _undo(world: EmbeddedWorld, n_rows: int, rounds: int) -> Milliseconds:
    """Times of a reset after ``n_rows`` comments changed."""
    elapsed = []
    for _ in range(min(rounds, 5)):
        world.reset({})
        with closing(sqlite3.connect(world.database(SITE), timeout=10)) as db, db:
            db.execute("PRAGMA wal_autocheckpoint = 0")  # as the site itself writes
            some = "SELECT id FROM comments ORDER BY id LIMIT ?"
            db.execute(f"UPDATE comments SET body = body || ' changed' WHERE id IN ({some})", [n_rows])
        began_s = time.perf_counter()
        world.reset({})
        elapsed.append((time.perf_counter() - began_s) * 1000)
    return elapsed


def _median(values: Milliseconds) -> float:
    return statistics.median(values)


def _soak(size: str, n_resets: int) -> None:
    with SitePool() as pool:
        world = EmbeddedWorld([SITE], size=size, pool=pool, log=say)
        with building() as progress:
            world.open()
            soaked = soak(world, SITE, n_resets, on_reset=lambda number: progress("resets", number, n_resets))
    ways = ", ".join(f"{count} by {way}" for way, count in sorted(soaked.ways.items()))
    print(f"resets     {soaked.n_resets} ({ways})   wrong {len(soaked.wrong)} {soaked.wrong[:10] or ''}")
    print("damage     " + ", ".join(f"{count} {deed}" for deed, count in soaked.deeds.most_common()))
    for when, use in zip(("warm", "half-way", "at the end"), soaked.uses, strict=False):
        print(f"{when:<10} {use}")
    if soaked.wrong:
        raise typer.Exit(1)


@app.command()
def worlds(
    n: Annotated[int, typer.Option(help="worlds at once, each with a Chromium of its own")] = 8,
    size: Annotated[str, typer.Option(help="size of the seed data: small or full")] = "small",
    orders: Annotated[
        bool, typer.Option("--orders", help="instead: 20 tasks in four orders, the last on N worlds")
    ] = False,
) -> None:
    """Play the same state-changing task in many worlds at once: does each start fresh and earn the same reward?"""
    if orders:
        if not show_orders(n, size):
            raise typer.Exit(1)
        return
    played: dict[int, tuple[float, str, int]] = {}
    served_by: set[int] = set()
    with SitePool() as pool:
        threads = [threading.Thread(target=_play, args=[number, size, pool, played, served_by]) for number in range(n)]
        _run_all(threads)
    for number in range(n):
        reward, fingerprint, n_steps = played.get(number, (0.0, "none", 0))
        print(f"world {number:<3} fingerprint {fingerprint}   reward {reward:.1f}   {n_steps} steps")
    alike = len(played) == n and len(set(played.values())) == 1
    print(f"{n} worlds in {len(served_by)} site processes at once: {'all alike' if alike else 'they differ'}")
    if not alike:
        raise typer.Exit(1)


def _run_all(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _play(
    number: int, size: str, pool: SitePool, played: dict[int, tuple[float, str, int]], served_by: set[int]
) -> None:
    env = BrowserEnv(TASK, size=size, pool=pool)
    try:
        env.open()
        world: Any = env.core.world
        served_by.add(world.process.process_id)
        hosts = {site: address.origin for site, address in world.addresses.items()}
        episode = play(env, make_agent("oracle", env.task_for(0), hosts), seed=0)
        played[number] = (episode.reward, episode.start_info["fingerprints"][SITE][:8], len(episode.steps))
    finally:
        env.close()
