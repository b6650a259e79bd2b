"""Pages that are named by where the agent ended."""

from __future__ import annotations

import pytest

from browserenv.tasks.page_urls import post_of


@pytest.mark.parametrize(
    ("url", "post"),
    [
        ("http://forum.localhost/f/books/12/a-title", "http://forum.localhost/f/books/12/"),
        ("http://forum.localhost/f/books/12/a-title/-/comment/3?x=1#y", "http://forum.localhost/f/books/12/"),
        ("http://forum.localhost/f/books/12", "http://forum.localhost/f/books/12/"),
        ("http://forum.localhost/f/books", "http://forum.localhost/f/books"),
        ("http://forum.localhost/user/ann/12", "http://forum.localhost/user/ann/12"),
        ("about:blank", "about:blank"),
    ],
)
def test_post_of(url: str, post: str) -> None:
    assert post_of(url) == post
