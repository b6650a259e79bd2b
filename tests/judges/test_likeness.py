"""Likeness of pictures: the same scaled or saved otherwise is alike, another is not."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image, ImageDraw

from browserenv.judges.likeness import (
    NoComparison,
    PictureError,
    hash_distance,
    opened,
    perceptual_hash,
    structural_similarity,
)


def drawn(shape: str, size: int = 96, kind: str = "PNG") -> bytes:
    picture = Image.new("RGB", (size, size), "white")
    draw = ImageDraw.Draw(picture)
    box = (size // 8, size // 6, size * 3 // 4, size * 2 // 3)
    if shape == "disc":
        draw.ellipse(box, fill="navy")
    elif shape == "stripes":
        for at in range(0, size, size // 8):
            draw.line((at, 0, size - at, size), fill="black", width=size // 24 or 1)
    buffer = io.BytesIO()
    picture.save(buffer, kind)
    return buffer.getvalue()


def test_a_picture_is_like_itself() -> None:
    disc = opened(drawn("disc"))
    assert structural_similarity(disc, disc) == pytest.approx(1.0)
    assert hash_distance(disc, disc) == 0
    assert perceptual_hash(disc).shape == (8, 8)


def test_scaled_or_saved_otherwise_it_is_alike_and_another_is_not() -> None:
    disc, other = opened(drawn("disc")), opened(drawn("stripes"))
    for alike in (drawn("disc", 192), drawn("disc", kind="JPEG"), drawn("disc", kind="WEBP")):
        assert structural_similarity(disc, opened(alike)) > 0.8
        assert hash_distance(disc, opened(alike)) <= 8
    assert structural_similarity(disc, other) < 0.6
    assert hash_distance(disc, other) > 12


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (7, 7)])
def test_small_pictures_are_compared_too(size: tuple[int, int]) -> None:
    small = Image.new("L", size, 10)
    assert structural_similarity(small, small) == pytest.approx(1.0)


@pytest.mark.parametrize("content", [b"", b"<html>", drawn("disc")[:60], b"\x89PNG\r\n\x1a\n" + b"\0" * 50])
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(PictureError):
        opened(content)


def test_without_the_library_the_mend_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "skimage.metrics", None)
    disc = opened(drawn("disc"))
    with pytest.raises(NoComparison, match=r"pip install 'browserenv\[images\]'"):
        structural_similarity(disc, disc)
