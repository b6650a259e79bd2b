"""Clicks on the labels of fields that a style sheet took out of sight, as people click them: boxes to tick, files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import ElementHandle, Locator, Position

_LABEL = """(field) => [...field.labels].find((label) => label.checkVisibility({ checkVisibilityCSS: true })
  && label.getBoundingClientRect().width > 0) ?? null"""
# A place of a label, from the corner inside its border, where a click is one on the field, and on no link in the label.
_PLACE = """(label) => {
  const others = [...label.querySelectorAll("a[href], button, select, textarea, input, [onclick], [tabindex]")]
    .filter((each) => each !== label.control).flatMap((each) => [...each.getClientRects()]);
  const boxes = [label, ...label.querySelectorAll("*")].filter((each) => each !== label.control)
    .flatMap((each) => [...each.getClientRects()]).filter(({ width, height }) => width > 0 && height > 0);
  const places = boxes.flatMap(({ left, right, top, bottom }) => [(left + right) / 2, left + 2, right - 2]
    .map((x) => [x, (top + bottom) / 2]));
  const outer = label.getBoundingClientRect();
  const found = places.find(([x, y]) => x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom
    && !others.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom));
  return found ? { x: found[0] - outer.left - label.clientLeft, y: found[1] - outer.top - label.clientTop } : null;
}"""


async def on_label(
    field: Locator, timeout_ms: float, do: Callable[[ElementHandle, Position | None], Awaitable[Any]]
) -> bool:
    """Do something at a place of a field's label. False when it has none that is seen."""
    label = (await field.evaluate_handle(_LABEL, timeout=timeout_ms)).as_element()
    if label is None:
        return False
    await do(label, await label.evaluate(_PLACE))
    return True
