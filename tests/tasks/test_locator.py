"""Locators: what may be a JavaScript expression."""

from __future__ import annotations

import pytest

from browserenv.tasks.address import Address, parse_address
from browserenv.tasks.locator import check_locator, selector_of

GOOD = [
    "",
    "document.title",
    'document.querySelector("#forum_description").value',
    "document.querySelector('[name=\"product[price]\"').value",
    "document.querySelector('div.submission__vote').querySelector('form').getAttribute('class')",
    "[...document.querySelectorAll('[href],[src]')].map(elem => elem.getAttribute('href') || '').join(' ')",
    "document.querySelector('#sidebar > section').outerText",
    "document.body.outerText.replace(/[(\\/]/g, '')",
    "document.querySelector(`a;b`).outerText",
    "document.querySelector('it\\'s (').outerText",
    "[...document.links].map(a => { const b = a; return b.href }).length",
    "document.querySelectorAll('a').length / 2",
]
BAD = {
    "window.title": "must start with",
    "fetch('x')": "must start with",
    "document.querySelector('#a'": r"\( is never closed",
    "document.querySelector('#a'))": r"\) closes nothing",
    "document.querySelector('#a]": "' is never closed",
    "document.a[0": r"\[ is never closed",
    "document.a(']'": r"\( is never closed",
    "document.a[(0])": r"\] closes nothing",
    "document.title; document.cookie": "it holds a semicolon",
    "document.": "it ends in the middle",
    "document.a + ": "it ends in the middle",
}


@pytest.mark.parametrize("locator", GOOD)
def test_good(locator: str) -> None:
    assert check_locator(locator) == locator


@pytest.mark.parametrize("locator", list(BAD))
def test_bad(locator: str) -> None:
    with pytest.raises(ValueError, match=BAD[locator]):
        check_locator(locator)


@pytest.mark.parametrize(
    ("locator", "selector"),
    [
        ('document.querySelector("#a > b").value', "#a > b"),
        ("[...document.querySelectorAll('.x')].length", ".x"),
        ("document.title", "document.title"),
        ("", "page"),
    ],
)
def test_selector(locator: str, selector: str) -> None:
    assert selector_of(locator) == selector


def test_address() -> None:
    address = parse_address("shop-admin:/a/b?c=d#e")
    assert address == Address("shop-admin", "/a/b?c=d#e")
    assert str(address) == "shop-admin:/a/b?c=d#e"
    assert address.on("http://shop-admin.localhost/") == "http://shop-admin.localhost/a/b?c=d#e"


@pytest.mark.parametrize("text", ["", "/a", "forum", "forum:a", "http://h/a", "forum://h/a", "forum:/a b", "Forum:/a"])
def test_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="is no address; write site:/path"):
        parse_address(text)
