"""Every route that answers a GET is asked, as a visitor and as users, and writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from flask import Flask
from werkzeug.routing import Rule

from browserenv.sites.forum.app import mint_login
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.mount import Mount

ClientOf = Callable[[str | None], SiteClient]
PERSON = "MarvelsGrantMan136"
VALUES = {
    "submission_id": 1,
    "comment_id": 1,
    "row_id": 1,
    "slug": "a-title",
    "filename": "site.css",
    "image_id": "0" * 64 + ".png",
    "name": "books",
    "page": 1,
}


def get_rules(app: Flask) -> list[Rule]:
    return [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]


def paths_of(app: Flask, rule: Rule) -> list[str]:
    """Addresses of a route, one for each word that a part of it may be; a name is a user's, a forum's or unknown."""
    adapter = app.url_map.bind("forum.localhost")
    names = (PERSON, "Wren") if rule.rule.startswith("/user/") else ("books", "space", "nowhere")
    choices = {name: _values(rule, name, names) for name in sorted(rule.arguments - set(rule.defaults or {}))}
    return [
        adapter.build(rule.endpoint, {**(rule.defaults or {}), **dict(zip(choices, chosen, strict=True))}, method="GET")
        for chosen in product(*choices.values())
    ]


def _values(rule: Rule, argument: str, names: tuple[str, ...]) -> list[object]:
    words = getattr(rule._converters[argument], "items", None)
    if words:
        return sorted(words)
    return list(names) if argument == "name" else [VALUES[argument]]


@pytest.mark.parametrize("who", [PERSON, "Wren", "Root", None])
def test_no_get_of_any_route_writes(app: Flask, client_of: ClientOf, mount: Mount, who: str | None) -> None:
    client = client_of(who)
    answered = 0
    for rule in get_rules(app):
        for path in paths_of(app, rule):
            for query in ("", "?page=2&next%5Bid%5D=5&q=week&sort=top&t=all"):
                with client.get(path + query) as response:
                    assert response.status_code < 500, path
                    answered += response.status_code in (200, 302)
    assert answered > len(get_rules(app)) / 2
    assert (mount.state.version(), mount.state.diff()) == (0, {})


def test_the_crawl_reaches_a_page_of_every_route(app: Flask, client_of: ClientOf, mount: Mount) -> None:
    """A route that was never answered with a page would not have been asked for what it may write."""
    sizes = {"width_px": 1, "height_px": 1, "media_type": "image/png"}
    mount.state.insert_rows({"images": [{"id": VALUES["image_id"], "data": b"x", "thumbnail": b"x", **sizes}]})
    clients = [client_of(who) for who in (PERSON, "Wren", "Root", None)]

    def answers(path: str) -> bool:
        for client in clients:
            with client.get(path) as response:
                if response.status_code in (200, 301, 302, 308):
                    return True
        return False

    silent = [rule.rule for rule in get_rules(app) if not any(map(answers, paths_of(app, rule)))]
    assert silent == []


def test_a_get_that_writes_would_be_refused(app: Flask, mount: Mount) -> None:
    """The connection of a GET cannot write, so a view that tries to fails for all to see."""
    with mount.state.reading() as db, pytest.raises(Exception, match="readonly"):
        db.execute("UPDATE users SET biography = 'x'")
    assert mint_login(mount, PERSON)
    assert mount.state.version() == 0
