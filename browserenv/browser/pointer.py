"""The actions by pixels of the viewport and by the keyboard, wherever its focus is."""

from __future__ import annotations

from browserenv.browser.failures import ActionFailed
from browserenv.browser.hands import Button
from browserenv.browser.reach import Reach


class Pointer:
    """Mouse, wheel and keyboard of the active tab; ``viewport``: (width, height) in pixels."""

    def __init__(self, reach: Reach, viewport: tuple[int, int]) -> None:
        self._reach = reach
        self._viewport = viewport

    async def scroll(self, delta_x: float, delta_y: float) -> None:
        await self._reach.page().mouse.wheel(delta_x, delta_y)

    async def mouse_move(self, x: float, y: float) -> None:
        await self._reach.page().mouse.move(*self._inside(x, y))

    async def mouse_click(self, x: float, y: float, button: Button) -> None:
        await self._reach.page().mouse.click(*self._inside(x, y), button=button)

    async def mouse_dblclick(self, x: float, y: float, button: Button) -> None:
        await self._reach.page().mouse.dblclick(*self._inside(x, y), button=button)

    async def mouse_down(self, x: float, y: float, button: Button) -> None:
        await self.mouse_move(x, y)
        await self._reach.page().mouse.down(button=button)

    async def mouse_up(self, x: float, y: float, button: Button) -> None:
        await self.mouse_move(x, y)
        await self._reach.page().mouse.up(button=button)

    async def mouse_drag_and_drop(self, from_x: float, from_y: float, to_x: float, to_y: float) -> None:
        self._inside(to_x, to_y)
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
        return x, y
