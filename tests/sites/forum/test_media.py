"""Pictures over HTTP."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from browserenv.sites.forum.pictures import PictureError, as_picture
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount


def picture_bytes(kind: str, size: tuple[int, int] = (400, 100)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "#336699").save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "extension", "media_type"),
    [
        ("JPEG", "jpg", "image/jpeg"),
        ("PNG", "png", "image/png"),
        ("GIF", "gif", "image/gif"),
        ("WEBP", "webp", "image/webp"),
    ],
)
def test_serves_the_picture_and_a_thumbnail(
    anyone: SiteClient, mount: Mount, kind: str, extension: str, media_type: str
) -> None:
    picture = as_picture(picture_bytes(kind))
    assert picture.id.endswith(f".{extension}") and (picture.width_px, picture.height_px) == (400, 100)
    mount.state.insert_rows({"images": [vars(picture)]})
    full = anyone.get(f"/submission_images/{picture.id}")
    assert (full.data, full.mimetype) == (picture.data, media_type)
    small = anyone.get(f"/media/cache/thumbnail/{picture.id}")
    assert small.mimetype == "image/jpeg" and Image.open(io.BytesIO(small.data)).size == (140, 35)


def test_the_same_bytes_make_the_same_picture() -> None:
    assert as_picture(picture_bytes("PNG")) == as_picture(picture_bytes("PNG"))


def test_a_transparent_picture_has_a_thumbnail() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (50, 50), (0, 0, 0, 0)).save(out, "PNG")
    thumbnail = Image.open(io.BytesIO(as_picture(out.getvalue()).thumbnail))
    assert thumbnail.size == (50, 50) and thumbnail.getpixel((25, 25)) == (255, 255, 255)


def test_too_many_pixels() -> None:
    out = io.BytesIO()
    Image.new("1", (10_000, 6_000)).save(out, "PNG")
    with pytest.raises(PictureError, match="too many pixels"):
        as_picture(out.getvalue())


def test_what_only_begins_as_a_picture_is_refused_on_the_page(me: SiteClient, mount: Mount) -> None:
    """An answer of 500 would be booked on the site, and the episode of the agent that caused it not scored."""
    whole = picture_bytes("PNG", (5, 5))
    text = b"zTXt" + b"a\0\0" + zlib.compress(b"x" * 2**21)
    swollen = whole[:33] + struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text)) + whole[33:]
    for data in (swollen, whole[:11] + b"\x03" + whole[12:]):
        fields = {"submission[mediaType]": "image", "submission[title]": "Look", "submission[forum]": "1"}
        answer = me.post("/submit", {**fields, "submission[image]": (io.BytesIO(data), "a.png")})
        assert answer.status_code == 200 and "This file is no picture." in answer.get_data(as_text=True)
    assert not mount.state.diff()


@pytest.mark.parametrize("path", ["/submission_images/x.jpg", "/media/cache/thumbnail/..%2f..%2fsite.db"])
def test_no_such_picture(anyone: SiteClient, path: str) -> None:
    assert anyone.get(path).status_code == 404
