"""Web addresses that users type."""

from __future__ import annotations

import pytest
from wtforms import ValidationError

from browserenv.sites.kit.weblinks import check_url


@pytest.mark.parametrize(
    "url", ["http://a", "https://a.example:8080/x?y#z", "http://forum.localhost/f/books", "http://[::1]/", "HTTP://A/"]
)
def test_accepts(url: str) -> None:
    check_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "a.example",
        "//a.example",
        "javascript:alert(1)",
        "ftp://a",
        "http://",
        "http://a b/",
        "http://[x",
        "http://a:x",
    ],
)
def test_refuses(url: str) -> None:
    with pytest.raises(ValidationError, match="not a valid URL"):
        check_url(url)
