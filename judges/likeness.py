"""How alike two pictures are: structural similarity and perceptual hash, by scikit-image and its libraries."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

NOT_INSTALLED = "comparing pictures needs scikit-image; pip install 'browserenv[images]'"
MAX_PIXELS = 40_000_000
# The window of structural similarity is 7 px; and beyond this side nothing is gained but time.
_MIN_SIDE, _MAX_SIDE = 8, 2048
Grey = NDArray[np.uint8]
_LIBRARIES = ("skimage", "scipy")


class PictureError(ValueError):
    """Bytes that are no picture that can be compared."""


class NoComparison(Exception):
    """The library is not installed; the message is one line with the mend."""


def lacking_library() -> str:
    """Why pictures cannot be compared here, with the mend; empty when they can. Loads nothing."""
    return "" if all(find_spec(name) for name in _LIBRARIES) else NOT_INSTALLED


def opened(content: bytes) -> Image.Image:
    """A picture in grey, transparent parts white. Raises ``PictureError``."""
    try:
        picture = Image.open(io.BytesIO(content))
        if picture.width * picture.height > MAX_PIXELS:
            raise PictureError(f"a picture of {picture.width} x {picture.height} px is too large to compare")
        whole = picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise PictureError(f"these bytes are no picture: {' '.join(str(error).split())[:80]}") from None
    white = Image.new("RGBA", whole.size, "white")
    return Image.alpha_composite(white, whole).convert("L")


def structural_similarity(left: Image.Image, right: Image.Image) -> float:
    """From -1 to 1, which is equal; both are brought to the larger width and height. Raises ``NoComparison``.

    Source: Wang et al. 2004, as in ``skimage.metrics.structural_similarity``.
    """
    metrics = _library("skimage.metrics")
    width, height = (_side(a, b) for a, b in zip(left.size, right.size, strict=True))
    one, other = (_pixels(picture, width, height) for picture in (left, right))
    return float(metrics.structural_similarity(one, other, data_range=255))


def hash_distance(left: Image.Image, right: Image.Image) -> int:
    """How many of 64 bits differ between the perceptual hashes. Raises ``NoComparison``."""
    return int(np.count_nonzero(perceptual_hash(left) != perceptual_hash(right)))


def perceptual_hash(picture: Image.Image) -> NDArray[np.bool_]:
    """64 bits, shape (8, 8): which of the lowest frequencies of the picture at 32 x 32 px lie above their median."""
    low = _library("scipy.fft").dctn(_pixels(picture, 32, 32).astype(np.float64), norm="ortho")[:8, :8]
    bits: NDArray[np.bool_] = low > np.median(low.flatten()[1:])
    return bits


def _side(left: int, right: int) -> int:
    return min(max(left, right, _MIN_SIDE), _MAX_SIDE)


def _pixels(picture: Image.Image, width: int, height: int) -> Grey:
    same = picture if picture.size == (width, height) else picture.resize((width, height), Image.Resampling.LANCZOS)
    return np.asarray(same, dtype=np.uint8)


def _library(name: str) -> Any:
    import importlib  # noqa: PLC0415 - an optional extra, and slow to load

    try:
        return importlib.import_module(name)
    except ImportError:
        raise NoComparison(NOT_INSTALLED) from None
