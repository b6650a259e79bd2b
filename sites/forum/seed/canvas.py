"""Drawing tools of the seed pictures: gradients, ridges, suns, stars. Everything is drawn, nothing is photographed."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

WIDTH_PX, HEIGHT_PX = 640, 400
Color = tuple[int, int, int]
Point = tuple[float, float]


def gradient(top: Color, middle: Color, bottom: Color) -> Image.Image:
    """A picture that goes from one color at the top over a second to a third at the bottom."""
    ramp = Image.linear_gradient("L").resize((WIDTH_PX, HEIGHT_PX))
    return ImageOps.colorize(ramp, top, bottom, middle)


def glow(picture: Image.Image, center: Point, radius: float, color: Color, softness: float = 18) -> None:
    """A disc with a soft edge. Its mask is drawn at a quarter of the size: a blur hides that, and is much faster."""
    mask = Image.new("L", (WIDTH_PX // 4, HEIGHT_PX // 4), 0)
    x, y, reach = center[0] / 4, center[1] / 4, radius / 4
    ImageDraw.Draw(mask).ellipse((x - reach, y - reach, x + reach, y + reach), fill=230)
    soft = mask.filter(ImageFilter.GaussianBlur(softness / 4))
    picture.paste(color, (0, 0), soft.resize((WIDTH_PX, HEIGHT_PX), Image.Resampling.BICUBIC))


def ridge(rng: random.Random, base: float, height: float, roughness: float) -> list[Point]:
    """The outline of hills: midpoint displacement from edge to edge, closed along the bottom of the picture."""
    heights = [rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)]
    swing = 1.0
    while len(heights) < 129:
        middles = [(a + b) / 2 + rng.uniform(-swing, swing) / 2 for a, b in pairwise(heights)]
        heights = [value for pair in zip(heights, middles, strict=False) for value in pair] + heights[-1:]
        swing *= roughness
    step = WIDTH_PX / (len(heights) - 1)
    line = [(index * step, base - height * value) for index, value in enumerate(heights)]
    return [(0, HEIGHT_PX), *line, (WIDTH_PX, HEIGHT_PX)]


def layer(picture: Image.Image, outline: Sequence[Point], color: Color) -> None:
    """Fill an outline."""
    ImageDraw.Draw(picture).polygon(list(outline), fill=color)


def stars(rng: random.Random, picture: Image.Image, n: int, lowest: float) -> None:
    """Points of light above a height."""
    pen = ImageDraw.Draw(picture)
    for _ in range(n):
        x, y, size = rng.uniform(0, WIDTH_PX), rng.uniform(0, lowest), rng.choice((0.6, 0.6, 0.9, 1.4))
        shade = rng.randint(150, 255)
        pen.ellipse((x - size, y - size, x + size, y + size), fill=(shade, shade, min(255, shade + 20)))


def blend(first: Color, second: Color, share: float) -> Color:
    """A color between two others; 0 is the first, 1 the second."""
    mixed = [round(a + (b - a) * share) for a, b in zip(first, second, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def around(center: Point, radius: float, angle: float) -> Point:
    """The point at an angle (in turns, clockwise from the top) on a circle."""
    return center[0] + radius * math.sin(angle * math.tau), center[1] - radius * math.cos(angle * math.tau)


def disc(pen: ImageDraw.ImageDraw, center: Point, across: float, down: float, color: Color) -> None:
    """An ellipse by its center and half axes."""
    x, y = center
    pen.ellipse((x - across, y - down, x + across, y + down), fill=color)


def caption(picture: Image.Image, text: str, y: float, size_px: int, color: Color = (255, 255, 255)) -> None:
    """Lines of text, centered, with a dark edge; ``y`` is the middle of the first line."""
    font = ImageFont.load_default(size_px)
    pen = ImageDraw.Draw(picture)
    for number, line in enumerate(wrap(text, 30)):
        at = (WIDTH_PX / 2, y + number * size_px * 1.15)
        pen.text(at, line, fill=color, font=font, anchor="mm", stroke_width=3, stroke_fill=(20, 20, 20))


def wrap(text: str, n: int) -> list[str]:
    """Lines of at most about ``n`` characters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= n:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
