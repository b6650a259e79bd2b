"""Take an action, whichever it is, within a bounded time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from playwright.async_api import Error as PlaywrightError

from browserenv.browser.actions import SPECS, Action
from browserenv.browser.choosers import Choosers
from browserenv.browser.dialogs import Dialogs
from browserenv.browser.elements import Elements
from browserenv.browser.failures import ActionFailed, plain
from browserenv.browser.files import Files
from browserenv.browser.hands import Hands
from browserenv.browser.pointer import Pointer
from browserenv.browser.reach import Reach
from browserenv.browser.tabs import Tabs
from browserenv.browser.travel import Travel
from browserenv.browser.uploads import Uploads


@dataclass(frozen=True)
class ActionLimits:
    """ready_ms: for an element to become ready and take the action; navigation_ms: for a site to answer; wait_ms: the
    longest that ``noop`` waits; total_s: for any action, whatever happens, see ``within_s``."""

    ready_ms: float = 3000
    navigation_ms: float = 15_000
    wait_ms: float = 10_000
    total_s: float = 20.0

    def within_s(self, actions: Sequence[Action]) -> float:
        """For actions that belong together: one that goes to an address has a site to wait for."""
        goes = any(SPECS[action.name].subset == "nav" for action in actions)
        return max(self.total_s, self.navigation_ms / 1000 + 1) if goes else self.total_s


class Performer:
    """Takes actions on the tabs of one episode."""

    def __init__(
        self,
        tabs: Tabs,
        elements: Elements,
        hosts: Collection[str],
        *,
        viewport: tuple[int, int],
        files: Files,
        choosers: Choosers,
        dialogs: Dialogs,
        limits: ActionLimits,
    ) -> None:
        reach = Reach(tabs, elements, limits.ready_ms)
        travel = Travel(reach, tabs, dialogs, hosts, limits.navigation_ms)
        self.pointer = Pointer(reach, viewport)
        answers = Answers(dialogs, choosers)
        uploads = Uploads(reach, files, choosers, self.pointer)
        parts = (Hands(reach), self.pointer, uploads, travel, answers, Waiting(limits.wait_ms))
        ways = {name: getattr(part, name) for name in SPECS for part in parts if hasattr(part, name)}
        self.ways: Mapping[str, Callable[..., Awaitable[None]]] = MappingProxyType(ways)

    async def perform(self, action: Action, within_s: float) -> None:
        """Raises ActionFailed, with a message of one or two lines for the agent, when the action cannot be taken."""
        try:
            await asyncio.wait_for(self.ways[action.name](**action.args), within_s)
        except TimeoutError:
            mend = "go to another page with goto, or close the tab with tab_close()"
            raise ActionFailed(f"{action.name}: the page does not answer; {mend}") from None
        except PlaywrightError as error:
            raise ActionFailed(f"{action.name}: {plain(error)}") from error


class Answers:
    """The actions that answer what a page asks in a window of its own."""

    def __init__(self, dialogs: Dialogs, choosers: Choosers) -> None:
        self._dialogs = dialogs
        self._choosers = choosers

    async def accept_dialog(self, text: str | None) -> None:
        if self._choosers.open and not self._dialogs.open:
            raise ActionFailed("a file chooser is open; give it files with choose_files, or leave it: dismiss_dialog()")
        await self._dialogs.accept_dialog(text)

    async def dismiss_dialog(self) -> None:
        if self._dialogs.open or not self._choosers.leave():
            await self._dialogs.dismiss_dialog()


class Waiting:
    """The action that only waits, and those that speak to the environment and do nothing in the browser."""

    def __init__(self, longest_ms: float) -> None:
        self._longest_ms = longest_ms

    async def noop(self, wait_ms: float) -> None:
        # The one wait by the clock: the agent asks for it. It is bounded.
        await asyncio.sleep(min(max(wait_ms, 0), self._longest_ms) / 1000)

    async def send_msg_to_user(self, text: str) -> None:
        """The environment takes the text."""

    async def report_infeasible(self, reason: str) -> None:
        """The environment takes the reason."""
