"""Pages that a check names by where the agent ended instead of by an address."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator

from .address import parse_address

POST_OF_LAST = "post-of-last"
RELATIVE_URLS = ("last", POST_OF_LAST)


def _check_page_url(url: str) -> str:
    return url if url in RELATIVE_URLS else str(parse_address(url))


PageUrl = Annotated[str, AfterValidator(_check_page_url)]
"""A page that a check reads: ``site:/path``, or one of ``RELATIVE_URLS``."""


def post_of(url: str) -> str:
    """The page of the submission that a URL belongs to: ``/f/NAME/ID/`` of it; any other URL as it is.

    Source: WebArena's helper ``reddit_get_post_url``.
    """
    parts = urlsplit(url)
    tokens = parts.path.split("/")
    if len(tokens) < 4 or tokens[1] != "f":
        return url
    return f"{parts.scheme}://{parts.netloc}/f/{tokens[2]}/{tokens[3]}/"
