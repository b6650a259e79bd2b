"""Take actions one after the other, and see to it that a native dialog among them neither hangs nor gets lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from browserenv.browser.actions import SPECS, Action
from browserenv.browser.dialogs import ANSWERS, Dialogs
from browserenv.browser.failures import ActionFailed
from browserenv.browser.interrupt import forget, until_dialog
from browserenv.browser.perform import ActionLimits, Performer

CATCH_UP_S = 3.0
# What is more than one input, so that a part of it may be left when a dialog comes between.
IN_PARTS = frozenset({"keyboard_type", "mouse_upload_file"})


@dataclass(frozen=True)
class Behind:
    """An action that a dialog came between, and that goes on when the dialog is answered."""

    action: Action
    task: asyncio.Task[None]
    leaves: bool  # the dialog asks whether the page may be left: then what the agent answers is what it wants

    def failure(self, was_over: bool) -> ActionFailed | None:
        """Why it failed, if it did. ``was_over``: it ended before the dialog was answered, which only means that the
        answer took longer than an action may; then it is a failure where a part of it may be left."""
        if not self.task.done() or self.task.cancelled() or self.leaves:
            return None
        error = self.task.exception()
        if error is not None and not isinstance(error, ActionFailed):
            raise error
        if error is None or error.begun:
            return None
        if not was_over:
            return ActionFailed(f"the action that the dialog came between failed: {error}", error.site_failure)
        if SPECS[self.action.name].subset == "coord" and self.action.name not in IN_PARTS:
            return None
        return ActionFailed(f"{self.action.name} was cut short by the dialog; see how much of it was done")


class Turns:
    """The agent's actions in one episode. ``limits``: how long those of one command together may take."""

    def __init__(self, performer: Performer, dialogs: Dialogs, limits: ActionLimits) -> None:
        self._performer = performer
        self._dialogs = dialogs
        self._limits = limits
        self._behind: Behind | None = None
        self._n_refused = 0

    def stop(self) -> None:
        """Take nothing any more."""
        if self._behind is not None:
            self._behind.task.cancel()

    async def answer_dialogs(self) -> None:
        """Answer by default what the agent left open. It did not ask what came of the action before."""
        if self._dialogs.open:
            await self._dialogs.answer_by_default()
            await self._catch_up(was_over=False)

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
        self._behind = Behind(action, task, any(note.kind == "beforeunload" for note in self._dialogs.open))
        return None

    async def _take_at_dialog(self, action: Action, deadline: float) -> None:
        """A dialog has the keyboard, and blocks its page for all else. Agents that go on as if there were none get it
        answered by default at the second try."""
        action = self._dialogs.meant(action) if self._dialogs.open else action
        if SPECS[action.name].subset == "dialog":
            was_open, was_over = bool(self._dialogs.open), self._behind is not None and self._behind.task.done()
            await self._performer.perform(action, self._limits.total_s)
            if was_open and (failed := await self._catch_up(was_over)):
                raise failed
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

    async def _catch_up(self, was_over: bool) -> ActionFailed | None:
        """After an answer: let the action that the dialog came between go on to its end; returns how it failed."""
        self._n_refused = 0
        behind, self._behind = self._behind, None
        if behind is None:
            return None
        opened = asyncio.ensure_future(self._dialogs.opened())
        await asyncio.wait({behind.task, opened}, timeout=CATCH_UP_S, return_when=asyncio.FIRST_COMPLETED)
        opened.cancel()
        if not behind.task.done():
            self._behind = behind
        return behind.failure(was_over)

    def _what_is_open(self) -> str:
        return f"a dialog ({self._dialogs.open[0]})"
