"""Pictures: named by the SHA-256 of their bytes, so that the same picture has the same name however it came in."""

from __future__ import annotations

import hashlib
import io
import sqlite3
import struct
import zlib
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from flask import request
from PIL import Image
from werkzeug.datastructures import FileStorage

from ..kit.web import db, mount
from . import links

THUMBNAIL_PX = 140
MAX_PIXELS = 50_000_000
_FORMATS = {"JPEG": ("jpg", "image/jpeg"), "PNG": ("png", "image/png"), "GIF": ("gif", "image/gif")}
_FORMATS["WEBP"] = ("webp", "image/webp")
# What Pillow raises for bytes that begin as a picture does and go on as none.
_UNREADABLE = (
    *(OSError, EOFError, SyntaxError, ValueError, LookupError, OverflowError, struct.error, zlib.error),
    Image.DecompressionBombError,
)


class PictureError(ValueError):
    """A file that is no picture the site takes; the message is for the page."""


@dataclass(frozen=True)
class Picture:
    """A picture as the table ``images`` holds it."""

    id: str
    media_type: str
    width_px: int
    height_px: int
    data: bytes
    thumbnail: bytes


def read_picture(file: FileStorage | None) -> Picture:
    """The uploaded picture; raises ``PictureError`` when there is none or it cannot be read."""
    data = file.read() if file is not None else b""
    if not data:
        raise PictureError("Choose a picture to upload.")
    return as_picture(data)


def as_picture(data: bytes) -> Picture:
    """Name and measure a picture; raises ``PictureError`` when the bytes are none."""
    try:
        with Image.open(io.BytesIO(data), formats=list(_FORMATS)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise PictureError("This picture has too many pixels; 50 million are allowed.")
            extension, media_type = _FORMATS[image.format or ""]
            name = f"{hashlib.sha256(data).hexdigest()}.{extension}"
            return Picture(name, media_type, image.width, image.height, data, _thumbnail(image))
    except PictureError:
        raise
    except _UNREADABLE as error:
        raise PictureError("This file is no picture. Upload a JPEG, PNG, GIF or WebP file.") from error


def store_picture(picture: Picture) -> str:
    """Keep a picture, once however often it is posted; returns its id."""
    if not _exists(picture.id):
        values = [picture.id, picture.media_type, picture.width_px, picture.height_px, picture.data, picture.thumbnail]
        db().execute("INSERT INTO images VALUES (?, ?, ?, ?, ?, ?)", values)
    return picture.id


def own_image(url: str) -> str | None:
    """The id of the site's own image that a URL leads to, if it does."""
    if not url:
        return None
    parts = urlsplit(url)
    folder, _, image_id = unquote(parts.path).rpartition("/")
    ours = parts.netloc in (request.host, mount().site.host)
    return image_id if ours and folder == links.IMAGES and _exists(image_id) else None


def find_picture(image_id: str, column: str) -> sqlite3.Row | None:
    """One of an image's two blobs, as ``bytes``, with its ``media_type``."""
    sql = f"SELECT {column} AS bytes, media_type FROM images WHERE id = ?"
    row: sqlite3.Row | None = db().execute(sql, [image_id]).fetchone()
    return row


def _exists(image_id: str) -> bool:
    return db().execute("SELECT 1 FROM images WHERE id = ?", [image_id]).fetchone() is not None


def _thumbnail(image: Image.Image) -> bytes:
    small = image.convert("RGBA")
    small.thumbnail((THUMBNAIL_PX, THUMBNAIL_PX))
    ground = Image.new("RGB", small.size, "white")
    ground.paste(small, mask=small.getchannel("A"))
    out = io.BytesIO()
    ground.save(out, "JPEG", quality=82)
    return out.getvalue()
