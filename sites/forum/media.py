"""Pictures over HTTP, out of the state."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from . import links
from .pictures import find_picture

pages = Blueprint("media", __name__)

_FOREVER = "public, max-age=31536000, immutable"


@pages.get(f"{links.IMAGES}/<image_id>")
def show_image(image_id: str) -> Response:
    """The picture's own bytes."""
    row = find_picture(image_id, "data") or abort(404, "There is no such picture.")
    return Response(row["bytes"], mimetype=row["media_type"], headers={"Cache-Control": _FOREVER})


@pages.get(f"{links.THUMBNAILS}/<image_id>")
def show_thumbnail(image_id: str) -> Response:
    """The picture small, as a JPEG."""
    row = find_picture(image_id, "thumbnail") or abort(404, "There is no such picture.")
    return Response(row["bytes"], mimetype="image/jpeg", headers={"Cache-Control": _FOREVER})
