"""The pictures of the seed data as files: JPEG, named by the digest of their bytes."""

from __future__ import annotations

import hashlib
import io
import random
from dataclasses import dataclass

from PIL import Image

from .canvas import HEIGHT_PX, WIDTH_PX
from .creatures import CREATURES, card
from .scenery import SCENERY

THUMBNAIL_PX = 140
_QUALITY = 66


@dataclass(frozen=True)
class Picture:
    """A picture's file and its thumbnail, both JPEG. ``id`` is the SHA-256 of the file, in hex, plus ``.jpg``."""

    id: str
    data: bytes
    thumbnail: bytes

    def row(self) -> tuple[object, ...]:
        """In the order of the columns of ``images``."""
        return self.id, "image/jpeg", WIDTH_PX, HEIGHT_PX, self.data, self.thumbnail


def paint(kind: str, rng: random.Random, top: str = "", bottom: str = "") -> Picture:
    """A picture of a kind; ``top`` and ``bottom`` are the lines of a card. Raises ``KeyError`` for an unknown kind."""
    drawn = card(rng, top, bottom) if kind == "card" else ({**SCENERY, **CREATURES})[kind](rng)
    small = drawn.copy()
    small.thumbnail((THUMBNAIL_PX, THUMBNAIL_PX))
    data = _jpeg(drawn)
    return Picture(f"{hashlib.sha256(data).hexdigest()}.jpg", data, _jpeg(small))


def _jpeg(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()
