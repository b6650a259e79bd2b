"""Browser contexts with an empty tab, made ahead: opening one takes longer than all else in a reset."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import BrowserContext

from browserenv.browser.tabs import Tab
from browserenv.errors import InfrastructureFault

# Copies a text of no length, as a user would: pages may not write the clipboard by themselves. Then shows a blank to be
# selected by a key: only what a user selects is kept for the middle click, and only what is not empty.
COPY_NOTHING = """(() => {
  const give = (event) => { event.clipboardData.setData("text/plain", ""); event.preventDefault(); };
  document.addEventListener("copy", give, { once: true });
  const done = document.execCommand("copy");
  const field = document.body.appendChild(document.createElement("textarea"));
  field.value = " ";
  field.focus();
  return done;
})()"""
SELECT_ALL = {"type": "rawKeyDown", "key": "a", "code": "KeyA", "modifiers": 2, "commands": ["selectAll"]}


@dataclass(eq=False)
class Room:
    """A context and its first tab, which is empty and nobody's yet."""

    context: BrowserContext
    tab: Tab

    @classmethod
    async def furnish(cls, context: BrowserContext) -> Room:
        """Open the first tab of a context, with its channel to Chromium."""
        tab = Tab(0, await context.new_page())
        tab.page.on("crash", lambda _page: setattr(tab, "crashed", True))
        await tab.cdp()
        return cls(context, tab)

    async def warm(self) -> None:
        """Look at the empty page once, as an observation does: Chromium compiles the scripts that read a page, and
        sets up what paints it, at the first look, and the first page of a site is shown by the same process.
        """
        await self.tab.page.aria_snapshot(mode="ai")
        await (await self.tab.cdp()).send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})

    async def empty_clipboard(self) -> None:
        """Let nothing be pasted that was copied or selected before: both are one for all contexts of a Chromium.

        For a room that nobody was in yet. Raises InfrastructureFault when that cannot be done.
        """
        cdp = await self.tab.cdp()
        answer = await cdp.send("Runtime.evaluate", {"expression": COPY_NOTHING, "userGesture": True})
        if answer["result"].get("value") is not True:
            raise InfrastructureFault("browser", "the clipboard could not be emptied")
        await cdp.send("Input.dispatchKeyEvent", SELECT_ALL)
        await cdp.send("Runtime.evaluate", {"expression": "document.body.replaceChildren()"})

    @property
    def is_sound(self) -> bool:
        """Whether the tab is still there."""
        return not self.tab.crashed and not self.tab.page.is_closed()


class SpareRooms:
    """Keeps up to ``n`` rooms ready. They are made one after the other, while the agent thinks; ``take`` gives one."""

    def __init__(self, make: Callable[[], Awaitable[Room]], n: int = 2) -> None:
        self._make = make
        self._n = n  # one for the next episode, one for the judge's pages
        self._spares: deque[asyncio.Task[Room]] = deque()
        self._turn = asyncio.Lock()

    def prepare(self) -> None:
        """Begin to make what is missing; returns at once."""
        while len(self._spares) < self._n:
            self._spares.append(asyncio.ensure_future(self._made()))

    async def take(self) -> Room:
        """A room, ready or about to be; made now where none was prepared. Raises what making one raises."""
        while self._spares:
            spare = self._spares.popleft()
            try:
                room = await asyncio.shield(spare)
            except asyncio.CancelledError:
                self._spares.appendleft(spare)
                raise
            if room.is_sound:
                return room
            await room.context.close()
        return await self._make()

    async def ready(self) -> None:
        """Wait until what is being made is there, or known not to come: for measuring."""
        await asyncio.gather(*map(asyncio.shield, self._spares), return_exceptions=True)

    async def close(self) -> None:
        """Give up what is being made; the contexts end with their browser."""
        spares, self._spares = self._spares, deque()
        for spare in spares:
            spare.cancel()
        await asyncio.gather(*spares, return_exceptions=True)

    async def _made(self) -> Room:
        async with self._turn:
            room = await self._make()
            await room.warm()
            return room
