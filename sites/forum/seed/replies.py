"""The text of comments: they speak of what the submission is about, and no sentence stands twice under one."""

from __future__ import annotations

from .posts import Post
from .threads import Reply

TAIL_SHARE = 0.16


def write_reply(post: Post, reply: Reply, is_by_author: bool) -> str:
    """A comment's text; of a comment that its author deleted, nothing is left."""
    if reply.visibility == "deleted":
        return ""
    page = post.page
    fixed = f"c{reply.id}"
    if fixed in page.grammar.rules:
        return page.write_new(fixed)
    text = page.write_new(_rule(post, reply, is_by_author))
    if page.rng.random() < TAIL_SHARE and len(text) < 160:
        text = f"{text} {page.write_new('tail')}"
    return text


def _rule(post: Post, reply: Reply, is_by_author: bool) -> str:
    roll = post.page.rng.random()
    if is_by_author:
        return _known(post, f"op-{post.kind}", "op") if roll < 0.8 else "remark"
    if reply.parent is not None:
        return "reply" if roll < 0.74 else "remark"
    if post.kind == "ask" and "answer" in post.page.grammar.rules:
        return "answer" if roll < 0.5 else "on-ask" if roll < 0.75 else "remark"
    return f"on-{post.kind}" if roll < 0.5 else "remark"


def _known(post: Post, first: str, second: str) -> str:
    return first if first in post.page.grammar.rules else second
