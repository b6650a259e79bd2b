"""Take actions one after the other, and see to it that a native dialog among them neither hangs nor gets lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from browserenv.browser.actions import SPECS, Action
from browserenv.browser.dialogs import ANSWERS, Dialogs
from browserenv.browser.failures import ActionFailed
from browserenv.browser.interrupt import forget, until_dialog
from browserenv.browser.perform import ActionLimits, Performer

CATCH_UP_S = 3.0


class Turns:
    """The agent's actions in one episode. ``limits``: how long those of one command together may take."""

    def __init__(self, performer: Performer, dialogs: Dialogs, limits: ActionLimits) -> None:
        self._performer = performer
        self._dialogs = dialogs
        self._limits = limits
        self._behind: asyncio.Task[None] | None = None  # an action that a dialog came between
        self._n_refused = 0

    def stop(self) -> None:
        """Take nothing any more."""
        if self._behind is not None:
            self._behind.cancel()

    async def answer_dialogs(self) -> None:
        """Answer by default what the agent left open."""
        if self._dialogs.open:
            await self._dialogs.answer_by_default()
            await self._catch_up()

    async def take(self, actions: Sequence[Action]) -> None:
        """Raises ActionFailed."""
        deadline = asyncio.get_running_loop().time() + self._limits.within_s(actions)
        for number, action in enumerate(actions, start=1):
            if self._dialogs.open or SPECS[action.name].subset == "dialog":
                await self._take_at_dialog(action, deadline)
            else:
                await self._take_one(action, deadline)
            if self._dialogs.open and number < len(actions):
                raise ActionFailed(f"{self._what_is_open()} opened before the action was done; {ANSWERS}")

    async def _take_one(self, action: Action, deadline: float) -> None:
        left_s = max(deadline - asyncio.get_running_loop().time(), 0.05)
        task = await until_dialog(self._dialogs, self._performer.perform(action, left_s))
        if task.done():
            return task.result()
        forget(task)
        self._behind = task
        return None

    async def _take_at_dialog(self, action: Action, deadline: float) -> None:
        """A dialog has the keyboard, and blocks its page for all else. Agents that go on as if there were none get it
        answered by default at the second try."""
        action = self._dialogs.meant(action) if self._dialogs.open else action
        if SPECS[action.name].subset == "dialog":
            was_open = bool(self._dialogs.open)
            await self._performer.perform(action, self._limits.total_s)
            if was_open:
                await self._catch_up()
            return
        if action.name in ("keyboard_type", "keyboard_insert_text") and self._dialogs.write(str(action.args["text"])):
            return
        if not self._n_refused:
            self._n_refused = 1
            raise ActionFailed(f"{self._what_is_open()} is open; {ANSWERS}")
        await self.answer_dialogs()
        if self._dialogs.open:
            raise ActionFailed(f"{self._what_is_open()} opened; {ANSWERS}")
        await self._take_one(action, deadline)

    async def _catch_up(self) -> None:
        """After an answer: let the action that the dialog came between go on to its end."""
        self._n_refused = 0
        task, self._behind = self._behind, None
        if task is None:
            return
        opened = asyncio.ensure_future(self._dialogs.opened())
        await asyncio.wait({task, opened}, timeout=CATCH_UP_S, return_when=asyncio.FIRST_COMPLETED)
        opened.cancel()
        if not task.done():
            self._behind = task

    def _what_is_open(self) -> str:
        return f"a dialog ({self._dialogs.open[0]})"
