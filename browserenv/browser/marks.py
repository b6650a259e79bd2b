"""A set of marks: boxes and element ids drawn on a picture of the page, never on the page itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from browserenv.browser.screenshot import Pixels
from browserenv.browser.survey import Box

# Dark enough for white letters, and told apart by neighbours; an element keeps its colour, since it keeps its id.
COLOURS = ("#c2185b", "#1565c0", "#2e7d32", "#b3541e", "#6a1b9a", "#00707c", "#c62828", "#4e5d0a")
LETTERS = "#ffffff"
FONT_PX = 12
LINE_PX = 2
MARGIN_PX = 2
Rectangle = tuple[int, int, int, int]  # left, top, right, bottom


def draw_marks(pixels: Pixels, marks: Iterable[tuple[str, Box]], scale: float = 1.0) -> Pixels:
    """A copy of ``pixels`` with (element id, box) drawn for each of ``marks``; boxes are in px before ``scale``."""
    image = Image.fromarray(pixels).copy()
    pen = ImageDraw.Draw(image)
    font: Any = ImageFont.load_default(size=FONT_PX)
    frames = [(element_id, _rectangle(box, scale, image.size)) for element_id, box in marks]
    for element_id, frame in frames:
        pen.rectangle(frame, outline=_colour(element_id), width=LINE_PX)
    taken: list[Rectangle] = []
    for element_id, frame in frames:
        place = _label_place(frame, pen.textbbox((0, 0), element_id, font=font), taken, image.size)
        taken.append(place)
        pen.rectangle(place, fill=_colour(element_id))
        pen.text((place[0] + MARGIN_PX, place[1] + MARGIN_PX), element_id, fill=LETTERS, font=font, anchor="lt")
    return np.array(image, dtype=np.uint8)


def _colour(element_id: str) -> str:
    return COLOURS[int(element_id.lstrip("e")) % len(COLOURS)]


def _rectangle(box: Box, scale: float, size: tuple[int, int]) -> Rectangle:
    """The line around a box, as far as it is on the picture."""
    left, top = (max(0, round(each * scale) - LINE_PX) for each in box[:2])
    right = round((box[0] + box[2]) * scale) - 1 + LINE_PX
    bottom = round((box[1] + box[3]) * scale) - 1 + LINE_PX
    left, top = min(left, size[0] - 1), min(top, size[1] - 1)
    return (left, top, max(left, min(right, size[0] - 1)), max(top, min(bottom, size[1] - 1)))


def _label_place(frame: Rectangle, text: tuple[float, ...], taken: list[Rectangle], size: tuple[int, int]) -> Rectangle:
    """Where the id stands: the first of five corners that is on the picture and free, else the first of all."""
    width, height = round(text[2] - text[0]) + 2 * MARGIN_PX, round(text[3] - text[1]) + 2 * MARGIN_PX
    left, top, right, bottom = frame
    corners = [
        (left, top - height - 1),
        (left, top),
        (right - width, top - height - 1),
        (left, bottom + 1),
        (right - width, top),
    ]
    places = [_on_picture((x, y, x + width, y + height), size) for x, y in corners]
    free = (place for place in places if not any(_overlap(place, other) for other in taken))
    return next(free, places[1])


def _on_picture(place: Rectangle, size: tuple[int, int]) -> Rectangle:
    """The same rectangle, moved onto the picture."""
    left, top, right, bottom = place
    x = max(0, min(left, size[0] - 1 - (right - left)))
    y = max(0, min(top, size[1] - 1 - (bottom - top)))
    return (x, y, x + right - left, y + bottom - top)


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
