"""The Gymnasium face of the environment: a thin synchronous skin over ``AsyncBrowserEnv``."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, NoReturn, SupportsFloat, TypeVar

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from .browser.parse import FORMS
from .env import AsyncBrowserEnv
from .errors import BrowserenvError, CallOrderError
from .judges.endpoint import EndpointError
from .judges.jury import Jury, jury_from
from .judges.verdict import Verdict
from .loop import LoopThread
from .settings import Settings
from .spaces import ActionText, observation_space
from .tasks.catalog import Catalog, plain_id
from .tasks.seeds import whole_seed
from .tasks.task import Task
from .worlds.backends import make_world
from .worlds.external_sites import Given
from .worlds.pool import SitePool

T = TypeVar("T")
Progress = Callable[[str, int, int], None]
LOGGER = logging.getLogger("browserenv")


class BrowserEnv(gym.Env[dict[str, Any], str]):
    """A web browser on replica sites, with a task to do and judges that say whether it is done.

    **Observation**: a dictionary. ``goal`` (the task's intent), ``goal_object`` (the same as content parts),
    ``chat_messages`` (role and message each), ``url``, ``open_pages_urls``, ``open_pages_titles``,
    ``active_page_index`` (int64, shape (1,)), ``axtree`` (the page as a text tree with element ids), ``screenshot``
    (uint8, height x width x 3), ``focused_element`` (an element id or empty), ``last_action``, ``last_action_error``
    (empty when the action did what it says), ``elapsed_time_s`` (float64, shape (1,): seconds on the world's pinned
    clock, so that equal episodes have equal observations; the host's time is in ``info["timings_ms"]``).
    ``dialogs`` (the native dialogs and file choosers that are open, after those answered since the last observation:
    ``type``, ``message``, ``default_text`` and ``answer``, empty while it is open) and ``downloads`` (``name``,
    ``size_bytes`` and ``failure`` of each file of the episode).
    ``observe`` chooses the parts, ``axtree`` and ``screenshot`` by default; ``screenshot_som``, ``screenshot_full``,
    ``html``, ``axtree_object``, ``dom_object`` and ``extra_element_properties`` on request (docs/observations.md).

    **Action**: a string in call form, such as ``click("e12")``, ``fill("e7", "text")``,
    ``send_msg_to_user("answer")``, ``report_infeasible("reason")``; with ``action_format`` in the words of other
    benchmarks, with ``multi_action`` several at once (docs/actions.md). A failed action never raises.

    **Reward**: the product of the checks' scores, in [0, 1]; 1 is success and nothing else is. ``reward_at="step"``
    gives it after every action, ``"end"`` gives 0 until the episode ends. Where ``info["reward_valid"]`` is False,
    the episode could not be judged and the reward must be masked.

    **Start**: the world's state is replaced by the task's start state and its fingerprint compared.

    **End**: terminated by the agent's message or report, or by success in tasks that stop on success; truncated by
    the task's budget of steps or time (``info["truncated_by"]``), or by an infrastructure fault (``info["fault"]``).
    The time is what the environment spends in ``step``: how long an agent thinks is in no budget, nor is ``reset``.

    **Arguments**: ``task_id`` (see ``browserenv tasks list``), ``backend`` (``"embedded"``: processes on loopback;
    ``"docker"``: a fresh container for every episode; ``"external"``: sites that run elsewhere, at ``addresses``, which
    are read from the environment where they are not given, see docs/worlds.md), ``size`` of the seed data (``"full"``,
    ``"small"``), ``reset_by`` (``"rollback"``: throw away what was written, ``"replace"``: copy all state; same bytes),
    ``pool`` (a ``SitePool`` whose site processes several environments share), ``loop`` (a ``LoopThread`` that they
    share, which whoever made it closes), ``headless``, ``viewport`` (width, height in px), ``observe``,
    ``axtree_format`` (``"tree"``, ``"webarena"``, ``"browsergym"``), ``axtree_viewport_only``, ``axtree_prune``,
    ``axtree_max_chars``, ``action_format`` (``"browsergym"``, ``"webarena"``, ``"pyautogui"``, ``"computer_13"``),
    ``multi_action`` (False), ``screenshot_scale`` (1.0), ``reward_at``, ``checks`` (``"all"``, or ``"original"`` for
    those of the task's original benchmark alone), ``max_steps``, ``max_time_s`` (None: the task's own),
    ``action_timeout_ms`` (None: 20 s, of which an element has 3 s to become ready), ``navigation_timeout_ms`` (None: 15
    s for a site to answer), ``cdp`` (False; offer the browser to outside programs, see ``cdp_url``), ``judge_model``
    and ``judge_url`` (the model that model judges ask; None: what the environment variables BROWSERENV_JUDGE_MODEL and
    BROWSERENV_JUDGE_URL say), ``jury`` (a ready one).

    ``info`` after a reset: ``task_id``, ``seed``, ``step`` (0), ``fingerprints`` by site, ``retries`` (0, or 1 when
    world and browser were started anew after a fault) and ``retried_after`` (that fault, or None), ``world_lacks``
    (what the backend cannot do, with the reason; empty but for ``"external"``), ``timings_ms``.
    After a step: ``task_id``, ``seed``, ``step``, ``truncated_by`` (the budget that ended the episode: ``steps``,
    ``time`` or None), ``outcome`` (``pass``, ``fail`` or ``indeterminate``),
    ``reward_valid``, ``checks`` (a verdict each), ``side_effects``, ``integrity`` (what no user does, on sites with
    their state in the browser: changes that no input is behind, ways to special pages), ``fault``, ``page_changed``
    (whether what is observed differs from the observation before; None when that cannot be said, as where no tree is
    observed), ``page_errors`` (what scripts of the pages threw or wrote as errors in this step), ``unseen`` (why a part
    of the observation could not be read and is empty, or older, by the part's name), ``timings_ms`` (by phase;
    ``settled`` is the reason why the last wait for the page stopped).
    """

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 4}

    def __init__(
        self,
        task_id: str = "580",
        *,
        render_mode: str | None = None,
        backend: str = "embedded",
        catalog: Catalog | None = None,
        jury: Jury | None = None,
        pool: SitePool | None = None,
        addresses: Given | None = None,
        loop: LoopThread | None = None,
        progress: Progress = lambda what, done, total: None,
        log: Callable[[str], None] = LOGGER.warning,
        **settings: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BrowserenvError(f"no render_mode {render_mode!r}; there are rgb_array, human and None")
        self.render_mode = render_mode
        if render_mode == "human":
            settings.setdefault("headless", False)
        self._made_with = {
            "render_mode": render_mode,
            "backend": backend,
            "catalog": catalog,
            "jury": jury,
            "pool": pool,
            "addresses": addresses,
            "loop": loop,
            "progress": progress,
            "log": log,
            **settings,
        }
        self.settings = Settings.of(**settings)
        self.task_id = plain_id(task_id)
        self._catalog = catalog or Catalog()
        self._family_sites = self._catalog.sites(self.task_id)
        self.observation_space = observation_space(self.settings.observe, self.settings.viewport, self.settings.sight)
        self.action_space = ActionText(FORMS[self.settings.action_format].samples)
        options = {
            "size": self.settings.size,
            "reset_by": self.settings.reset_by,
            "pool": pool,
            "progress": progress,
            "log": log,
            **({"addresses": addresses} if addresses is not None else {}),
        }
        world = make_world(backend, self._family_sites, **options)
        draw = partial(self._catalog.task, self.task_id)
        self.core = AsyncBrowserEnv(draw, world, self.settings, jury or _jury_of(self.settings), jury is None)
        self._shared_loop = loop
        self._loop: LoopThread | None = None
        self._ending: weakref.finalize[..., BrowserEnv] | None = None

    def __reduce__(self) -> NoReturn:
        raise BrowserenvError(
            "an environment cannot be pickled or copied; make one in the process that uses it, or fork() this one"
        )

    @property
    def task(self) -> Task:
        """The task of the running episode. Raises ``CallOrderError`` before the first ``reset``."""
        return self.core.episode.task

    def task_for(self, seed: int) -> Task:
        """The task that an episode of this seed plays."""
        return self._catalog.task(self.task_id, seed, self.core.world.golden_state)

    @property
    def cdp_url(self) -> str:
        """Where outside programs may drive this episode's browser, such as ``http://127.0.0.1:40123``; another one
        after each reset. Raises ``BrowserenvError`` unless the environment was made with ``cdp=True``.
        """
        if not self.settings.cdp:
            raise BrowserenvError("this environment offers no CDP address; make it with cdp=True")
        return self.core.require_session().cdp_url

    def open(self) -> None:
        """Start world and browser now, instead of at the first ``reset``; builds the sites' data where it must."""
        self.join_loop().run(self.core.open())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode.

        ``seed`` draws the task of a family and is kept in ``info``; without one, the next seed is drawn from the
        generator that the last given seed started. ``options={"task": ...}`` plays another task, an id or a ``Task``,
        on the same world; its sites must be among the world's.
        Raises ``SeedError`` for anything but a whole number from 0 on,
        ``InfrastructureFault`` when world or browser cannot be started, also not at a second try.
        """
        begun = self.begin(seed, options)
        return self.join_loop().run(begun)

    def begin(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> Coroutine[Any, Any, tuple[dict[str, Any], dict[str, Any]]]:
        """What ``reset`` does, to be awaited on the environment's loop; the seed is drawn at once."""
        number = self.next_seed(seed)
        other = self._other_task(options or {}, number)
        return self.core.reset(number, other)

    def next_seed(self, seed: int | None = None) -> int:
        """The seed of the next episode: the given one, which starts the generator anew, or one drawn from that."""
        number = None if seed is None else whole_seed(seed)
        super().reset(seed=number)
        return int(self.np_random.integers(2**31)) if number is None else number

    def _other_task(self, options: dict[str, Any], seed: int) -> Task | None:
        """The task that ``options`` name. Raises ``BrowserenvError`` for an option that there is not, since another
        task would be played than was meant, and when this world lacks one of the task's sites."""
        if not isinstance(options, dict):
            raise BrowserenvError(f"options cannot be {options!r:.80}; it is a dictionary, such as {{'task': '580'}}")
        if unknown := options.keys() - {"task"}:
            raise BrowserenvError(f"no option {min(map(str, unknown))!r} of reset; there is 'task', an id or a Task")
        wanted = options.get("task")
        if wanted is not None and not isinstance(wanted, Task):
            wanted = self._catalog.task(plain_id(wanted), seed, self.core.world.golden_state)
        if wanted is not None and (lacking := set(wanted.sites) - set(self._family_sites)):
            raise BrowserenvError(f"task {wanted.task_id} needs {', '.join(sorted(lacking))}, which this world lacks")
        return wanted

    def step(self, action: str) -> tuple[dict[str, Any], SupportsFloat, bool, bool, dict[str, Any]]:
        """Do one action, wait until the page is quiet, observe, judge. Raises ``CallOrderError`` when none is due."""
        return self._running().run(self.core.step(action))

    def evaluate(self) -> Verdict:
        """Judge the present state, at any time and without side effects."""
        return self._running().run(self.core.evaluate())

    def snapshot(self) -> str:
        """Keep the present point of the episode; returns its id, which holds until the next reset.

        Kept are the sites' state with its clock, cookies and storage of the browser, the open tabs with their
        addresses, scroll positions, fields and focus, and what was said, used up and judged. At most 64 are kept.
        """
        return self._running().run(self.core.snapshot())

    def restore(self, snapshot_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Put the episode to a point that was kept; returns (observation, info).

        ``info["restored"]`` names by tab what is not as it was (``{"exact": bool, "tabs": [{"url", "differs"}]}``).
        Elements of a page that is as it was have the ids that they had. A world or browser that is gone is started anew
        once, and ``info["retries"]`` says so. Raises ``UnknownNameError`` for an id that is not kept,
        ``InfrastructureFault``.
        """
        return self._running().run(self.core.restore(snapshot_id))

    def forget(self, snapshot_id: str) -> None:
        """Give up a point that was kept. Raises ``UnknownNameError``."""
        self.core.points.forget(snapshot_id)

    def fork(self, n: int) -> list[BrowserEnv]:
        """``n`` environments at the present point, each with a world and a Chromium of its own; this one goes on.

        ``fork.beginning`` holds the observation and info that it begins with. Close each of them.
        Raises ``InfrastructureFault``.
        """
        kept = self._running().run(self.core.take())
        forks = [BrowserEnv(self.task_id, **self._made_with) for _ in range(n)]
        try:
            for fork in forks:
                fork.join_loop().run(fork.core.adopt(kept))
        except BaseException:
            for fork in forks:
                fork.close()
            raise
        return forks

    @property
    def conditions(self) -> dict[str, Any]:
        """What was chosen, as plain JSON for a run record: the settings, the backend and what that one lacks."""
        world = self.core.world
        return self.settings.as_record() | {"backend": world.backend, "world_lacks": dict(world.lacks)}

    @property
    def beginning(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The observation and info of the last reset, restore or fork."""
        return self.core.beginning

    def render(self) -> NDArray[np.uint8] | None:
        """The last screenshot (``rgb_array``); None with ``human``, where the window shows the page."""
        if self.render_mode != "rgb_array":
            return None
        return self._running().run(self.core.screenshot())

    def close(self) -> None:
        """End browser and sites; may be called twice. An environment that is never closed is ended with the program.

        In a forked child it does nothing: browser and sites are the parent's.
        """
        if self._ending is not None:
            self._ending()
            self._loop = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine of ``core``, run on the environment's own loop."""
        return self._running().run(work)

    def join_loop(self) -> LoopThread:
        """The loop that the environment runs on, from now on; its end is seen to."""
        if self._loop is None:
            self._loop = self._shared_loop or LoopThread()
            owns = self._shared_loop is None
            self._ending = weakref.finalize(self, end_all, self._loop, (self.core,), owns_loop=owns)
        return self._loop

    def _running(self) -> LoopThread:
        if self._loop is None:
            self.core.require_episode()
            raise CallOrderError("the environment is closed; call reset() first")
        return self._loop


def end_all(
    loop: LoopThread, cores: Sequence[AsyncBrowserEnv], *, owns_loop: bool, pool: SitePool | None = None
) -> None:
    """Close environments of one loop: when it is asked for, when they are collected, or when the program ends."""
    if not loop.is_ours:
        return
    if loop.is_closed:  # whoever it is shared with has closed it
        for core in cores:
            core.close_world()
        return
    if loop.is_here:  # collected by chance in its own loop's thread, which must not wait for itself
        for core in cores:
            loop.start(core.close())
        return
    with ExitStack() as rest:  # all of it, whatever fails
        if owns_loop:
            rest.callback(loop.close)
        if pool is not None:
            rest.callback(pool.close)
        for core in cores:
            rest.callback(core.close_world)
        loop.run(_close_browsers(cores))


async def _close_browsers(cores: Sequence[AsyncBrowserEnv]) -> None:
    found = await asyncio.gather(*(core.close_browser() for core in cores), return_exceptions=True)
    for failure in filter(None, found):
        raise failure


def _jury_of(settings: Settings) -> Jury | None:
    try:
        return jury_from(model=settings.judge_model, url=settings.judge_url)
    except EndpointError as error:
        raise BrowserenvError(str(error)) from None
