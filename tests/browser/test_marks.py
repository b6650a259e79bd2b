"""A set of marks on a picture: a line around each box, and its id in a place of its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

from browserenv.browser.marks import COLOURS, draw_marks
from browserenv.browser.screenshot import Pixels

WHITE = np.full((200, 300, 3), 255, dtype=np.uint8)


def _colour(element_id: str) -> list[int]:
    code = COLOURS[int(element_id[1:]) % len(COLOURS)]
    return [int(code[at : at + 2], 16) for at in (1, 3, 5)]


def _where(pixels: Pixels, element_id: str) -> Any:
    return np.argwhere((pixels == np.array(_colour(element_id), dtype=np.uint8)).all(axis=2))


def test_a_line_goes_around_the_box_and_leaves_what_is_in_it() -> None:
    drawn = draw_marks(WHITE, [("e1", (100.0, 80.0, 60.0, 40.0))])
    assert drawn[100, 98].tolist() == drawn[100, 161].tolist() == drawn[121, 130].tolist() == _colour("e1")
    assert (drawn[80:120, 100:160] == 255).all()
    assert (WHITE == 255).all(), "the picture itself is not drawn on"


def test_labels_do_not_cover_each_other() -> None:
    box = (100.0, 80.0, 60.0, 40.0)
    drawn = draw_marks(WHITE, [("e1", box), ("e2", box)])
    one, other = _where(drawn, "e1"), _where(drawn, "e2")
    assert len(one) > 100, "the line is under the other's, the label is not"
    assert one[:, 0].max() < 80, "above the box"
    inside = other[(other[:, 0] >= 80) & (other[:, 0] < 120) & (other[:, 1] >= 100) & (other[:, 1] < 160)]
    assert len(inside) > 100, "in the box, since above it is no room"


@pytest.mark.parametrize("box", [(-50.0, -50.0, 20.0, 20.0), (290.0, 190.0, 500.0, 500.0), (0.0, 0.0, 0.0, 0.0)])
def test_a_box_beyond_the_edge_is_drawn_as_far_as_it_goes(box: tuple[float, float, float, float]) -> None:
    assert draw_marks(WHITE, [("e12", box)]).shape == WHITE.shape


def test_boxes_are_scaled_and_letters_are_not() -> None:
    small = np.array(Image.fromarray(WHITE).resize((150, 100)))
    drawn = draw_marks(small, [("e1", (100.0, 80.0, 60.0, 40.0))], 0.5)
    assert drawn[50, 48].tolist() == drawn[50, 81].tolist() == _colour("e1")
    whole = draw_marks(WHITE, [("e1", (100.0, 80.0, 60.0, 40.0))])
    letters = [int((picture[:, :, 0] != 255).sum()) for picture in (drawn, whole)]
    assert letters[0] > 0.5 * letters[1]
