"""Animals, food, flowers, costumes, charts and cards, drawn simply."""

from __future__ import annotations

import random
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFont

from .canvas import HEIGHT_PX, WIDTH_PX, Color, around, blend, caption, disc, glow, gradient
from .scenery import mountains

_WALLS: tuple[tuple[Color, Color, Color], ...] = (
    ((214, 196, 176), (226, 212, 196), (150, 112, 84)),
    ((176, 196, 202), (206, 218, 220), (120, 110, 104)),
    ((200, 206, 178), (222, 226, 204), (142, 120, 90)),
    ((222, 190, 184), (236, 212, 204), (128, 96, 92)),
)
_FURS: tuple[Color, ...] = (
    (206, 132, 66),
    (88, 84, 90),
    (226, 216, 200),
    (140, 104, 76),
    (52, 46, 48),
    (196, 176, 150),
)
_BRIGHT: tuple[Color, ...] = (
    (220, 84, 72),
    (238, 176, 60),
    (92, 156, 96),
    (78, 132, 196),
    (160, 96, 168),
    (240, 130, 150),
)


def cat(rng: random.Random) -> Image.Image:
    """A cat that looks at you."""
    picture, pen, fur = _room(rng)
    x, y = 320 + rng.uniform(-70, 70), 210.0
    disc(pen, (x, y + 150), 120, 130, fur)
    for side in (-1, 1):
        pen.polygon([(x + side * 26, y - 70), (x + side * 88, y - 116), (x + side * 84, y - 20)], fill=fur)
        pen.polygon([(x + side * 44, y - 70), (x + side * 78, y - 96), (x + side * 74, y - 40)], fill=(226, 160, 150))
    disc(pen, (x, y), 96, 84, fur)
    _stripes(rng, pen, (x, y), blend(fur, (20, 16, 16), 0.3))
    _face(pen, (x, y), rng.choice(((150, 180, 70), (228, 176, 60), (120, 170, 200))), slit=True)
    for side in (-1, 1):
        for rise in (-8, 4, 16):
            pen.line((x + side * 30, y + 34, x + side * 110, y + 30 + rise), fill=(245, 240, 235), width=1)
    return picture


def dog(rng: random.Random) -> Image.Image:
    """A dog with hanging ears and, mostly, its tongue out."""
    picture, pen, fur = _room(rng)
    x, y = 320 + rng.uniform(-70, 70), 205.0
    disc(pen, (x, y + 150), 126, 130, fur)
    disc(pen, (x, y), 88, 92, fur)
    for side in (-1, 1):
        disc(pen, (x + side * 88, y + 4), 28, 66, blend(fur, (30, 20, 16), 0.35))
    disc(pen, (x, y + 42), 46, 40, blend(fur, (255, 250, 240), 0.6))
    _face(pen, (x, y - 6), (70, 46, 34), slit=False)
    if rng.random() < 0.7:
        disc(pen, (x, y + 82), 13, 22, (226, 110, 120))
    return picture


def bird(rng: random.Random) -> Image.Image:
    """A small bird on a branch."""
    picture = gradient((168, 200, 214), (206, 224, 214), (150, 176, 130))
    for _ in range(14):
        spot = (rng.uniform(0, 640), rng.uniform(0, 400))
        glow(picture, spot, rng.uniform(14, 40), blend((190, 214, 190), (240, 240, 220), rng.random()), 14)
    pen = ImageDraw.Draw(picture)
    pen.line((0, 318, 640, 280), fill=(92, 68, 52), width=14)
    coat: Color = rng.choice(_BRIGHT)
    x, y = 320 + rng.uniform(-80, 80), 222.0
    pen.polygon([(x + 46, y + 18), (x + 152, y + 74), (x + 60, y + 56)], fill=blend(coat, (20, 20, 30), 0.45))
    disc(pen, (x, y + 22), 72, 58, coat)
    disc(pen, (x - 14, y + 40), 46, 40, blend(coat, (255, 250, 236), 0.65))
    disc(pen, (x + 24, y + 24), 44, 26, blend(coat, (20, 20, 30), 0.3))
    disc(pen, (x - 48, y - 34), 38, 36, coat)
    pen.polygon([(x - 82, y - 42), (x - 82, y - 22), (x - 112, y - 30)], fill=(236, 170, 60))
    disc(pen, (x - 58, y - 40), 6, 6, (20, 16, 16))
    for leg in (-12, 14):
        pen.line((x + leg, y + 76, x + leg, y + 84), fill=(120, 80, 50), width=4)
    return picture


def eagle(rng: random.Random) -> Image.Image:
    """A bald eagle before mountains: dark body, white head, yellow beak."""
    picture = mountains(rng)
    pen = ImageDraw.Draw(picture)
    x, y = 320.0, 190.0
    for side in (-1, 1):
        wing = [(x + side * 20, y), (x + side * 120, y - 84), (x + side * 250, y - 92), (x + side * 214, y - 30)]
        pen.polygon([*wing, (x + side * 150, y + 18), (x + side * 40, y + 52)], fill=(64, 44, 34))
    pen.polygon([(x - 24, y + 70), (x + 24, y + 70), (x + 42, y + 130), (x - 42, y + 130)], fill=(246, 244, 238))
    disc(pen, (x, y + 26), 42, 66, (72, 50, 38))
    disc(pen, (x, y - 44), 32, 34, (250, 248, 244))
    pen.polygon([(x - 8, y - 40), (x + 8, y - 40), (x, y - 4)], fill=(240, 184, 52))
    for side in (-1, 1):
        disc(pen, (x + side * 14, y - 52), 4, 4, (30, 24, 20))
    return picture


def plate(rng: random.Random) -> Image.Image:
    """A dish seen from above."""
    table: Color = rng.choice(((150, 104, 70), (88, 84, 86), (196, 186, 170)))
    picture = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), table)
    pen = ImageDraw.Draw(picture)
    for y in range(0, HEIGHT_PX, 50):
        pen.line((0, y, WIDTH_PX, y + rng.randint(-4, 4)), fill=blend(table, (0, 0, 0), 0.2), width=2)
    center = (320 + rng.uniform(-20, 20), 200.0)
    for radius, color in ((168, (228, 226, 220)), (160, (246, 244, 240)), (120, (236, 232, 226))):
        disc(pen, center, radius, radius, color)
    base: Color = rng.choice(((222, 180, 96), (150, 84, 52), (232, 214, 170), (120, 140, 74)))
    disc(pen, center, 104, 100, base)
    for _ in range(64):
        spot = around(center, 92 * rng.random() ** 0.6, rng.random())
        color = rng.choice((*_BRIGHT[:3], (250, 240, 220), blend(base, (60, 30, 10), 0.4)))
        disc(pen, spot, rng.uniform(5, 15), rng.uniform(5, 12), color)
    return picture


def turkey(rng: random.Random) -> Image.Image:
    """A roast turkey on a platter with its trimmings."""
    picture = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), (128, 84, 58))
    pen = ImageDraw.Draw(picture)
    disc(pen, (320, 248), 270, 118, (240, 238, 230))
    disc(pen, (320, 244), 236, 94, (226, 222, 212))
    disc(pen, (320, 206), 150, 94, (168, 94, 42))
    disc(pen, (290, 176), 92, 48, (196, 122, 60))
    for side in (-1, 1):
        disc(pen, (320 + side * 132, 244), 62, 34, (152, 82, 36))
        pen.line((320 + side * 176, 252, 320 + side * 222, 236), fill=(246, 236, 214), width=14)
    for _ in range(46):
        spot = (320 + rng.uniform(-230, 230), 300 + rng.uniform(-16, 22))
        disc(
            pen,
            spot,
            rng.uniform(7, 13),
            rng.uniform(7, 11),
            rng.choice(((186, 40, 48), (92, 140, 70), (226, 150, 60))),
        )
    return picture


def flower(rng: random.Random) -> Image.Image:
    """Blossoms before a blurred garden."""
    picture = gradient((150, 190, 150), (110, 160, 104), (54, 92, 56))
    for _ in range(16):
        glow(picture, (rng.uniform(0, 640), rng.uniform(0, 400)), rng.uniform(20, 50), (176, 206, 140), 24)
    pen = ImageDraw.Draw(picture)
    for _ in range(rng.randint(3, 6)):
        center, radius = (rng.uniform(90, 550), rng.uniform(70, 270)), rng.uniform(40, 74)
        pen.line((*center, center[0] + rng.uniform(-30, 30), 400), fill=(60, 110, 56), width=7)
        color, n = rng.choice(_BRIGHT), rng.randint(6, 12)
        for number in range(n):
            disc(
                pen,
                around(center, radius * 0.62, number / n),
                radius * 0.36,
                radius * 0.36,
                blend(color, (255, 255, 255), number % 2 * 0.18),
            )
        disc(pen, center, radius * 0.32, radius * 0.32, (236, 190, 70))
    return picture


def costume(rng: random.Random) -> Image.Image:
    """A witch's hat and cape under a moon."""
    picture = gradient((30, 22, 58), (84, 44, 92), (214, 120, 60))
    glow(picture, (470, 110), 52, (250, 236, 200), 3)
    _witch(ImageDraw.Draw(picture), 300, rng.choice(((60, 30, 90), (30, 60, 50), (110, 30, 40))))
    return picture


def contest(rng: random.Random) -> Image.Image:
    """Three in costume on a podium, pumpkins before them."""
    picture = gradient((50, 40, 70), (104, 70, 92), (60, 44, 40))
    pen = ImageDraw.Draw(picture)
    for x, top, number in ((140, 320, "2"), (320, 290, "1"), (500, 336, "3")):
        _witch(pen, x, rng.choice(_BRIGHT), scale=0.5, foot=top)
        pen.rectangle((x - 78, top, x + 78, HEIGHT_PX), fill=(196, 188, 170))
        pen.text((x, top + 34), number, fill=(90, 70, 50), font=ImageFont.load_default(40), anchor="mm")
    for x in (40, 230, 410, 600):
        disc(pen, (x, 376), 30, 24, (226, 122, 40))
        pen.line((x, 352, x, 342), fill=(80, 110, 50), width=6)
    return picture


def chart(rng: random.Random) -> Image.Image:
    """Bars, lines or dots on a white ground, with axes."""
    picture = Image.new("RGB", (WIDTH_PX, HEIGHT_PX), (252, 252, 250))
    pen = ImageDraw.Draw(picture)
    for y in range(60, 341, 56):
        pen.line((70, y, 600, y), fill=(226, 226, 222))
    draw = rng.choice((_bars, _lines, _dots))
    draw(rng, pen)
    pen.line((70, 40, 70, 340, 600, 340), fill=(60, 60, 60), width=2)
    return picture


def card(rng: random.Random, top: str = "", bottom: str = "") -> Image.Image:
    """A picture with a line above and a line below."""
    color: Color = rng.choice(_BRIGHT)
    picture = gradient(
        blend(color, (20, 20, 30), 0.5), blend(color, (20, 20, 30), 0.2), blend(color, (20, 20, 30), 0.6)
    )
    pen = ImageDraw.Draw(picture)
    for number in range(0, 24, 2):
        rim = [around((320, 200), 460, (number + part) / 24) for part in (0, 1)]
        pen.polygon([(320, 200), *rim], fill=blend(color, (255, 255, 255), 0.12))
    mood = rng.choice((_smile, _frown, _stare))
    disc(pen, (320, 205), 84, 84, (250, 214, 110))
    mood(pen)
    caption(picture, top.upper(), 44, 30)
    caption(picture, bottom.upper(), 340, 30)
    return picture


def _room(rng: random.Random) -> tuple[Image.Image, ImageDraw.ImageDraw, Color]:
    picture = gradient(*rng.choice(_WALLS))
    glow(picture, (rng.uniform(60, 580), 60), 60, (255, 246, 220), 40)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 330, WIDTH_PX, HEIGHT_PX), fill=rng.choice(_BRIGHT))
    return picture, pen, rng.choice(_FURS)


def _stripes(rng: random.Random, pen: ImageDraw.ImageDraw, center: tuple[float, float], color: Color) -> None:
    if rng.random() < 0.6:
        for shift in (-26, 0, 26):
            pen.line((center[0] + shift, center[1] - 80, center[0] + shift * 0.6, center[1] - 48), fill=color, width=8)


def _face(pen: ImageDraw.ImageDraw, center: tuple[float, float], iris: Color, *, slit: bool) -> None:
    x, y = center
    for side in (-1, 1):
        disc(pen, (x + side * 36, y - 8), 17, 17, iris)
        disc(pen, (x + side * 36, y - 8), 5 if slit else 10, 15 if slit else 10, (16, 12, 12))
        disc(pen, (x + side * 36 + 4, y - 14), 4, 4, (255, 255, 255))
    pen.polygon([(x - 12, y + 22), (x + 12, y + 22), (x, y + 36)], fill=(60, 36, 36) if not slit else (214, 130, 130))
    pen.arc((x - 24, y + 26, x, y + 54), 10, 170, fill=(70, 46, 44), width=3)
    pen.arc((x, y + 26, x + 24, y + 54), 10, 170, fill=(70, 46, 44), width=3)


def _witch(pen: ImageDraw.ImageDraw, x: float, color: Color, scale: float = 1.0, foot: float = 400) -> None:
    def at(dx: float, up: float) -> tuple[float, float]:
        return x + dx * scale, foot - up * scale

    pen.polygon([at(-120, 0), at(-40, 170), at(40, 170), at(120, 0)], fill=color)
    disc(pen, at(0, 200), 46 * scale, 50 * scale, (240, 206, 176))
    disc(pen, at(0, 236), 104 * scale, 16 * scale, (26, 20, 30))
    pen.polygon([at(-54, 240), at(54, 240), at(20, 360)], fill=(26, 20, 30))
    pen.polygon([at(-52, 246), at(52, 246), at(47, 264), at(-47, 264)], fill=(226, 150, 50))


def _bars(rng: random.Random, pen: ImageDraw.ImageDraw) -> None:
    color, n = rng.choice(_BRIGHT), rng.randint(6, 12)
    for number in range(n):
        x, height = 84 + number * 510 / n, rng.uniform(30, 280)
        pen.rectangle((x, 340 - height, x + 380 / n, 340), fill=blend(color, (255, 255, 255), number % 2 * 0.25))


def _lines(rng: random.Random, pen: ImageDraw.ImageDraw) -> None:
    for color in rng.sample(_BRIGHT, rng.randint(2, 4)):
        y = rng.uniform(120, 280)
        points = []
        for x in range(70, 601, 10):
            y = min(334, max(46, y + rng.gauss(-0.6, 9)))
            points.append((x, y))
        pen.line(points, fill=color, width=3, joint="curve")


def _dots(rng: random.Random, pen: ImageDraw.ImageDraw) -> None:
    slope = rng.uniform(-0.45, 0.45)
    for color in rng.sample(_BRIGHT, rng.randint(1, 3)):
        shift = rng.uniform(-50, 50)
        for _ in range(90):
            x = rng.uniform(84, 590)
            y = 195 + slope * (x - 330) + shift + rng.gauss(0, 30)
            if 46 < y < 334:
                disc(pen, (x, y), 4, 4, color)


def _smile(pen: ImageDraw.ImageDraw) -> None:
    _eyes(pen)
    pen.arc((276, 190, 364, 262), 10, 170, fill=(60, 40, 20), width=7)


def _frown(pen: ImageDraw.ImageDraw) -> None:
    _eyes(pen)
    pen.arc((282, 234, 358, 296), 200, 340, fill=(60, 40, 20), width=7)


def _stare(pen: ImageDraw.ImageDraw) -> None:
    _eyes(pen)
    pen.line((290, 246, 350, 246), fill=(60, 40, 20), width=7)


def _eyes(pen: ImageDraw.ImageDraw) -> None:
    for side in (-1, 1):
        disc(pen, (320 + side * 30, 184), 9, 13, (60, 40, 20))


CREATURES: dict[str, Callable[[random.Random], Image.Image]] = {
    "cat": cat,
    "dog": dog,
    "bird": bird,
    "battle-cat": cat,
    "battle-dog": dog,
    "battle-bird": bird,
    "eagle": eagle,
    "plate": plate,
    "turkey": turkey,
    "flower": flower,
    "costume": costume,
    "contest": contest,
    "chart": chart,
}
