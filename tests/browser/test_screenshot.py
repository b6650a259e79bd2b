"""Pictures: of the viewport, of the whole page, with a set of marks, smaller on request."""

from __future__ import annotations

import numpy as np

from tests.browser.conftest import Room

LONG = """<!doctype html><style>body { margin: 0 } div { height: 1000px }</style>
<div style="background: rgb(10, 20, 30)"></div><div style="background: rgb(40, 50, 60)"><input autofocus></div>"""


def test_the_whole_page_is_in_a_full_picture_and_the_page_stays_where_it_is(room: Room) -> None:
    room.open(LONG)
    seen = room.see("screenshot", "screenshot_full")
    assert seen.screenshot is not None and seen.screenshot_full is not None
    assert seen.screenshot_full.shape == (2000, 800, 3)
    assert seen.screenshot_full[999, 790].tolist() == [10, 20, 30]
    assert seen.screenshot_full[1999, 790].tolist() == [40, 50, 60]
    again = room.see("screenshot", "screenshot_full")
    assert np.array_equal(seen.screenshot, again.screenshot)  # type: ignore[arg-type]
    assert np.array_equal(seen.screenshot_full, again.screenshot_full)  # type: ignore[arg-type]


def test_a_short_page_is_as_high_as_the_viewport(room: Room) -> None:
    room.open("<p>short</p>")
    full = room.see("screenshot_full").screenshot_full
    assert full is not None
    assert full.shape == (600, 800, 3)


def test_a_set_of_marks_is_drawn_on_a_copy(room: Room) -> None:
    room.open(
        "<!doctype html><body style='margin: 40px'><button style='width: 100px; height: 40px'>Save</button><p>text"
    )
    seen = room.see("screenshot", "screenshot_som")
    assert seen.screenshot is not None and seen.screenshot_som is not None
    changed = np.argwhere((seen.screenshot != seen.screenshot_som).any(axis=2))
    assert changed.min(axis=0).tolist()[0] >= 15
    assert changed.max(axis=0).tolist() == [81, 141]
    assert (seen.screenshot_som[45:75, 60:135] == seen.screenshot[45:75, 60:135]).all()


def test_marks_are_where_elements_are_on_a_smaller_picture(room: Room) -> None:
    room.open(
        "<!doctype html><body style='margin: 40px'><button style='width: 100px; height: 40px'>Save</button><p>text"
    )
    seen = room.see("screenshot", "screenshot_som", screenshot_scale=0.5)
    assert seen.screenshot is not None and seen.screenshot_som is not None
    assert seen.screenshot_som.shape == (300, 400, 3)
    changed = np.argwhere((seen.screenshot != seen.screenshot_som).any(axis=2))
    assert changed.max(axis=0).tolist() == [41, 71]


def test_pictures_of_a_page_that_does_not_answer_are_black_and_of_the_right_size(room: Room) -> None:
    room.begin([])
    page = room.session._current().page
    assert page is not None
    room.run(page.close())
    seen = room.see("screenshot", "screenshot_som", "axtree", screenshot_scale=0.5)
    assert seen.screenshot is not None and seen.screenshot_som is not None
    assert seen.screenshot.shape == seen.screenshot_som.shape == (300, 400, 3)
    assert dict(seen.missing) == dict.fromkeys(["axtree", "screenshot", "screenshot_som"], "there is no page")
