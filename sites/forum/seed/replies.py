"""The text of comments: they speak of what the submission is about, and no sentence stands twice under one."""

from __future__ import annotations

from collections.abc import Sequence

from .posts import Post
from .threads import Reply

TAIL_SHARE = 0.13
MIX_SHARE = 0.14
TAIL_KINDS = ("ask", "talk", "tip", "review")


def write_replies(post: Post, thread: Sequence[Reply], author: int) -> list[str]:
    """The texts of a thread's comments in their order (parents before children); ``author`` is the submission's."""
    texts: list[str] = []
    for reply in thread:
        above = None if reply.parent is None else texts[reply.parent]
        texts.append(_write(post, reply, above, is_author=reply.author.id == author))
    return texts


def _write(post: Post, reply: Reply, above: str | None, *, is_author: bool) -> str:
    """One text; of a comment that its author deleted, nothing is left."""
    if reply.visibility == "deleted":
        return ""
    page = post.page
    if f"c{reply.id}" in page.grammar.rules:
        return page.write_new(f"c{reply.id}")
    text = page.write_new(_author_rule(post, above) if is_author else _rule(post, above))
    if above is None and not is_author and not text.endswith("?"):
        text = _lengthen(post, text)
    return text


def _lengthen(post: Post, text: str) -> str:
    roll = post.page.rng.random()
    if roll < MIX_SHARE:
        return f"{text} {post.page.write_new('remark')}"
    if roll < MIX_SHARE + TAIL_SHARE and post.kind in TAIL_KINDS and len(text) > 50:
        return f"{text} {post.page.write_new('tail')}"
    return text


def _rule(post: Post, above: str | None) -> str:
    roll = post.page.rng.random()
    if above is not None:
        general = "reply-q" if above.endswith("?") else "reply"
        return general if roll < 0.72 else "remark"
    if post.kind == "ask":
        return "answer" if roll < 0.55 else "on-ask" if roll < 0.75 else "remark"
    return f"on-{post.kind}" if roll < 0.45 else "remark"


def _author_rule(post: Post, above: str | None) -> str:
    if above is None:
        return "op-top"
    special = f"op-{post.kind}"
    if special in post.page.grammar.rules:
        return special
    return "op-q" if above.endswith("?") else "op"
