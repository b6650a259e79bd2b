"""The actions by pixels of the viewport and by the keyboard, wherever its focus is."""

from __future__ import annotations

from browserenv.browser.failures import ActionFailed
from browserenv.browser.hands import Button
from browserenv.browser.isolated import evaluate
from browserenv.browser.reach import Reach

SCROLL_S = 3.0


class Pointer:
    """Mouse, wheel and keyboard of the active tab; ``viewport``: (width, height) in pixels.

    ``at``: where the last action left the pointer. Parameters with defaults are those that only some grammars know.
    """

    def __init__(self, reach: Reach, viewport: tuple[int, int]) -> None:
        self.at: tuple[float, float] = (0.0, 0.0)
        self._reach = reach
        self._viewport = viewport

    async def scroll(self, delta_x: float, delta_y: float, document: bool = False) -> None:
        """By the wheel, under the pointer; with ``document``, the page as a whole, wherever the pointer is."""
        if not document:
            await self._reach.page().mouse.wheel(delta_x, delta_y)
            return
        cdp = await self._reach.tab().cdp()
        await evaluate(cdp, f"void document.scrollingElement?.scrollBy({delta_x:g}, {delta_y:g})", SCROLL_S)

    async def scroll_at(self, x: float, y: float, dx: float, dy: float) -> None:
        await self.mouse_move(x, y)
        await self.scroll(dx, dy)

    async def mouse_move(self, x: float, y: float) -> None:
        await self._reach.page().mouse.move(*self._inside(x, y))

    async def mouse_click(self, x: float, y: float, button: Button, clicks: int = 1) -> None:
        await self._reach.page().mouse.click(*self._inside(x, y), button=button, click_count=clicks)

    async def mouse_dblclick(self, x: float, y: float, button: Button) -> None:
        await self._reach.page().mouse.dblclick(*self._inside(x, y), button=button)

    async def mouse_down(self, x: float, y: float, button: Button) -> None:
        await self.mouse_move(x, y)
        await self._reach.page().mouse.down(button=button)

    async def mouse_up(self, x: float, y: float, button: Button) -> None:
        await self.mouse_move(x, y)
        await self._reach.page().mouse.up(button=button)

    async def mouse_drag_and_drop(self, from_x: float, from_y: float, to_x: float, to_y: float) -> None:
        self._inside(to_x, to_y)  # before anything is pressed
        await self.mouse_down(from_x, from_y, "left")
        await self.mouse_up(to_x, to_y, "left")

    async def keyboard_press(self, key: str) -> None:
        await self._reach.page().keyboard.press(key)

    async def keyboard_down(self, key: str) -> None:
        await self._reach.page().keyboard.down(key)

    async def keyboard_up(self, key: str) -> None:
        await self._reach.page().keyboard.up(key)

    async def keyboard_type(self, text: str) -> None:
        await self._reach.page().keyboard.type(text)

    async def keyboard_insert_text(self, text: str) -> None:
        await self._reach.page().keyboard.insert_text(text)

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        width, height = self._viewport
        if not (0 <= x < width and 0 <= y < height):
            raise ActionFailed(f"({x:g}, {y:g}) is outside the viewport, which is {width} x {height} pixels")
        self.at = (x, y)
        return x, y
