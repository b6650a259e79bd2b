"""Clicks on the areas of image maps: Chromium draws nothing for them, so they are clicks on a place of the picture."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import ElementHandle, Locator, Position

from browserenv.browser.failures import ActionFailed

_PICTURE = """(area) => {
  const map = area.closest("map");
  return [...area.getRootNode().querySelectorAll("img[usemap]")].find(
    (picture) => map && [map.name, map.id].includes(picture.useMap.replace(/^.*?#/, ""))) ?? null;
}"""
# A place of the picture, from the corner inside its border, that belongs to the area: the middle of its shape, or of
# three of its corners, since a shape may be hollow. Null when something else is over all of them.
_PLACE = """(picture, area) => {
  const box = picture.getBoundingClientRect(); // with its border: that is where Chromium counts from
  const numbers = area.coords.split(/[\\s,;]+/).map(Number), corners = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) corners.push([numbers[at], numbers[at + 1]]);
  const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const threes = corners.map((_, at) => [0, 1, 2].map((more) => corners[(at + more) % corners.length]));
  const places = /^circ/.test(area.shape) ? [corners[0]] : area.shape === "default"
    ? [[picture.width / 2, picture.height / 2]] : [middle(corners), ...threes.map(middle)];
  const found = places.find(([x, y]) => area.getRootNode().elementFromPoint(box.left + x, box.top + y) === area);
  return found ? { x: found[0] - picture.clientLeft, y: found[1] - picture.clientTop } : null;
}"""


async def point_at(
    label: str, area: Locator, timeout_ms: float, do: Callable[[ElementHandle, Position], Awaitable[Any]]
) -> None:
    """Do something at a place of its picture that belongs to an area. Raises ActionFailed where none can be met."""
    picture = (await area.evaluate_handle(_PICTURE, timeout=timeout_ms)).as_element()
    if picture is None:
        raise ActionFailed(f"{label} belongs to no picture any more")
    await picture.scroll_into_view_if_needed(timeout=timeout_ms)
    place = await picture.evaluate(_PLACE, await area.element_handle(timeout=timeout_ms))
    if place is None:
        raise ActionFailed(f"{label} is covered; close or move what lies over the picture first")
    await do(picture, place)
