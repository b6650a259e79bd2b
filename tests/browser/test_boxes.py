"""What is told to be at a place is what a mouse meets there, wherever a page and its frames are scrolled to and however
large a frame is drawn."""

from __future__ import annotations

import os
import random
from html import escape
from typing import Any

import pytest
from playwright.async_api import Page

from tests.browser.conftest import Room

HEARD = "addEventListener('mousemove', event => { top.met = event.target.textContent }, true)"
FRAMES = {
    "plain": "border: 5px solid; padding: 3px",
    "larger": "zoom: 1.5; border: 2px solid",
    "smaller": "zoom: 0.7; padding: 7px",
    "stretched": "transform: scale(1.4, 0.8); transform-origin: 0 0",
    "shrunk": "transform: translate(20px, 10px) scale(0.6)",
}
N_POSITIONS = 30 if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else 10


def _document(name: str, inside: str = "") -> str:
    """Buttons all over, in a box that scrolls too, and what is ``inside``."""
    buttons = "".join(
        f"<button style='position: absolute; left: {17 * n % 260}px; top: {63 * n}px'>{name} {n}</button>"
        for n in range(22)
    )
    box = "".join(f"<p><button>{name} box {n}</button></p>" for n in range(6))
    return f"""<!doctype html><title>{name}</title><body style="margin: 0; height: 1400px">{buttons}
        <div class=box style="position: absolute; left: 20px; top: 220px; height: 80px; overflow: auto">{box}</div>
        {inside}<script>{HEARD}</script>"""


def _frame(name: str, style: str, at: int, inside: str = "") -> str:
    content = escape(_document(name, inside))
    place = f"position: absolute; left: {300 + at % 2 * 40}px; top: {at * 330}px"
    return f'<iframe title="{name}" style="{place}; width: 330px; height: 240px; {style}" srcdoc="{content}"></iframe>'


def _page() -> str:
    inner = (
        f'<iframe style="position: absolute; top: 300px; zoom: 1.2" srcdoc="{escape(_document("nested"))}"></iframe>'
    )
    frames = [_frame(name, style, at, inner * (at < 2)) for at, (name, style) in enumerate(FRAMES.items())]
    return _document("main", "".join(frames)).replace("height: 1400px", "height: 1900px")


SCROLL = """places => {
  const each = (w) => [w, ...[...w.document.querySelectorAll("iframe")].flatMap(f => each(f.contentWindow))];
  each(window).forEach((w, at) => {
    w.scrollTo(0, places[at % places.length] * (w.document.documentElement.scrollHeight - w.innerHeight));
    w.document.querySelector(".box").scrollTop = places[(at + 3) % places.length] * 200;
  });
}"""


async def _met(page: Page, points: list[tuple[float, float]]) -> list[str]:
    met = []
    for x, y in points:
        await page.mouse.move(x, y)
        met.append(str(await page.evaluate("window.met")))
    return met


def _places(room: Room) -> dict[str, dict[str, Any]]:
    """By the text of a button, what is told of it."""
    seen = room.see("extra_element_properties", "axtree")
    assert seen.missing == ()
    lines = [line.strip() for line in (seen.axtree or "").splitlines() if "] button" in line]
    names = {line[1:].partition("]")[0]: line.split('"')[1] for line in lines}
    assert seen.extra_element_properties
    return {names[bid]: told for bid, told in seen.extra_element_properties.items() if bid in names}


def _wrong(room: Room, page: Page) -> tuple[list[tuple[str, str]], int]:
    """(what is told to be at a place, what is there) where the two differ, and how many places were tried."""
    seen = {name: told for name, told in _places(room).items() if told["visibility"] == 1 and told["set_of_marks"]}
    points = [(x + width / 2, y + height / 2) for x, y, width, height in (told["bbox"] for told in seen.values())]
    met = room.run(_met(page, points))
    return [(name, other) for name, other in zip(seen, met, strict=True) if name != other], len(seen)


@pytest.mark.slow
def test_the_centre_of_a_box_is_on_its_element_at_any_scroll_position(room: Room) -> None:
    room.open(_page())
    page = room.session._current().page
    assert page is not None
    n_tried = 0
    for seed in range(N_POSITIONS):
        chance = random.Random(seed)
        room.run(page.evaluate(SCROLL, [chance.random() for _ in range(7)]))
        wrong, n_seen = _wrong(room, page)
        assert not wrong, (seed, wrong)
        n_tried += n_seen
    assert n_tried > 7 * N_POSITIONS, n_tried


@pytest.mark.parametrize("style", FRAMES.values(), ids=FRAMES)
def test_a_box_in_a_frame_is_as_large_as_it_is_drawn(room: Room, style: str) -> None:
    room.open(f'<!doctype html><body style="margin: 0">{_frame("f", style, 0)}')
    told = _places(room)["f 1"]
    x, y, width, height = told["bbox"]
    page = room.session._current().page
    assert page is not None
    corners = [(x + 2, y + 2), (x + width - 2, y + 2), (x + 2, y + height - 2), (x + width - 2, y + height - 2)]
    assert room.run(_met(page, corners)) == ["f 1"] * 4
    beside = [(x - 2, y + 2), (x + width + 2, y + 2), (x + 2, y - 2), (x + 2, y + height + 2)]
    assert "f 1" not in room.run(_met(page, beside))


def test_in_webarenas_text_a_frame_drawn_smaller_has_all_that_is_in_sight(room: Room) -> None:
    content = escape("<body style='margin: 0; width: 1200px; height: 900px'><p style='margin: 840px 1000px'>at the end")
    style = "width: 1200px; height: 900px; border: 0; transform: scale(0.5); transform-origin: 0 0"
    room.open(f'<!doctype html><body style="margin: 0"><iframe style="{style}" srcdoc="{content}"></iframe>')
    assert "StaticText 'at the end'" in (room.see("axtree", axtree_format="webarena").axtree or "")
