"""Pages that a check names by where the agent ended instead of by an address."""

from __future__ import annotations

from urllib.parse import urlsplit

POST_OF_LAST = "post-of-last"
RELATIVE_URLS = ("last", POST_OF_LAST)


def post_of(url: str) -> str:
    """The page of the submission that a URL belongs to: ``/f/NAME/ID/`` of it; any other URL as it is.

    Source: WebArena's helper ``reddit_get_post_url``.
    """
    parts = urlsplit(url)
    tokens = parts.path.split("/")
    if len(tokens) < 4 or tokens[1] != "f":
        return url
    return f"{parts.scheme}://{parts.netloc}/f/{tokens[2]}/{tokens[3]}/"
