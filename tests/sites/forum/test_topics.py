"""The grammars of the forums: every rule that a forum's people need is there, and refers to rules that are there."""

from __future__ import annotations

import pytest

from browserenv.sites.forum.seed import anchors
from browserenv.sites.forum.seed.forums import Forum, read_forums
from browserenv.sites.forum.seed.pictures import paint
from browserenv.sites.forum.seed.posts import TEXT_SHARE
from browserenv.sites.forum.seed.topics import Library
from browserenv.sites.kit.seedtext import stream

FORUMS = read_forums("full")


def _needed(forum: Forum) -> list[str]:
    kinds = [kind for kind, _ in forum.kinds]
    rules = ["remark", "reply", "reply-q", "op", "op-q", "op-top", *(f"on-{kind}" for kind in kinds)]
    rules += [kind for kind in kinds if kind != "pic"] + [f"pic-{picture}" for picture in forum.pictures]
    if any(kind in TEXT_SHARE for kind in kinds):
        rules += ["open", "detail", "item"]
    return rules


@pytest.mark.parametrize("forum", FORUMS, ids=lambda forum: forum.name)
def test_grammar_is_whole(forum: Forum) -> None:
    grammar = Library().forum(forum)
    grammar.check()
    for rule in _needed(forum):
        assert len(grammar.rule(rule).rows) >= 1, rule
    assert len(grammar.rule("remark").rows) >= 15


def test_forums_are_distinct_and_small_ones_come_first() -> None:
    names = [forum.name.lower() for forum in FORUMS]
    assert len(set(names)) == len(names) >= 95
    small = read_forums("small")
    assert FORUMS[: len(small)] == small
    assert {forum.id for forum in FORUMS} == set(range(1, len(FORUMS) + 1))


def test_every_anchor_has_a_title_of_its_own() -> None:
    grammar = Library().forum(FORUMS[0])
    for number, _, _ in anchors.SUBMISSIONS:
        assert grammar.rule(f"a{number}").fields[:3] == ("kind", "text", "it")
    for comment, _ in anchors.COMMENTS:
        assert len(grammar.rule(f"c{comment}").rows) == 1


@pytest.mark.parametrize("kind", sorted({picture for forum in FORUMS for picture in forum.pictures}))
def test_pictures_are_the_same_again_and_of_sane_size(kind: str) -> None:
    first, again, other = (paint(kind, stream(kind, seed), "one", "two") for seed in (1, 1, 2))
    assert first == again and first.id != other.id
    assert 3_000 < len(first.data) < 60_000 and len(first.thumbnail) < 6_000
