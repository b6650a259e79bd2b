"""Addresses of the forum's pages. Templates and views write no path of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ..kit.slug import slugify

Row = sqlite3.Row | Mapping[str, Any]

IMAGES = "/submission_images"
THUMBNAILS = "/media/cache/thumbnail"


def forum(name: str, page: str = "") -> str:
    """``/f/{forum}``, or one of its pages."""
    return f"/f/{quote(name)}" + (f"/{page}" if page else "")


def submission(row: Row) -> str:
    """``/f/{forum}/{id}/{slug}`` of a row with ``id``, ``title`` and ``forum_name``."""
    return f"/f/{row['forum_name']}/{row['id']}/{slugify(row['title'])}"


def submission_action(row: Row, action: str) -> str:
    """``/f/{forum}/{id}/-/{action}``: edit, delete, comment, lock ..."""
    return f"/f/{row['forum_name']}/{row['id']}/-/{action}"


def comment(row: Row, action: str = "") -> str:
    """``/f/{forum}/{id}/-/comment/{cid}`` or an action on it; the row has ``id``, ``submission_id``, ``forum_name``."""
    path = f"/f/{row['forum_name']}/{row['submission_id']}/-/comment/{row['id']}"
    return f"{path}/{action}" if action else path


def user(name: str, page: str = "") -> str:
    """``/user/{name}``, or one of its pages."""
    return f"/user/{quote(name)}" + (f"/{page}" if page else "")


def image(image_id: str) -> str:
    """The picture itself, named by the SHA-256 of its bytes."""
    return f"{IMAGES}/{image_id}"


def thumbnail(image_id: str) -> str:
    """A small JPEG of the picture."""
    return f"{THUMBNAILS}/{image_id}"


def submit(forum_name: str | None) -> str:
    """The page for a new submission, in a forum or in none yet."""
    return f"/submit/{quote(forum_name)}" if forum_name else "/submit"


def search(text: str, kind: str) -> str:
    """The results for a query: the best of both kinds, or all of one."""
    return "/search?" + urlencode({"q": text, **({"kind": kind} if kind else {})})


def target(row: Row) -> str:
    """Where a submission's title leads: its link, its picture, or its own page."""
    if row["url"]:
        return str(row["url"])
    return image(row["image_id"]) if row["image_id"] else submission(row)


def host(url: str) -> str:
    """The host that a link submission shows beside its title, without ``www.``."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""  # seed data may hold an address that Python cannot take apart
