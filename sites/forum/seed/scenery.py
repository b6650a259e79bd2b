"""Landscapes, skies and cities."""

from __future__ import annotations

import random
from collections.abc import Callable

from PIL import Image, ImageDraw

from .canvas import HEIGHT_PX, WIDTH_PX, Color, around, blend, disc, glow, gradient, layer, ridge, stars

_SKIES: tuple[tuple[Color, Color, Color], ...] = (
    ((52, 84, 142), (226, 152, 120), (255, 214, 150)),
    ((92, 142, 200), (170, 205, 232), (238, 240, 232)),
    ((40, 32, 78), (186, 82, 110), (250, 176, 104)),
    ((120, 150, 170), (196, 208, 210), (230, 226, 214)),
    ((28, 60, 104), (90, 140, 170), (244, 208, 170)),
)
_GROUNDS: tuple[Color, ...] = ((38, 58, 60), (52, 44, 70), (40, 66, 48), (70, 52, 48), (30, 48, 78))


def mountains(rng: random.Random) -> Image.Image:
    """Ranges behind ranges, with a sun and sometimes a lake."""
    sky = rng.choice(_SKIES)
    picture = gradient(*sky)
    glow(picture, (rng.uniform(120, 520), rng.uniform(70, 190)), rng.uniform(18, 40), (255, 244, 214))
    ground = rng.choice(_GROUNDS)
    n = rng.randint(4, 6)
    for number in range(n):
        base = 170 + 190 * number / n
        layer(picture, ridge(rng, base, 95 - 9 * number, 0.56), blend(sky[2], ground, (number + 1) / n))
    if rng.random() < 0.5:
        _mirror(picture, rng.randint(300, 330))
    return picture


def sea(rng: random.Random) -> Image.Image:
    """Sky, sun and water, perhaps with a sail or an island."""
    sky = rng.choice(_SKIES)
    picture = gradient(*sky)
    x, horizon = rng.uniform(140, 500), rng.randint(215, 260)
    glow(picture, (x, horizon - rng.uniform(0, 110)), rng.uniform(24, 44), (255, 240, 205))
    if rng.random() < 0.6:
        layer(picture, ridge(rng, horizon + 2, 34, 0.5), blend(sky[1], (40, 50, 70), 0.7))
    _mirror(picture, horizon)
    pen = ImageDraw.Draw(picture)
    for _ in range(70):
        y = horizon + 4 + (HEIGHT_PX - horizon) * rng.random() ** 1.3
        reach = 4 + (y - horizon) * 0.25
        start = x + rng.gauss(0, 10 + (y - horizon) * 0.6)
        pen.line((start - reach, y, start + reach, y), fill=blend(sky[2], (255, 255, 255), 0.4), width=1)
    if rng.random() < 0.55:
        _sail(pen, (rng.uniform(80, 560), horizon + rng.uniform(6, 30)))
    return picture


def desert(rng: random.Random) -> Image.Image:
    """Dunes or mesas."""
    sky = rng.choice(_SKIES[:3])
    picture = gradient(*sky)
    glow(picture, (rng.uniform(100, 540), rng.uniform(60, 150)), rng.uniform(22, 36), (255, 246, 220))
    near: Color = rng.choice(((176, 96, 56), (204, 140, 80), (150, 74, 58)))
    for number in range(4):
        color = blend(sky[2], near, (number + 1.5) / 5)
        layer(picture, ridge(rng, 210 + 52 * number, 60, 0.38), color)
    return picture


def forest(rng: random.Random) -> Image.Image:
    """Rows of firs in mist."""
    mist: Color = rng.choice(((214, 224, 220), (232, 214, 190), (190, 206, 220)))
    dark: Color = rng.choice(((18, 44, 38), (26, 40, 30), (40, 34, 30)))
    picture = gradient(blend(mist, (120, 150, 180), 0.5), mist, blend(mist, dark, 0.3))
    pen = ImageDraw.Draw(picture)
    for number in range(5):
        color = blend(mist, dark, 0.25 + 0.18 * number)
        for _ in range(26 - 2 * number):
            _fir(
                pen,
                rng.uniform(-20, 660),
                190 + 52 * number + rng.uniform(-12, 12),
                rng.uniform(50, 80) + 18 * number,
                color,
            )
        pen.rectangle((0, 186 + 52 * number, WIDTH_PX, HEIGHT_PX), fill=color)
    return picture


def night(rng: random.Random) -> Image.Image:
    """Stars, a band of light, a dark horizon, sometimes a moon."""
    deep: Color = rng.choice(((6, 8, 26), (10, 6, 30), (4, 16, 32)))
    haze: Color = rng.choice(((60, 50, 110), (30, 80, 100), (90, 52, 86)))
    picture = gradient(deep, blend(deep, haze, 0.45), haze)
    for number in range(9):
        center = (60 + number * 65 + rng.uniform(-20, 20), 250 - number * 24 + rng.uniform(-14, 14))
        glow(picture, center, rng.uniform(16, 34), blend(haze, (220, 210, 230), rng.uniform(0.1, 0.35)), 26)
    stars(rng, picture, 420, 380)
    if rng.random() < 0.35:
        glow(picture, (rng.uniform(90, 550), rng.uniform(60, 140)), rng.uniform(18, 30), (244, 240, 226), 2)
    layer(picture, ridge(rng, 350, 34, 0.55), (6, 8, 12))
    return picture


def city(rng: random.Random) -> Image.Image:
    """A skyline with lit windows, over water or not."""
    sky = rng.choice(_SKIES)
    picture = gradient(*sky)
    pen = ImageDraw.Draw(picture)
    for depth, n in ((0.35, 16), (0.6, 13), (0.88, 10)):
        color = blend(sky[2], (24, 26, 44), depth)
        for _ in range(n):
            _tower(rng, pen, color, lit=depth > 0.5)
    if rng.random() < 0.6:
        _mirror(picture, 330)
    return picture


def fireworks(rng: random.Random) -> Image.Image:
    """Rockets over a skyline and the water before it."""
    picture = gradient((8, 10, 34), (24, 22, 60), (60, 40, 80))
    pen = ImageDraw.Draw(picture)
    for _ in range(7):
        _burst(rng, pen, (rng.uniform(80, 560), rng.uniform(50, 190)), rng.uniform(36, 84))
    for _ in range(14):
        _tower(rng, pen, (14, 14, 26), lit=True, tallest=110)
    _mirror(picture, 330)
    return picture


def _burst(rng: random.Random, pen: ImageDraw.ImageDraw, center: tuple[float, float], radius: float) -> None:
    color: Color = rng.choice(((255, 120, 90), (255, 214, 110), (120, 220, 255), (190, 140, 255), (140, 255, 170)))
    for number in range(34):
        reach = radius * rng.uniform(0.75, 1)
        end = around(center, reach, number / 34)
        pen.line(
            (around(center, reach * 0.3, number / 34), end),
            fill=blend((10, 10, 30), color, rng.uniform(0.5, 1)),
            width=2,
        )
        disc(pen, end, 2, 2, blend(color, (255, 255, 255), 0.5))


def _tower(rng: random.Random, pen: ImageDraw.ImageDraw, color: Color, *, lit: bool, tallest: float = 230) -> None:
    x, width, top = rng.uniform(-20, 630), rng.uniform(26, 62), 330 - rng.uniform(50, tallest)
    pen.rectangle((x, top, x + width, HEIGHT_PX), fill=color)
    if rng.random() < 0.25:
        pen.line((x + width / 2, top - 24, x + width / 2, top), fill=color, width=2)
    if not lit:
        return
    for row in range(int(top) + 8, 322, 11):
        for column in range(int(x) + 5, int(x + width) - 6, 9):
            if rng.random() < 0.3:
                pen.rectangle((column, row, column + 3, row + 4), fill=(255, 222, 150))


def _fir(pen: ImageDraw.ImageDraw, x: float, foot: float, height: float, color: Color) -> None:
    for part in range(3):
        top = foot - height * (1 - part * 0.24)
        half = height * (0.12 + 0.07 * part)
        pen.polygon([(x, top), (x - half, top + height * 0.46), (x + half, top + height * 0.46)], fill=color)


def _sail(pen: ImageDraw.ImageDraw, foot: tuple[float, float]) -> None:
    x, y = foot
    pen.polygon([(x, y - 44), (x, y - 6), (x + 24, y - 6)], fill=(250, 248, 240))
    pen.polygon([(x - 3, y - 36), (x - 3, y - 6), (x - 18, y - 6)], fill=(236, 230, 220))
    pen.polygon([(x - 22, y - 4), (x + 26, y - 4), (x + 18, y + 5), (x - 15, y + 5)], fill=(60, 44, 40))


def _mirror(picture: Image.Image, shore: int) -> None:
    """Turn what is below a height into the reflection of what is above it, darker and bluer."""
    depth = HEIGHT_PX - shore
    above = picture.crop((0, shore - depth, WIDTH_PX, shore)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    water = Image.blend(above, Image.new("RGB", above.size, (30, 52, 84)), 0.38)
    picture.paste(water, (0, shore))


SCENERY: dict[str, Callable[[random.Random], Image.Image]] = {
    "mountains": mountains,
    "sea": sea,
    "desert": desert,
    "forest": forest,
    "night": night,
    "city": city,
    "fireworks": fireworks,
}
